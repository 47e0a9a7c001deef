"""The step that composes queries, for what no path alone can say."""
