"""Queries over path patterns: evaluated over a local graph or at an endpoint, and written as SPARQL."""
