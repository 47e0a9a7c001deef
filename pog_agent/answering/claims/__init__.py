"""The verdict of a claim: true or false where the graph or a passage shows it, else not enough."""
