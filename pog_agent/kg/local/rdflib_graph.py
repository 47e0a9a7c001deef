"""A knowledge graph from an rdflib graph, compiled in memory as files are."""

from collections.abc import Iterator

import rdflib
from rdflib.term import BNode, Literal, Node

from pog_agent.errors import GraphUnavailableError
from pog_agent.kg.local.compile import compile_triples
from pog_agent.kg.local.compiled import CompiledGraph
from pog_agent.kg.local.triples import encode_triples
from pog_agent.kg.preset import Preset
from pog_agent.terms import Term, Triple, literal


def compile_rdflib(graph: rdflib.Graph, name: str = "rdflib graph", preset: Preset | None = None) -> CompiledGraph:
    """The triples that an rdflib graph has now, by a preset (the generic one if none is given).

    The graph is not changed; blank nodes get new names. Raises `GraphUnavailableError` for terms that are none:
    rdflib takes any text for an IRI or a literal.
    """
    try:
        return CompiledGraph(compile_triples(encode_triples(_triples(graph)), preset), name)
    except UnicodeEncodeError as error:
        around = error.object[max(error.start - 40, 0) : error.end + 40]
        raise GraphUnavailableError(f"the graph has half of a character in {around!r}: mend this text") from error


def term_of(node: Node) -> Term:
    """An rdflib node as a term."""
    if isinstance(node, Literal):
        datatype = str(node.datatype) if node.datatype else None
        return literal(str(node), datatype, node.language)
    if isinstance(node, BNode):
        return f"_:{node}"
    iri = str(node)
    if iri.startswith(('"', "_:")):  # it would pass for a literal or a blank node
        raise GraphUnavailableError(f"{iri!r} is not an IRI: mend the graph that has it")
    return iri


def _triples(graph: rdflib.Graph) -> Iterator[Triple]:
    for head, relation, tail in graph.triples((None, None, None)):
        yield term_of(head), term_of(relation), term_of(tail)
