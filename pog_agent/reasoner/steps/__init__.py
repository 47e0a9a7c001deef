"""The LLM steps: what each asks, how its reply is read, what it falls back to."""
