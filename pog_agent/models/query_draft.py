"""The query that a reasoner composed for a question, before code evaluates and verifies it."""

from dataclasses import dataclass

from pydantic import Field

from pog_agent.models.findings.finding import Finding
from pog_agent.models.query import Condition, GraphPattern, PatternElement, Query
from pog_agent.models.question import TopicEntity
from pog_agent.models.reading import Reading
from pog_agent.models.value import Value

KEY_PREFIX = "key_"
"""Columns with such a name say by what rows are ranked or chosen; they are no part of the answer."""


@dataclass(frozen=True)
class PatternPart:
    """A part of a pattern while it is written; parts add up."""

    elements: tuple[PatternElement, ...] = ()
    conditions: tuple[Condition, ...] = ()

    def __add__(self, other: "PatternPart") -> "PatternPart":
        return PatternPart((*self.elements, *other.elements), (*self.conditions, *other.conditions))

    @property
    def pattern(self) -> GraphPattern:
        """The part as a pattern. Raises `ValidationError` where it is none."""
        return GraphPattern(elements=self.elements, conditions=self.conditions)


class ReadQuery(Value):
    """A query, what each word of the question became in it, and why it may not be what is asked."""

    query: Query
    reading: Reading = Reading()
    flaws: tuple[Finding, ...] = ()


class ChosenReading(Value):
    """Another reading of a question, which somebody chose to have it answered by.

    `query` says the reading and `words` name it. `confidence` is the one that it was offered with. `topics` are
    what the names of the question stand for.
    """

    question: str
    query: Query
    confidence: float = Field(ge=0, le=1)
    words: str = ""
    topics: tuple[TopicEntity, ...] = ()


class QueryDraft(Value):
    """A query whose result is to be the answer; None where none was composed, and `reason` says why.

    `chosen` names the reading that somebody chose, where the query is that of one, and `confidence` is the one
    that it was offered with. Of a query, `reason` says what it rests on beside the graph: the day taken for today.

    The columns of a query of rows are what is asked for, in that order, besides those that begin with
    `KEY_PREFIX`. `reading` tells what each word of the question became in the query, and `flaws` why the query may
    not be what is asked. `rivals` are other readings that are as good: where one has another result, it is not
    known which is meant. `untold` are queries for things that may be meant as well, since the graph tells neither
    yes nor no of them. `factless` are queries for those of the answers that have no fact at all of a relation that
    is denied of them. With `asks_for_one`, the question speaks of one thing or value. `presupposed` are queries
    for what the question takes for granted: where one is not true, the query is not what is meant. With `refused`,
    the question was read, and what it compares with is not clear, no rule computes it, or the values of the graph
    do not allow what it asks.
    """

    query: Query | None = None
    chosen: str = ""
    confidence: float | None = None
    reading: Reading = Reading()
    flaws: tuple[Finding, ...] = ()
    rivals: tuple[ReadQuery, ...] = ()
    asks_for_one: bool = False
    presupposed: tuple[Query, ...] = ()
    untold: tuple[Query, ...] = ()
    factless: tuple[Query, ...] = ()
    reason: str = ""
    refused: bool = False
