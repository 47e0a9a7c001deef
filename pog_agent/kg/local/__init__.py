"""Graphs held on this machine: compiled, Oxigraph."""
