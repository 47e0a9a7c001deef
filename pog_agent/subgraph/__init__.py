"""The graph engine: question subgraphs and the path patterns in them, on numpy arrays."""
