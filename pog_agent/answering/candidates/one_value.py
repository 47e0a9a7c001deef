"""When another value contradicts a claim: where a relation has one value, and the two are surely not the same."""

from pog_agent.answering.computed.witnesses import GraphReader
from pog_agent.models.query import Constant, Edge, GraphPattern, Query
from pog_agent.terms import LiteralTerm, Term, is_literal, literal_value
from pog_agent.values import agrees, read_literal
from pog_agent.words import WORD, folded

FEWEST_THINGS = 5
"""So many things must have a relation, each one value of it, before it is taken to have one value."""
MOST_HOPS = 3
EDGES_READ = 200
MOST_READ = 2_000


async def things_with_one_value(relation: Term, reader: GraphReader) -> int | None:
    """How many things have a relation, if each of them has one value of it; None if one has more, or few have it.

    The whole graph is looked at. Raises `GraphUnavailableError`.
    """
    things = await reader.count((_edge(relation),), ("thing",))
    facts = await reader.count((_edge(relation),), ("thing", "value"))
    return things if things is not None and things == facts and things >= FEWEST_THINGS else None


async def are_rivals(known: Term, claimed: Term, relation: Term, reader: GraphReader) -> bool:
    """Whether two values of a relation exclude each other.

    They must be different things with different names. The claimed one must be a value of the relation elsewhere,
    and of a class with the known one, so that it is of the same kind. No relations may lead from the one to the
    other, so that neither is a part of the other: who was born in Warsaw was born in Poland.
    """
    if known == claimed or is_literal(known) != is_literal(claimed):
        return False
    if is_literal(known) and is_literal(claimed):
        return await _are_other_values(known, claimed, relation, reader)
    kg, languages = reader.run.kg, reader.run.config.language_list
    labels = await kg.labels([known, claimed], languages)
    if not {known, claimed} <= labels.keys() or folded(labels[known]) == folded(labels[claimed]):
        return False
    if not await _is_value_of(claimed, relation, reader):
        return False
    types = await kg.types([known, claimed])
    one, other = (set(types.get(term, ())) for term in (known, claimed))
    if (one or other) and one.isdisjoint(other):
        return False
    return not (await _leads_to(known, claimed, reader) or await _leads_to(claimed, known, reader))


async def _are_other_values(known: LiteralTerm, claimed: LiteralTerm, relation: Term, reader: GraphReader) -> bool:
    """Whether two numbers or dates surely differ; of two texts, neither may have all words of the other."""
    one, other = read_literal(known), read_literal(claimed)
    if one.span is not None and other.span is not None:
        return agrees(one, other) is False
    words = [set(WORD.findall(folded(literal_value(term)))) for term in (known, claimed)]
    is_part = words[0] <= words[1] or words[1] <= words[0]
    return not is_part and await _is_value_of(claimed, relation, reader)


async def _is_value_of(term: Term, relation: Term, reader: GraphReader) -> bool:
    """Whether anything has this value of a relation."""
    elsewhere = GraphPattern(elements=(_edge(relation), Constant(variable="value", terms=(term,))))
    return bool((await reader.result(Query(form="exists", pattern=elsewhere))).truth)


async def _leads_to(start: Term, end: Term, reader: GraphReader) -> bool:
    """Whether a few relations lead from one thing to another. Where they are too many to read, they may."""
    seen, front = {start}, [start]
    for _ in range(MOST_HOPS):
        around = await reader.run.kg.neighbors(front, limit=EDGES_READ)
        sources = set(front)
        reached = {tail for head, _, tail in around.triples if head in sources and not is_literal(tail)}
        if around.cut or end in reached or len(seen) + len(reached) > MOST_READ:
            return True
        front = sorted(reached - seen)
        seen |= reached
        if not front:
            return False
    return False


def _edge(relation: Term) -> Edge:
    return Edge(source="thing", relation=relation, target="value")
