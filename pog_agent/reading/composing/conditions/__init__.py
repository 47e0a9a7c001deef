"""Conditions on single values that are no comparisons: what is so or not, and what texts are like."""
