"""What a SPARQL parser (rdflib's) makes of a query: its algebra without the terms, and the terms."""

import threading
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import rdflib
from rdflib.plugins.sparql.algebra import translateQuery
from rdflib.plugins.sparql.parser import parseQuery
from rdflib.plugins.sparql.parserutils import CompValue

RDFLIB_PARSER = threading.Lock()
"""Held while rdflib parses a query: its grammar breaks when several threads use it for the first time at once."""


@lru_cache(maxsize=256)
def algebra(query: str) -> CompValue:
    """The algebra of a query, not to be changed; raises where it is none."""
    with RDFLIB_PARSER:
        return translateQuery(parseQuery(query)).algebra


def shape(node: Any) -> Any:
    """The algebra with the kind of every term in its place, equal neighbours in a list once."""
    if isinstance(node, rdflib.Variable):
        return str(node)
    if isinstance(node, rdflib.term.Node):
        return type(node).__name__
    if isinstance(node, CompValue):
        hidden = {"_vars", "service_string"}
        return node.name, *((key, shape(value)) for key, value in node.items() if key not in hidden)
    if isinstance(node, dict):
        return tuple((shape(key), shape(value)) for key, value in node.items())
    if is_sequence(node):
        return tuple(dict.fromkeys(shape(value) for value in node))
    return node if isinstance(node, (str, int, bool)) else type(node).__name__


def terms(node: Any) -> Iterator[rdflib.term.Node]:
    """The IRIs and literals of the algebra."""
    if isinstance(node, (rdflib.URIRef, rdflib.Literal)):
        yield node
    elif isinstance(node, dict):
        for key, value in node.items():
            if key != "service_string":
                yield from terms(value)
    elif is_sequence(node):
        for value in node:
            yield from terms(value)


def literals(query: str) -> set[str]:
    """The values of the literals of a query."""
    return {str(term) for term in terms(algebra(query)) if isinstance(term, rdflib.Literal)}


def is_sequence(node: Any) -> bool:
    return isinstance(node, (list, tuple, set)) or type(node).__name__ in {"ParseResults", "plist"}
