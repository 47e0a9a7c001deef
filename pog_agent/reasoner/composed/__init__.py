"""Queries as a language model writes them: what it is shown, the form of its reply, and the query made of it."""
