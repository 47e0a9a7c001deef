"""Whether relations of a query are attached to the things that the question says them of."""

from collections.abc import Iterator
from itertools import combinations
from typing import Final, NamedTuple

from pog_agent.language.english import english_pattern
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.models.query import Expression
from pog_agent.models.query_walk import read_variables
from pog_agent.reading.query_account.parts import QueryParts, shown_variables
from pog_agent.reading.query_account.read_words import ReadWords
from pog_agent.reading.senses.mutual import is_symmetric
from pog_agent.reading.senses.roles import leads_to_role
from pog_agent.terms import is_literal, literal_value

_BEFORE_TO: Final = english_pattern("doing", "to_behind")


class _Attached(NamedTuple):
    """A relation of the query and the name or number at its end, each with its place in the question."""

    relation: int
    end: int
    text: str


def attachment_flaws(read: ReadWords, parts: QueryParts) -> Iterator[Finding]:
    """Relations that stand nearer to another name or number in the question than to their own, or have no side."""
    yield from _swapped(read, parts)
    if not read.walks.is_cited:
        yield from _undirected(read, parts)


def _swapped(read: ReadWords, parts: QueryParts) -> Iterator[Finding]:
    """Pairs of names or numbers that would stand nearer to the relation of the other one."""
    for one, other in combinations([*_names(read, parts), *_numbers(read, parts)], 2):
        own = abs(one.relation - one.end) + abs(other.relation - other.end)
        if abs(one.relation - other.end) + abs(other.relation - one.end) < own:
            yield finding("said-of-another-value", one.text, other.text)


def _names(read: ReadWords, parts: QueryParts) -> Iterator[_Attached]:
    for part in parts.relations:
        relation = read.place_of_relation(part.iri)
        for variable in (part.source, part.target) if relation is not None else ():
            end = read.place_of(variable) if parts.terms_of(variable) else None
            if relation is not None and end is not None:
                yield _Attached(relation, end, read.question[end:].split(maxsplit=1)[0])


def _numbers(read: ReadWords, parts: QueryParts) -> Iterator[_Attached]:
    for part in parts.compared:
        for side, other in ((part.test.left, part.test.right), (part.test.right, part.test.left)):
            if other.kind != "constant":
                continue
            text = literal_value(other.term) if is_literal(other.term) else ""
            end = read.question.find(text) if text else -1
            relation = _place_of_values(side, part.scope, read, parts)
            if relation is not None and end >= 0:
                yield _Attached(relation, end, text)


def _place_of_values(expression: Expression, scope: int, read: ReadWords, parts: QueryParts) -> int | None:
    names = {(scope, name) for name in read_variables(expression)}
    places = (read.place_of_relation(part.iri) for part in parts.relations if part.target in names)
    return next((place for place in places if place is not None), None)


def _undirected(read: ReadWords, parts: QueryParts) -> Iterator[Finding]:
    """Relations between things of one kind, neither of which is named, where no noun tells their direction."""
    for part in parts.relations:
        name = read.facts.name(part.iri)
        is_told = parts.terms_of(part.source) or parts.terms_of(part.target) or is_symmetric(name)
        if is_told or read.facts.is_attribute(part.iri) or not read.facts.may_be_alike(part.source, part.target):
            continue
        nouns = [word for word in read.words.content if not _BEFORE_TO.match(read.question[word.end :])]
        roles = [(word, leads_to_role(name, word.text, onward=True)) for word in nouns]
        told = [(word, part.target if onward else part.source) for word, onward in roles if onward is not None]
        if not told:
            yield finding("side-untold", name)
        shown = set(shown_variables(parts.query))
        for word, holder in told:
            if english_pattern("doing", "be_before").search(read.question[: word.start]) and holder not in shown:
                yield finding("other-end-said", name, word.text)
