"""The bundled knowledge graph and its questions."""
