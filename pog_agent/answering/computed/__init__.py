"""Answers that a composed query computes over the whole graph, verified and shown by facts."""
