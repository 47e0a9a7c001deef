"""The LLM step that reads a follow-up in its conversation."""
