"""Steps for questions that ask how things are connected."""
