"""The account of a composed query: what each word became in it, what asks for each part.

It claims little. A part that no word asks for, and that is not the only connection of what words ask for, is a
flaw; so is a word that stands for nothing. Of the words it reads English.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pog_agent.models import ElementReading, Paraphrase, Reading, TopicEntity
from pog_agent.models.findings.finding import Finding
from pog_agent.models.query import Expression, Query
from pog_agent.models.query_walk import read_variables
from pog_agent.models.reading import ElementRole
from pog_agent.ranking.encoder import Encoder
from pog_agent.reading.cues import superlatives
from pog_agent.reading.extremes import is_same_degree
from pog_agent.reading.query_account.attachment import attachment_flaws
from pog_agent.reading.query_account.operations import (
    ComparedValues,
    MeasuredValue,
    choice_flaws,
    comparison_flaws,
    form_flaws,
    is_dated,
    rank_flaws,
)
from pog_agent.reading.query_account.parts import QueryParts
from pog_agent.reading.query_account.read_words import ReadWords
from pog_agent.reading.query_account.shown_parts import (
    counted_flaws,
    doer_flaws,
    negation_flaws,
    target_flaws,
)
from pog_agent.reading.query_account.walks import ReadWalks
from pog_agent.reading.schema.vocabulary import QueryVocabulary
from pog_agent.terms import Term
from pog_agent.values.unit_names import without_unit
from pog_agent.words import stem

_FLIPPED: Final = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


@dataclass(frozen=True)
class QueryAccount:
    """What each word became, who asked for each part, and why the query may not be what is asked."""

    reading: Reading
    flaws: tuple[Finding, ...]


def account_of_query(
    question: str,
    topics: Sequence[TopicEntity],
    query: Query,
    vocabulary: QueryVocabulary,
    encoder: Encoder,
    *,
    paraphrases: Sequence[Paraphrase] = (),
    agreed: Collection[Term] = (),
    walks: ReadWalks | None = None,
) -> QueryAccount:
    """The account of a query for a question; the graph is not asked.

    The `agreed` relations need no words: somebody else answers the question by them, too. `walks` are the paths
    that the query was made of, if somebody cited any.
    """
    parts = QueryParts.of_query(query)
    given = question, topics, parts, vocabulary, encoder
    read = ReadWords(*given, paraphrases=paraphrases, agreed=agreed, walks=walks)
    flaws = [*read.read(), *doer_flaws(read, parts), *target_flaws(read, parts)]
    flaws += [*counted_flaws(read, parts), *negation_flaws(read, parts), *attachment_flaws(read, parts)]
    asked, rest = (_without_names(text, read, parts) for text in (question, read.rest))
    flaws += [*form_flaws(asked, parts), *choice_flaws(rest, parts, may_unite=read.walks.are_all_said)]
    flaws += comparison_flaws(rest, list(_compared(read, parts)), encoder)
    windows = [_measured(part.key, part.scope, read, parts) for part in parts.ranked]
    flaws += rank_flaws(read.rest, parts, windows, _cues_in_names(read, parts), encoder)
    spans = read.spans()
    flaws += spans.sentences()
    reading = Reading(spans=spans.spans("none"), elements=tuple(_elements(read, parts)))
    return QueryAccount(reading, tuple(dict.fromkeys(flaws)))


def _compared(read: ReadWords, parts: QueryParts) -> Iterator[ComparedValues]:
    """The comparisons of the query, with their operators as seen from what is asked for."""
    for part in parts.compared:
        left, right = (_givenness(side, part.scope, read, parts) for side in (part.test.left, part.test.right))
        is_left = right > left
        operator = part.test.operator if is_left else _FLIPPED.get(part.test.operator, part.test.operator)
        side = part.test.left if is_left else part.test.right
        measured = _measured(side, part.scope, read, parts)
        is_known = left != right or part.test.operator not in _FLIPPED
        yield ComparedValues(operator if is_known else "", measured)


def _givenness(expression: Expression, scope: int, read: ReadWords, parts: QueryParts) -> float:
    """How far an expression is what others are compared with.

    It is 2 for constants and values of queries, from 1 on for a value of a thing that the question names, the more
    the later it is named, and 0 for all others.
    """
    if expression.kind in ("constant", "scalar"):
        return 2.0
    names = {(scope, name) for name in read_variables(expression)}
    owners = [part.source for part in parts.relations if part.target in names]
    places = [place for owner in owners for place in [read.place_of(owner)] if parts.terms_of(owner)]
    if not owners or len(places) < len(owners):
        return 0.0
    return 1.0 + max(place or 0 for place in places) / (len(read.question) + 1)


def _measured(expression: Expression, scope: int, read: ReadWords, parts: QueryParts) -> MeasuredValue:
    """The relations that lead to the values of an expression, in words."""
    names = {(scope, name) for name in read_variables(expression)}
    relations = dict.fromkeys(part.iri for part in parts.relations if part.target in names)
    every = tuple(dict.fromkeys(map(read.facts.name, relations)))
    called = [text.casefold() for text in read.words.rewording.called(map(without_unit, every))]
    asked = (read.asked[iri][0] for iri in relations if iri in read.asked)
    return MeasuredValue(every, is_dated(expression), (*called, *asked))


def _without_names(text: str, read: ReadWords, parts: QueryParts) -> str:
    """A text without the words by which the names of relations say how something is: "named after", "per week".

    A name in other words than those of computing asks for nothing to be computed.
    """
    names = dict.fromkeys(read.facts.name(part.iri) for part in parts.relations)
    said = {stem(word) for name in names for word in name.split()}
    for word in sorted(word for word in read.operations if stem(word) in said):
        text = re.sub(rf"\b{re.escape(word)}\b", " ", text, flags=re.IGNORECASE)
    return text


def _cues_in_names(read: ReadWords, parts: QueryParts) -> list[str]:
    """Superlatives that the name of a relation or class of the query has, or one that says the same."""
    names = [read.facts.name(part.iri) for part in parts.relations]
    names += [read.facts.class_name(iri).lower() for iri in read.classes]
    stems = {stem(word) for name in names for word in name.split()}
    degrees = [found for name in names for found in superlatives(name)]
    return [
        cue
        for cue in superlatives(read.rest)
        if {stem(word.lower()) for word in cue.split()} <= stems
        or any(is_same_degree(cue, other) for other in degrees)
    ]


def _elements(read: ReadWords, parts: QueryParts) -> Iterator[ElementReading]:
    for part in parts.relations:
        yield _element("relation", read.facts.name(part.iri), part.iri, read)
    for iri in sorted(read.classes):
        yield _element("class", read.facts.class_name(iri), iri, read)


def _element(role: ElementRole, text: str, iri: Term, read: ReadWords) -> ElementReading:
    words, likeness = read.asked.get(iri, ("", 0.0))
    needed = read.needed.get(iri, "")
    return ElementReading(role=role, text=text, asked_by=words, needed=needed, likeness=round(likeness, 3))
