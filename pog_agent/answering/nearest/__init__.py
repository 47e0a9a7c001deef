"""Readings of a plain question by the relation that is nearest to it, though no word of the question names it."""
