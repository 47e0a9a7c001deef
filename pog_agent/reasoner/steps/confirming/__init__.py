"""LLM steps that say whether a lookup asks for what a question asks for."""
