"""The life of a run: what its steps work with, what is kept for it, what it may spend."""
