"""Encoders, and the ranking of path patterns by their similarity to a query.

Start with `relevance.py`, which ranks patterns; `screening.py` chooses what it embeds where there is too much.
"""
