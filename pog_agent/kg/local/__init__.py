"""Graphs held on this machine: compiled, rdflib, Oxigraph."""
