"""What a call asks of the server of a model, and what it finds out of it."""
