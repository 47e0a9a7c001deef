"""What speaks against a reading."""
