"""Which way a relation is asked from a thing that the question names: who does it, or to whom it is done."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

from pog_agent.asking.generating.shapes import (
    Along,
    Both,
    ExtremeOf,
    LinkedThings,
    MostOf,
    Numbered,
    Shape,
    Without,
)
from pog_agent.asking.likeness import Floats
from pog_agent.asking.links import QuestionLink
from pog_agent.asking.question import CuedQuestion
from pog_agent.asking.schema import SchemaWay
from pog_agent.asking.tokens import name_words
from pog_agent.language.cues import CueBook

NameKind = Literal["passive", "active", "preposition", "noun"]
_SAYS = 0.45
_NEAR = 3


@lru_cache(maxsize=10_000)
def name_kind(name: str, cues: CueBook) -> NameKind:
    """What the name of a relation is by its last word: "owned by", "owns", "located in", "owner"."""
    words = name_words(name)
    if not words:
        return "noun"
    if words[-1] in cues.words("agent"):
        return "passive"
    if words[-1] in cues.words("preposition"):
        return "preposition"
    if len(words) == 1 and words[0].endswith(cues.endings("verb")):
        return "active"
    return "active" if words[0] in cues.words("doing") | cues.words("being") else "noun"


def expected(question: CuedQuestion, link: QuestionLink, name: str, cover: Floats) -> int:
    """1 for along the relation from the thing, -1 for against it, and 0 where the words do not tell."""
    words = range(len(question))
    free = [place for place in words if cover[place] > _SAYS and place not in link.places]
    free = [place for place in free if question.is_content[place]]
    if not free:
        return 0
    says = min(free, key=lambda place: (-cover[place], abs(place - link.start)))
    kind = name_kind(name, question.book)
    if kind in ("passive", "active"):
        acts = _acts(question, link, is_said_first=says < link.start)
        return -1 if acts == (kind == "passive") else 1
    return _by_preposition(question, link, says) if kind == "preposition" else _by_noun(question, link, says)


def _by_preposition(question: CuedQuestion, link: QuestionLink, says: int) -> int:
    """The direction of a relation such as "located in"."""
    prepositions = question.book.words("preposition")
    is_said_first = says < link.start
    if is_said_first and _before(question, link) in prepositions - question.book.words("agent"):
        return -1
    return 1 if not is_said_first or question.words[-1] in prepositions else 0


def _by_noun(question: CuedQuestion, link: QuestionLink, says: int) -> int:
    """The direction of a relation such as "owner"."""
    book, is_said_first = question.book, says < link.start
    if is_said_first:
        return 1 if _before(question, link) in book.words("owner") else 0
    if any(ending in question.text for ending in book.endings("owner")) and says - link.end <= _NEAR:
        return 1
    is_last = question.words[-1] in book.words("preposition")
    return -1 if is_last and _helper(question, link) in book.words("being") else 0


def _before(question: CuedQuestion, link: QuestionLink) -> str:
    """The word before a link, without articles."""
    place = link.start - 1
    while place >= 0 and question.words[place] in question.book.words("article"):
        place -= 1
    return question.words[place] if place >= 0 else ""


def _helper(question: CuedQuestion, link: QuestionLink) -> str:
    """The last auxiliary before a link; empty where there is none."""
    helpers = question.book.words("doing") | question.book.words("being")
    return next((word for word in reversed(question.words[: link.start]) if word in helpers), "")


def _acts(question: CuedQuestion, link: QuestionLink, *, is_said_first: bool) -> bool:
    """Whether a thing does what a verb says, or it is done to it."""
    book = question.book
    if _before(question, link) in book.words("agent"):
        return True
    helper = _helper(question, link)
    if is_said_first:
        return False
    if helper:
        return helper in book.words("doing") and not book.words("being") & set(question.words[link.end :])
    return link.end >= len(question) or question.words[link.end] not in book.words("being")


def chains(shape: Shape) -> Iterator[tuple[SchemaWay, int]]:
    """The steps of a shape that begin at a thing which the question names, with its link."""
    if isinstance(shape, Along):
        if isinstance(shape.origin, LinkedThings):
            yield shape.step, shape.origin.link
        yield from chains(shape.origin)
    elif isinstance(shape, Both):
        for part in shape.parts:
            yield from chains(part)
    elif isinstance(shape, Without):
        yield from chains(shape.of)
        yield from chains(shape.other)
    elif isinstance(shape, (ExtremeOf, MostOf, Numbered)):
        yield from chains(shape.of)


def tested(shape: Shape) -> Iterator[tuple[SchemaWay, int]]:
    """The last steps of sets that a named thing is tested to be in, with its link."""
    if isinstance(shape, Both):
        links = [part.link for part in shape.parts if isinstance(part, LinkedThings)]
        steps = [part.step for part in shape.parts if isinstance(part, Along)]
        yield from ((step, link) for link in links for step in steps)
