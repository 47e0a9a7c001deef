"""The steps in which a run waits for a person."""
