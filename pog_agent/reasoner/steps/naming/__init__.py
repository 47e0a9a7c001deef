"""Steps that ask by which words people ask for what a graph has."""
