"""SPARQL that others wrote: read so that it can only read, and answered within bounds."""
