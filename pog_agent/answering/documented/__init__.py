"""Answers that stand in documents: quotations are found word for word, and held against the question."""
