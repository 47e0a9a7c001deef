"""A query at a store that may err at it: the edges that it reads are fetched, and it is evaluated here."""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import numpy as np

from pog_agent.errors import GraphUnavailableError
from pog_agent.kg.adjacency import Adjacency
from pog_agent.kg.base import QueriedGraph, Solutions
from pog_agent.kg.local.compile import count_literals
from pog_agent.kg.local.strings import SortedStrings
from pog_agent.kg.sparql.results import read_count
from pog_agent.models.query import Constant, Query, QueryResult
from pog_agent.models.query_walk import values_in
from pog_agent.query.limits import QueryLimits
from pog_agent.query.local.evaluate import evaluate_locally
from pog_agent.query.local.index import QueryIndex
from pog_agent.query.sparql.edges import (
    MOST_LISTED,
    EdgesText,
    classes_in,
    direct_subclasses,
    edges_read,
)
from pog_agent.query.sparql.select import WrittenQuery
from pog_agent.terms import Term, Triple, is_blank, is_literal

_UNCOUNTED_EDGES: Final = 5_000
"""So many edges are asked for at once; before more are, they are counted."""


class FetchedEdges:
    """Edges of another graph by number, as queries read them, and nodes that may have none of these edges."""

    def __init__(self, triples: Sequence[Triple], nodes: Iterable[Term] = ()) -> None:
        self.relations = sorted({relation for _, relation, _ in triples})
        self.terms = SortedStrings.from_texts(
            sorted({*nodes, *(term for head, _, tail in triples for term in (head, tail))})
        )
        places = {relation: place for place, relation in enumerate(self.relations)}
        heads, tails = (self.terms.ids_of([triple[end] for triple in triples]) for end in (0, 2))
        self.adjacency = Adjacency.from_triples(
            heads,
            np.array([places[relation] for _, relation, _ in triples], dtype=np.int64),
            tails,
            nodes=len(self.terms),
            relation_count=len(self.relations),
            literals=count_literals(self.terms),
        )


async def evaluate_fetched(query: Query, kg: QueriedGraph, limits: QueryLimits, why: str) -> QueryResult | None:
    """The result over the edges that the query reads; it says `why` it is computed here.

    None where it reads more than `limits.fetched_edges`, where a limit of the run is reached, where the store
    fails at these edges, too, or where it has blank nodes whose names hold for one response only.
    """
    if not limits.fetched_edges:
        return None
    fetch = _EdgeFetch(kg, limits.fetched_edges)
    try:
        triples = await fetch.read_by(query)
    except (GraphUnavailableError, _TooManyEdgesError):
        return None
    lasting = await kg.is_virtuoso()
    if not lasting and any(is_blank(term) for head, _, tail in triples for term in (head, tail)):
        return None
    result = await asyncio.to_thread(_evaluated, query, triples, limits)
    told = f"the query was evaluated here, over {len(triples):,} edges that the endpoint gave: {why}"
    # What these edges lack need not be lacking in the graph.
    return result.model_copy(update={"doubts": (), "evaluated_here": told})


def _evaluated(query: Query, triples: Sequence[Triple], limits: QueryLimits) -> QueryResult:
    return evaluate_locally(query, QueryIndex(FetchedEdges(triples, _named_nodes(query))), limits)


def _named_nodes(query: Query) -> Iterator[Term]:
    """The IRIs that a query names as values of variables; as in SPARQL, they need no edge to be one."""
    for element in values_in(query):
        if isinstance(element, Constant):
            yield from (term for term in element.terms if not is_literal(term))


class _TooManyEdgesError(Exception):
    """A query reads more edges than may be fetched."""


class _EdgeFetch:
    """Fetches edges for one query, `most` in all."""

    def __init__(self, kg: QueriedGraph, most: int) -> None:
        self._kg, self._left = kg, most
        self._triples: dict[Triple, None] = {}

    async def read_by(self, query: Query) -> list[Triple]:
        """All edges that a query reads. Raises `_TooManyEdgesError`."""
        subclasses: dict[tuple[str, str], Sequence[str]] = {}
        for element in classes_in(query):
            key = element.class_, element.subclass_relation
            if key not in subclasses:
                subclasses[key] = await self._below(*key)
        for text in edges_read(query, subclasses):
            await self._fetched(text)
        return list(self._triples)

    async def _below(self, class_: str, relation: str) -> list[Term]:
        """A class and all classes below it."""
        found = {class_: None}
        fresh = [class_]
        while fresh:
            ends = await self._fetched(direct_subclasses(relation, fresh))
            fresh = [below for below, _ in ends if below not in found and not is_blank(below)]
            found.update(dict.fromkeys(fresh))
            fresh = list(dict.fromkeys(fresh))
            if len(found) > MOST_LISTED:
                raise _TooManyEdgesError
        return list(found)

    async def _fetched(self, text: EdgesText) -> list[tuple[Term, Term]]:
        most = min(self._left, _UNCOUNTED_EDGES)
        found = await self._solutions(text.first(most + 1), most)
        if found.is_cut and most < self._left and await self._count(text) <= self._left:
            found = await self._solutions(text.written, self._left)
        if found.is_cut:
            raise _TooManyEdgesError
        ends = [(row[0], row[-1]) for row in found.rows]
        before = len(self._triples)
        self._triples.update(dict.fromkeys((source, text.relation, target) for source, target in ends))
        self._left -= len(self._triples) - before
        return ends

    async def _count(self, text: EdgesText) -> float:
        """How many edges there are; infinitely many where a limit of the run does not allow to ask."""
        found = await self._solutions(text.count, 1)
        return read_count(found.rows[0][0]) if found.rows else float("inf")

    async def _solutions(self, written: WrittenQuery, most: int) -> Solutions:
        return await self._kg.solutions(written.text, written.columns, most)
