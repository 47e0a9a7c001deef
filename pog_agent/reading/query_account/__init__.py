"""Whether a query that a language model wrote is what the question asks: an account by code."""
