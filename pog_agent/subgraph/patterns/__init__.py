"""What is done with single patterns: their edges and concrete paths, their first steps, their expansion.

Start with `pattern.py`, which finds the edges of a pattern; the other files work on patterns it gives.
"""
