"""Data sets, metrics and evaluation runs. Gold answers exist only here."""
