"""The contrasts between a question and the relations that its answer stands on, be they of paths or of a query.

Vectors are alike for words of opposite meaning. So a relation carries no word of which its name has the opposite,
and none carries a word that changes what is asked, unless the names of the graph say it.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_words
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.reading.contrasts.opposites import contrast
from pog_agent.reading.contrasts.qualifying import (
    ANYBODY,
    COMPUTED,
    is_past_deed,
    qualifiers_in,
    untold,
)
from pog_agent.reading.cues import NEGATION, OTHER_TIMES, superlatives
from pog_agent.reading.question_words import LIGHT_VERBS, QuestionWords
from pog_agent.reading.senses.doers import asked_of, source_does
from pog_agent.words import FUNCTION_WORDS, PREPOSITIONS, stem

_TOLD_OF_SOURCE: Final = english_words("told_of_source")
"""Behind these the name of a relation tells the role of what has it: "pupil of"."""
_TURNED: Final = english_pattern("contrasts", "turned")
"""Here the role of what is named is said, and not of what is asked for: "whose teacher is Ann"."""
_IDLE: Final = FUNCTION_WORDS | LIGHT_VERBS


@dataclass(frozen=True)
class ContrastedRelation:
    """A relation that an answer stands on, by its name and other names.

    `onward` tells whether the answer is on the side that the arrow leads to, None where it is on neither.
    """

    name: str
    aliases: tuple[str, ...] = ()
    onward: bool | None = None


def contrast_flaws(
    words: QuestionWords,
    relations: Sequence[ContrastedRelation],
    said: Iterable[str] = (),
    *,
    orders: bool = False,
    aggregates: bool = False,
) -> Iterator[Finding]:
    """A finding for each word of the question that the relations contradict, or that changes what they tell.

    `said` are other names of the graph that the answer stands on: classes, values of conditions. An answer that
    `orders` things by what the relations tell has what a superlative asks for; one that `aggregates` that may have
    its average or extreme.
    """
    names = [text for item in relations for text in (item.name, *item.aliases)]
    told = [word for text in (*names, *said) for word in _words(text)]
    opposed = dict(_opposite_flaws(words, relations, told, orders=orders))
    yield from opposed.values()
    for qualifier in qualifiers_in(words):
        is_done = (aggregates and qualifier.group in COMPUTED) or OTHER_TIMES.fullmatch(qualifier.text)
        is_said = bool(is_done) or qualifier.text in opposed
        if relations and not is_said and untold(qualifier, told, [item.name for item in relations]):
            yield finding("qualifier-untold", qualifier.text, relations[-1].name)


def _opposite_flaws(
    words: QuestionWords, relations: Sequence[ContrastedRelation], told: Collection[str], *, orders: bool
) -> Iterator[tuple[str, Finding]]:
    """The words of the question that the relations contradict, each with the finding that says so."""
    if NEGATION.search(words.question):
        return  # what is not open is closed
    said = " ".join(word.text for word in words.words if word.kind != "topic")
    asked = [word for word in _parts_of(said) if word not in _IDLE]
    done = {word.casefold() for word in superlatives(words.question)} if orders else set[str]()
    told_stems = {stem(part) for word in told for part in _parts_of(word)}
    asked_stems = set(map(stem, asked))
    asked = [word for word in asked if word not in done and stem(word) not in told_stems]
    # Of two that are named, "what did Bo sell Ann", one may be on either side.
    is_plain = len({word.topic for word in words.words if word.topic is not None}) < 2
    for word in asked:
        found = [
            (contrast(word, other), other, relation)
            for relation in relations
            for other in _parts_of(relation.name)
            if other not in _IDLE and stem(other) not in asked_stems
        ]
        yield from (
            (word, finding("opposite-word", word, other)) for kind, other, _ in found if kind == "opposite"
        )
        sides = [(other, relation) for kind, other, relation in found if kind == "converse"]
        if is_plain and sides and all(_is_same_side(words.question, word, *side) for side in sides):
            yield word, finding("opposite-word", word, sides[0][0])


def _is_same_side(question: str, word: str, other: str, relation: ContrastedRelation) -> bool:
    """Whether an answer is told by one of two converse words where the question asks by the other.

    Whom somebody "taught" is told by `learned from` from the other side, and `pupil of` leads to a teacher.
    """
    last = _words(relation.name)[-1:]
    is_of_place = not (PREPOSITIONS - _TOLD_OF_SOURCE - {"by"}).isdisjoint(last)
    is_of_anybody = not ANYBODY.isdisjoint(_words(question))
    if relation.onward is None or is_of_place or is_of_anybody or _TURNED.search(question):
        return False
    asks, source = asked_of(question, word), source_does(relation.name, other)
    if source is None:
        source = is_past_deed(relation.name) or not _TOLD_OF_SOURCE.isdisjoint(last)
    return (asks != "object") == (source != relation.onward)


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", text.casefold())


def _parts_of(text: str) -> list[str]:
    """The words of a text, and those that hyphens join in them."""
    return [part for word in _words(text) for part in ([word, *word.split("-")] if "-" in word else [word])]
