"""Graphs behind a SPARQL endpoint."""
