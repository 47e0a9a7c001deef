"""Steps that ask in one call what the paper asks in several."""
