"""Encoders and the similarity ranking of path patterns."""
