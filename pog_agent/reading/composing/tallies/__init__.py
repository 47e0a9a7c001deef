"""Counts that are conditions ("pruned more than once"), sums and averages in everyday words ("cost together")."""
