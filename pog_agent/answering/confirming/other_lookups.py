"""The lookups that a graph would have allowed in place of the one that was made: so "no" has a place to go."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pydantic import ValidationError

from pog_agent.answering.computed.query_parts import subject_of
from pog_agent.answering.confirming.lookup_words import lookup_words
from pog_agent.models import Answer
from pog_agent.models.query import Edge, Query
from pog_agent.ranking.relevance import relation_similarities
from pog_agent.run.context import RunContext
from pog_agent.terms import Term, is_iri

LEAST_OTHERS: Final = 3
MOST_OTHERS: Final = 8
NODES_READ: Final = 3
EDGES_READ: Final = 200


@dataclass(frozen=True)
class OtherLookups:
    """The names of the other relations that the graph has there, and the lookups by some of them, in words."""

    relations: tuple[str, ...] = ()
    said: tuple[str, ...] = ()


Turning = tuple[Term, bool]
"""A relation at a node: True where it leads away from there."""


async def other_lookups(answer: Answer, query: Query, run: RunContext) -> OtherLookups:
    """The same lookup by each other relation that the graph has at what it starts from.

    Each step is exchanged by itself. Of each the first few of those most like the question are said in words,
    `MOST_OTHERS` in all. Raises `GraphUnavailableError`.
    """
    steps = _steps(query)
    relations, said = list[str](), list[str]()
    for edge, start in steps:
        turnings = await _turnings(_starts(edge, start, query, answer), run)
        turnings.discard((edge.relation, edge.source == start))
        names = await run.relation_labels(sorted({relation for relation, _ in turnings}))
        likeness = relation_similarities(list(names.values()), answer.question, run.encoder)
        fits = dict(zip(names, likeness, strict=True))
        order = sorted(turnings, key=lambda item: (-fits[item[0]], names[item[0]], item[1]))
        for item in order[: max(LEAST_OTHERS, MOST_OTHERS // len(steps))]:
            said.append(await _said(query, edge, start, item, run))
        relations += [name for name in names.values() if name != names.get(edge.relation)]
    return OtherLookups(tuple(dict.fromkeys(relations)), tuple(dict.fromkeys(filter(None, said))))


def _steps(query: Query) -> list[tuple[Edge, str]]:
    """The edges, that to what is asked for first, each with the variable that it starts from."""
    edges = [item for item in query.pattern.elements if item.kind == "edge"]
    reached = [name] if (name := subject_of(query)) is not None else []
    found = list[tuple[Edge, str]]()
    while reached:
        end = reached.pop(0)
        for edge in [edge for edge in edges if end in (edge.source, edge.target)]:
            start = edge.target if edge.source == end else edge.source
            edges.remove(edge)
            found.append((edge, start))
            reached.append(start)
    return found


def _starts(edge: Edge, start: str, query: Query, answer: Answer) -> list[Term]:
    """The things that the edge starts from: those that the query names there, else those on the cited paths."""
    named = [
        term
        for item in query.pattern.elements
        if item.kind == "constant" and item.variable == start
        for term in item.terms
    ]
    cited = [
        head if edge.source == start else tail
        for head, relation, tail in answer.cited_triples
        if relation == edge.relation
    ]
    return [term for term in dict.fromkeys(named or cited) if is_iri(term)][:NODES_READ]


async def _turnings(nodes: Sequence[Term], run: RunContext) -> set[Turning]:
    """The relations at some things, but for those to their classes."""
    around = await run.kg.neighbors(nodes, limit=EDGES_READ) if nodes else None
    types = await run.kg.types(nodes) if nodes else {}
    kinds = {kind for found in types.values() for kind in found}
    found: set[Turning] = set()
    for head, relation, tail in around.triples if around is not None else ():
        if head in nodes and tail not in kinds:
            found.add((relation, True))
        if tail in nodes:
            found.add((relation, False))
    return found


async def _said(query: Query, edge: Edge, start: str, turning: Turning, run: RunContext) -> str:
    """The query with another relation in place of an edge, as a question; empty where that is no query."""
    relation, leads_away = turning
    end = edge.target if edge.source == start else edge.source
    source, target = (start, end) if leads_away else (end, start)
    other = edge.model_copy(update={"source": source, "relation": relation, "target": target})
    elements = tuple(other if item is edge else item for item in query.pattern.elements)
    pattern = query.pattern.model_copy(update={"elements": elements})
    try:
        changed = Query.model_validate(query.model_copy(update={"pattern": pattern}).model_dump())
    except ValidationError:
        return ""
    return await lookup_words(changed, run)
