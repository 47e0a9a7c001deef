"""Reading a question in one call, and answering it in another: what these are shown, and what becomes of it."""
