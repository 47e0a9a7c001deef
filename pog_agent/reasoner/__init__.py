"""Reasoners: what answers the LLM steps of the paper."""
