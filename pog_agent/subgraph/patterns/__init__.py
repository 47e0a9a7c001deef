"""Path patterns with their edges: materialised, listed, expanded."""
