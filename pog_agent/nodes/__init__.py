"""The steps of Paths-over-Graph, one file per graph node."""
