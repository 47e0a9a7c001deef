"""Tests of the proofs of answers."""
