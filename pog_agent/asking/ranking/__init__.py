"""Which candidate is meant: features, learned weights, and how they are fitted."""
