"""Confirmations in the terminal."""
