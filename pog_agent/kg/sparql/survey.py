"""SPARQL text of surveys: pure functions to cheap read-only queries about a graph, its kinds and their nodes."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from pog_agent.kg.preset import Preset
from pog_agent.kg.sparql import query as sparql_query
from pog_agent.kg.sparql.query import Select, is_entity
from pog_agent.kg.sparql.terms import write_iri, write_text
from pog_agent.terms import Term

_VERSION: Final = "st_dbms_ver"


def predicates() -> Select:
    """Column p, one row per triple: many rows, to see how many come."""
    return Select(("p",), "?s ?p ?o .")


def triples() -> Select:
    """Columns s, p, o: any triples."""
    return Select(("s", "p", "o"), "?s ?p ?o .")


def plain(query: Select, limit: int, offset: int = 0) -> str:
    """The query without DISTINCT, for which an endpoint would have to read everything."""
    names = " ".join(f"?{name}" for name in query.columns)
    return f"SELECT {names} WHERE {{ {query.pattern} }} OFFSET {offset} LIMIT {limit}"


def virtuoso_version() -> str:
    """Column v: the version; a query that only Virtuoso answers."""
    return f"SELECT ({write_iri('bif:sys_stat')}({write_text(_VERSION)}) AS ?v) WHERE {{ }}"


def any_of(predicates: Sequence[Term]) -> str:
    """Asks whether one of the predicates is used."""
    return " ".join(("ASK {", f"VALUES ?p {{ {' '.join(map(write_iri, predicates))} }} ?s ?p ?o }}"))


def any_mediator(names: Sequence[Term], types: Sequence[Term], namespaces: Sequence[str]) -> str:
    """Asks for a typed node in one of the namespaces that has edges in and out but no name."""
    inside = " || ".join(f"STRSTARTS(STR(?m), {write_text(begin)})" for begin in namespaces)
    path = "|".join(map(write_iri, names))
    kind = "|".join(map(write_iri, types))
    return (
        f"ASK {{ ?s ?p ?m . FILTER({inside}) FILTER(?p NOT IN ({', '.join(map(write_iri, types))})) "
        f"?m {kind} ?t . FILTER NOT EXISTS {{ ?m {path} ?name }} }}"
    )


def labelled(preset: Preset, nodes: Sequence[Term]) -> Select:
    """Column s: which of the nodes have a label."""
    return replace(sparql_query.labels(preset, nodes), columns=("s",))


def roles(preset: Preset, nodes: Sequence[Term], incoming: bool) -> Select:
    """Columns s or o, and p: the relations of the nodes' edges in one direction."""
    return replace(sparql_query.edges(preset, nodes, incoming), columns=("o" if incoming else "s", "p"))


def members(preset: Preset, class_: Term) -> Select:
    """Column s: IRIs of a class that may have a name."""
    ways = " UNION ".join(f"{{ ?s {write_iri(name)} {write_iri(class_)} }}" for name in preset.types)
    return Select(("s",), f"{ways} FILTER(isIRI(?s)) {is_entity(preset)}")


def in_role(preset: Preset, relation: Term, incoming: bool) -> Select:
    """Column s: IRIs at one end of a relation that may have a name."""
    edge = f"?o {write_iri(relation)} ?s" if incoming else f"?s {write_iri(relation)} ?o"
    return Select(("s",), f"{edge} . FILTER(isIRI(?s)) {is_entity(preset)}")


def present(preset: Preset, iris: Sequence[Term]) -> Select:
    """Column s: which of the IRIs the graph has as nodes that may have a name."""
    given = f"VALUES ?s {{ {' '.join(map(write_iri, iris))} }}"
    there = "FILTER(EXISTS { ?s ?p ?o } || EXISTS { ?x ?q ?s })"
    return Select(("s",), f"{there} {is_entity(preset)}", given)


def unlabelled(preset: Preset) -> Select:
    """Column s: IRIs with edges that may have a name, but have no label. It reads the whole graph."""
    paths = "|".join(map(write_iri, preset.labels))
    edges = " UNION ".join(
        f"{{ {sparql_query.any_edge(preset, *ends)} }}" for ends in (("s", "p", "o"), ("o", "p", "s"))
    )
    bare = f"FILTER NOT EXISTS {{ ?s {paths} ?label FILTER(isLiteral(?label)) }}"
    return Select(("s",), f"{edges} FILTER(isIRI(?s)) {bare} {is_entity(preset)}")
