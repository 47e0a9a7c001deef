"""Queries over a graph with integer ids: joins of whole relations, without loops over rows."""
