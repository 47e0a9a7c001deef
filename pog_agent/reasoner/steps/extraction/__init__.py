"""The LLM steps that read documents into a graph."""
