"""What is extracted from documents: entities, and edges that know where they were read."""

import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from pog_agent.language.english import english_pattern
from pog_agent.models import Value
from pog_agent.words import folded

MOST_SOURCES = 10
"""So many places of an edge are named."""

MOST_ALIASES = 5


class TextSource(Value):
    """A place in a document: the characters from `start` to `end` of its text."""

    document: str
    start: int
    end: int


@dataclass(frozen=True)
class ExtractedEntity:
    """An entity with its names; `key` tells it apart. `iri` is set where the corpus names its IRI."""

    key: str
    label: str
    aliases: tuple[str, ...] = ()
    iri: str | None = None


@dataclass(frozen=True)
class ExtractedRelation:
    """A relation by its words, and what it means."""

    label: str
    comment: str = ""


@dataclass(frozen=True)
class ExtractedEdge:
    """An edge between two entities, given by their keys.

    `count` is the number of places where it was read, `sources` are the first of them. `weight` says how much more
    often its ends stand together than by chance; None where that is not what the edge says.
    """

    head: str
    relation: str
    tail: str
    count: int
    sources: tuple[TextSource, ...]
    weight: float | None = None


@dataclass(frozen=True)
class ExtractedGraph:
    """Entities, relations and edges, each sorted. `remarks` say how the graph was made, for its readers."""

    entities: tuple[ExtractedEntity, ...]
    relations: tuple[ExtractedRelation, ...]
    edges: tuple[ExtractedEdge, ...]
    remarks: tuple[str, ...] = ()


def entity_key(name: str) -> str:
    """What all spellings of a name have in common: no case, no article in front, no possessive ending."""
    plain = english_pattern("words", "genitive").sub("", folded(one_line(name)))
    return english_pattern("naming", "article_first").sub("", plain)


def one_line(text: str) -> str:
    """A text with composed characters (NFC) and single spaces."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def usual_spelling(texts: Counter[str]) -> str:
    """The most frequent of some spellings."""
    return min(texts, key=lambda text: (-texts[text], text))


def other_spellings(texts: Iterable[str], label: str) -> tuple[str, ...]:
    """The spellings that differ from the label by more than case, at most `MOST_ALIASES`, sorted."""
    others = {folded(text): text for text in sorted(texts, reverse=True) if folded(text) != folded(label)}
    return tuple(sorted(others.values())[:MOST_ALIASES])
