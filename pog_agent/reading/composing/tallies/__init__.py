"""Counts and existence as conditions ("pruned more than once"), sums and averages ("cost together")."""
