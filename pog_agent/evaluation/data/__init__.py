"""Question sets, and graphs changed for an experiment."""
