"""Questions answered with SPARQL over HTTP, as the TEXT2SPARQL challenge asks for it."""
