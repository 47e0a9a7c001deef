"""The reasoner without a language model."""
