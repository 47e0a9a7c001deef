"""The settings beside their model: as keywords for type checkers, and from environment variables."""
