"""Which units the numbers of a graph are in: stated of a relation, or with each number."""
