"""Question sets: reading them, published ones too, and which of their questions a run asks."""
