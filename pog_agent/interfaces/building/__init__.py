"""The commands that make a file or folder of a graph, of documents, or of tables."""
