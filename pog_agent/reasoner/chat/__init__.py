"""The reasoner that asks a chat model."""
