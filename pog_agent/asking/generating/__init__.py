"""Candidate queries of a question: selections that grow by steps, conditions, orders, and how they are written."""
