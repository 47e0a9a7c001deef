"""Whether any query of the algebra gives the gold answer of a question: a search that knows the answer."""
