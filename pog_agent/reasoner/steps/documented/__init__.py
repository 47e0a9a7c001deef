"""The LLM steps of Paths-over-Graph where passages are shown beside the paths."""
