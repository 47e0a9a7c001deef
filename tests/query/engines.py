"""Results of one query by different engines, in a form in which they can be compared.

Cells compare by what they say: numbers by their value to nine digits (engines cut quotients at different places),
dates by when they begin, other terms as they are.
"""

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pyoxigraph
import rdflib

from pog_agent.kg.local.compile import compile_files
from pog_agent.kg.local.rdflib_graph import term_of
from pog_agent.kg.local.triples import literal_term
from pog_agent.kg.sparql.terms import write_term
from pog_agent.models.query import Query, QueryResult
from pog_agent.query.limits import QueryLimits
from pog_agent.query.local.evaluate import evaluate_locally
from pog_agent.query.local.index import QueryIndex
from pog_agent.query.local.literals import DATE, DOUBLE, INTEGER, parse_literal
from pog_agent.query.sparql.select import WrittenQuery, written_query
from pog_agent.terms import Triple

Cell = tuple[object, ...] | str | None

_DEEPEST = 5_000


@dataclass(frozen=True)
class Outcome:
    """The answer of an ASK query, or the rows of any other in their order."""

    truth: bool | None
    rows: list[tuple[Cell, ...]]


@dataclass(frozen=True)
class Engines:
    """One graph in every engine; rdflib only for graphs that it holds as they are."""

    index: QueryIndex
    oxigraph: pyoxigraph.Store
    rdf: rdflib.Graph | None = None

    @classmethod
    def holding(cls, triples: Iterable[Triple], folder: Path, for_rdflib: bool) -> "Engines":
        """The engines with some triples; the folder keeps a file of them."""
        file = folder / "graph.nt"
        file.write_text(ntriples(triples), encoding="utf-8")
        store = pyoxigraph.Store()
        store.load(path=file, format=pyoxigraph.RdfFormat.N_TRIPLES)
        graph = rdflib.Graph().parse(file, format="nt") if for_rdflib else None
        return cls(QueryIndex(compile_files([file], str(file))), store, graph)

    def differences(self, query: Query) -> list[str]:
        """Where an engine has another result than the local evaluation; in words, with the text of the query."""
        result = evaluate_locally(query, self.index, QueryLimits())
        own, written = local_outcome(result), written_query(query)
        others = {"oxigraph": oxigraph_outcome(self.oxigraph, written)}
        if self.rdf is not None:
            others["rdflib"] = rdflib_outcome(self.rdf, written)
        return [
            f"{name}: {problem}\n{written.text}"
            for name, other in others.items()
            if (problem := _difference(query, own, other))
        ]


def ntriples(triples: Iterable[Triple]) -> str:
    """The triples as N-Triples."""
    return "".join(f"{' '.join(map(write_term, triple))} .\n" for triple in triples)


def local_outcome(result: QueryResult) -> Outcome:
    return Outcome(result.truth, [tuple(map(comparable, row)) for row in result.rows])


def oxigraph_outcome(store: pyoxigraph.Store, written: WrittenQuery) -> Outcome:
    found = store.query(written.text)
    if isinstance(found, pyoxigraph.QueryBoolean):
        return Outcome(bool(found), [])
    return Outcome(None, [tuple(_oxigraph_cell(row[name]) for name in written.columns) for row in found])


def rdflib_outcome(graph: rdflib.Graph, written: WrittenQuery) -> Outcome:
    """What rdflib gives. Where there is nothing to group it makes a group of nothing, which is sorted out here."""
    text = re.sub(r"(GROUP BY(?: \?\w+)+)", r"\1 HAVING (COUNT(*) > 0)", written.text)
    with _deep():
        found = graph.query(text)
    if found.type == "ASK":
        return Outcome(bool(found.askAnswer), [])
    names = [rdflib.Variable(name) for name in written.columns]
    return Outcome(None, [tuple(_rdflib_cell(row.get(name)) for name in names) for row in found.bindings])


@contextmanager
def _deep() -> Iterator[None]:
    """Lets rdflib parse nested queries: its parser takes some fifty frames for each level."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _DEEPEST))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def comparable(term: str | None) -> Cell:
    """What a term says."""
    if not term:
        return None
    parsed = parse_literal(term)
    if INTEGER <= parsed.kind <= DOUBLE:
        return ("number", f"{parsed.approximate + 0.0:.9g}")
    return (parsed.kind, parsed.mantissa, parsed.zoned) if parsed.kind >= DATE else term


def _oxigraph_cell(term: object) -> Cell:
    if term is None:
        return None
    return comparable(literal_term(term) if isinstance(term, pyoxigraph.Literal) else term.value)


def _rdflib_cell(term: rdflib.term.Node | None) -> Cell:
    return None if term is None else comparable(term_of(term))


def _difference(query: Query, own: Outcome, other: Outcome) -> str:
    if own.truth != other.truth:
        return f"{other.truth} instead of {own.truth}"
    mine, others = set(own.rows), set(other.rows)
    if mine != others:
        return (
            f"missing here {sorted(map(str, others - mine))[:3]}, only here {sorted(map(str, mine - others))[:3]}"
        )
    names = [column.name for column in query.columns]
    places = [names.index(key.column) for key in query.order_by]
    if _keys(own.rows, places) != _keys(other.rows, places):
        return f"order {_keys(other.rows, places)} instead of {_keys(own.rows, places)}"
    return ""


def _keys(rows: Sequence[tuple[Cell, ...]], places: Sequence[int]) -> list[tuple[Cell, ...]]:
    """The keys of the order, one after the other; rows that say the same are one."""
    found = [tuple(row[place] for place in places) for row in dict.fromkeys(rows)]
    return found if places else []
