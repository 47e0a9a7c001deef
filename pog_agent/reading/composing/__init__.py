"""Composes a query for a question by rules: what it names becomes a tree over the schema summary, then a query."""
