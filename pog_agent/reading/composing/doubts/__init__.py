"""What speaks against a reading, though all of its words were read."""
