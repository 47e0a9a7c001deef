"""The steps of Paths-over-Graph, one file each."""
