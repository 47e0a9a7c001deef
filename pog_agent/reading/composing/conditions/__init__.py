"""Conditions that are no comparisons with numbers: what is so or not, what nobody did, what is on record."""
