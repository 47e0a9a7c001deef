"""The question subgraph: detected, fetched, reduced, clustered."""
