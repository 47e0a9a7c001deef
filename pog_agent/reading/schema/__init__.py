"""Reads a question against the schema summary: classes, relations, and patterns that join what it names."""
