"""Candidate answers of another system, each held against the graph's own answer."""
