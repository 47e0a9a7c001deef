"""Steps that a system takes besides its own where it is given documents."""
