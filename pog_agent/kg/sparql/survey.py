"""SPARQL text of `pog-agent check`: pure functions to cheap read-only queries about a graph as a whole."""

from collections.abc import Sequence
from typing import Final

from pog_agent.kg.sparql.query import Select
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
