"""A run as data: its steps with what they found and asked, its answer, and the picture of its subgraph."""
