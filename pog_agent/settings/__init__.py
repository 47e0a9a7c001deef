"""The settings beside their model: as keywords for type checkers, in environment variables, kept by a run."""
