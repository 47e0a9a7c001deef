"""What speaks against a computed answer: of its result, of what the question says, and of what the graph has."""
