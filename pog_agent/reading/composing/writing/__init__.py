"""Queries in writing: what a tree of heads says, over the whole graph."""
