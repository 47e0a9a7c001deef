"""Proofs: the query over the whole graph that yields an answer, as a value and as SPARQL."""
