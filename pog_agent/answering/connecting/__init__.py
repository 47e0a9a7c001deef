"""How entities are connected: the paths that join them, what they have in common, and the answer that says so."""
