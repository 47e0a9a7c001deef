"""The same random triples for every store, and a plain breadth-first search over them."""

import hypothesis.strategies as st
import numpy as np
import rdflib

from pog_agent.kg.local.compile import compile_triples
from pog_agent.kg.local.compiled import CompiledGraph
from pog_agent.kg.local.triples import EncodedTriples
from pog_agent.subgraph.graph import Subgraph
from pog_agent.terms import Triple, is_literal, literal, literal_language, literal_value
from tests.kg.rdf_store import RdfStore

NODES = [f"http://e/{letter}" for letter in "abcdefghi"]
RELATIONS = [f"http://r/{number}" for number in range(3)]
LITERALS = [literal("1990"), literal("x", language="en")]


def multigraphs(nodes: int = 9, smallest: int = 1, largest: int = 20, relations: int = 3) -> st.SearchStrategy:
    """Triples over a few nodes and relations: loops, parallel edges, literals and repeats are in there."""
    heads, links = st.sampled_from(NODES[:nodes]), st.sampled_from(RELATIONS[:relations])
    tails = st.sampled_from([*NODES[:nodes], *LITERALS])
    return st.lists(st.tuples(heads, links, tails), min_size=smallest, max_size=largest)


def compiled(rows: list[Triple]) -> CompiledGraph:
    """The triples as a compiled graph in memory."""
    numbers: dict[str, int] = {}
    columns = zip(*([numbers.setdefault(term, len(numbers)) for term in row] for row in rows), strict=True)
    heads, relations, tails = (np.array(column, dtype=np.int32) for column in columns)
    terms = list(numbers)
    return CompiledGraph(compile_triples(EncodedTriples(terms, terms, heads, relations, tails)), "graph")


def rdf_store(rows: list[Triple]) -> RdfStore:
    """The triples as a store that knows terms only."""
    return RdfStore(rdf_graph(rows))


def rdf_graph(rows: list[Triple]) -> rdflib.Graph:
    """The triples for rdflib."""
    graph = rdflib.Graph()
    for head, relation, tail in rows:
        end = (
            rdflib.Literal(literal_value(tail), literal_language(tail))
            if is_literal(tail)
            else rdflib.URIRef(tail)
        )
        graph.add((rdflib.URIRef(head), rdflib.URIRef(relation), end))
    return graph


def triples_of(graph: Subgraph) -> list[Triple]:
    """All triples of a subgraph as terms."""
    rows = zip(graph.heads.tolist(), graph.relations_of.tolist(), graph.tails.tolist(), strict=True)
    return [(graph.nodes[head], graph.relations[relation], graph.nodes[tail]) for head, relation, tail in rows]


def triple_of(graph: Subgraph, source: int, code: int, target: int) -> Triple:
    """The triple behind one walked edge, in its own direction."""
    head, tail = (source, target) if code % 2 == 0 else (target, source)
    return graph.nodes[head], graph.relations[code // 2], graph.nodes[tail]


def steps_from(rows: list[Triple], source: str) -> dict[str, int]:
    """Number of steps from the source to every node that can be reached; nothing is walked out of a literal."""
    found, frontier, depth = {source: 0}, {source}, 0
    while frontier := {term for term in frontier if not is_literal(term)}:
        depth += 1
        ends = {tail for head, _, tail in rows if head in frontier}
        ends |= {head for head, _, tail in rows if tail in frontier}
        frontier = ends - set(found)
        found.update(dict.fromkeys(frontier, depth))
    return found
