"""Data sets and metrics. Gold answers exist only here."""
