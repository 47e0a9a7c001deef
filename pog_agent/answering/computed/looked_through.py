"""What a query looks through: the things that its conditions choose from, and how many there are."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pog_agent.answering.computed.pattern_words import Noun
from pog_agent.answering.computed.query_parts import connected, subject_of
from pog_agent.answering.computed.query_words import QueryWords
from pog_agent.answering.computed.witnesses import GraphReader, Witness
from pog_agent.models.query import Column, GraphPattern, PatternElement, Query, VariableValue
from pog_agent.models.query_walk import variables_of

SHOWN = 10


@dataclass(frozen=True)
class LookedThrough:
    """How many things were looked through, in words and by number, and the elements that they fulfil."""

    count: int
    things: Noun
    elements: tuple[PatternElement, ...]
    subject: str

    @property
    def sentence(self) -> str:
        """That they were looked through."""
        return f"looked through {self.things.counted(self.count)}"


async def looked_through(query: Query, words: QueryWords, reader: GraphReader) -> LookedThrough | None:
    """The things that a query chooses from; None where the graph has none, so that a "no" says nothing.

    These are what fulfils the query without its tests; if nothing does, without the ends that it names, too; if
    nothing does either, the instances of the class that it is about.
    """
    subject = subject_of(query)
    if subject is None or subject not in query.pattern.variables:
        return None
    for elements in _relaxed(query, subject):
        count = await reader.count(elements, (subject,))
        if count:
            things = words.things(GraphPattern(elements=elements), subject)
            return LookedThrough(count, things, elements, subject)
    return None


async def some_of(found: LookedThrough, reader: GraphReader) -> list[Witness]:
    """The first few of the things that were looked through."""
    pattern = GraphPattern(elements=found.elements)
    column = Column(name=found.subject, expression=VariableValue(variable=found.subject))
    rows = await reader.rows(Query(pattern=pattern, columns=(column,)), SHOWN)
    terms = [row[found.subject] for row in rows]
    witnesses = [await reader.witness(pattern, {found.subject: term}) for term in terms if term is not None]
    return [witness for witness in witnesses if witness is not None]


def _relaxed(query: Query, subject: str) -> Iterator[tuple[PatternElement, ...]]:
    """Ever fewer elements around the subject; each gives more things."""
    whole = tuple(_without_differences(query.pattern.elements))
    yield connected(whole, subject)
    named = [item for item in whole if item.kind in ("constant", "in_query")]
    targets = {item.target for item in whole if item.kind == "edge"}
    at_targets = [item for item in named if targets.intersection(variables_of(item))]
    if named:
        yield connected([item for item in whole if item not in (at_targets or named)], subject)
    instances = tuple(item for item in whole if item.kind == "instance" and item.variable == subject)
    if instances:
        yield instances


def _without_differences(elements: Sequence[PatternElement]) -> Iterator[PatternElement]:
    """The elements; of a difference only what something is taken away from."""
    for element in elements:
        if element.kind == "combination" and element.operation == "difference":
            yield from element.patterns[0].elements
        else:
            yield element
