"""Graphs changed for an experiment: edges left out, a part discovered, names scrambled."""
