"""What a graph has, looked up without a model: entities by name, their facts, paths between them, its schema."""
