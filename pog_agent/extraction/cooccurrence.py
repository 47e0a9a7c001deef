"""A graph of names that stand together in documents."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Literal, get_args

from pog_agent.documents.chunking import split_text
from pog_agent.documents.values import Document
from pog_agent.errors import SettingError
from pog_agent.extraction.graph import (
    MOST_SOURCES,
    ExtractedEdge,
    ExtractedGraph,
    ExtractedRelation,
    TextSource,
)
from pog_agent.extraction.names import NameTable, linked_key, title_key
from pog_agent.sentences import Span, sentences

Scope = Literal["sentence", "chunk"]

LEAST_UNITS = 100
"""In a corpus with fewer sentences or chunks no edge is left out for its weight."""

MOST_JOINED = 100
"""A sentence or chunk with more names is a list, and joins none of them."""

TOGETHER = "mentioned with"


@dataclass(frozen=True)
class CooccurrenceThresholds:
    """Which names are joined, and which edges are kept.

    Names are joined that stand in one sentence or in one chunk (`scope`). A name that is neither title nor linked
    counts from `min_mentions` places on. An edge is kept from `min_count` places and `min_weight` (-1 to 1) on, if
    it is among the `max_edges` best of one of its ends. Raises `SettingError` for a value that cannot be.
    """

    scope: Scope = "sentence"
    min_mentions: int = 2
    min_count: int = 1
    min_weight: float | None = None
    max_edges: int = 50

    def __post_init__(self) -> None:
        if self.scope not in get_args(Scope):
            raise SettingError(f"names are joined by sentence or by chunk, not by {self.scope!r}")
        for name in ("min_mentions", "min_count", "max_edges"):
            if getattr(self, name) < 1:
                raise SettingError(f"{name} is 1 at least, not {getattr(self, name)}")
        if self.min_weight is not None and not -1 <= self.min_weight <= 1:
            raise SettingError(f"min_weight is from -1 to 1, not {self.min_weight}")

    def least_weight(self, units: int) -> float:
        """The weight of an edge at least, in a corpus of so many sentences or chunks.

        Unless it is given it is 0, what chance gives. In a small corpus weights tell little, and none is too low.
        """
        if self.min_weight is not None:
            return self.min_weight
        return -1.0 if units < LEAST_UNITS else 0.0


@dataclass
class CooccurrenceCounts:
    """How many sentences or chunks have a name, and two names together; the first places of each pair."""

    units: int = 0
    crowded: list[str] = field(default_factory=list)
    names: Counter[str] = field(default_factory=Counter)
    pairs: Counter[tuple[str, str]] = field(default_factory=Counter)
    places: dict[tuple[str, str], list[TextSource]] = field(default_factory=dict)

    def add(self, keys: Iterable[str], place: TextSource) -> None:
        """Counts one sentence or chunk with its names."""
        present = sorted(set(keys))
        self.units += 1
        self.names.update(present)
        if len(present) > MOST_JOINED:
            self.crowded.append(f"{place.document}, {place.start}-{place.end}")
            return
        for pair in combinations(present, 2):
            self.pairs[pair] += 1
            known = self.places.setdefault(pair, [])
            if len(known) < MOST_SOURCES:
                known.append(place)

    def weight(self, pair: tuple[str, str]) -> float:
        """The normalised pointwise mutual information of two names (Bouma 2009), from -1 to 1.

        0 is what chance gives, 1 that neither stands without the other. Unlike the information itself it is bound,
        so that a name that is rare does not outweigh all others.
        """
        together, alone = self.pairs[pair], self.names[pair[0]] * self.names[pair[1]]
        if together == self.units:
            return 0.0
        information = math.log(together * self.units / alone)
        return round(information / -math.log(together / self.units), 3)


def count_together(
    documents: Iterable[Document],
    table: NameTable,
    scope: Scope,
    chunk_words: int,
) -> CooccurrenceCounts:
    """Counts the names of each sentence or chunk.

    What a document is about by its title stands in all of its sentences and chunks.
    """
    counts = CooccurrenceCounts()
    for document in documents:
        linked = {linked_key(iri) for iri in document.entities}
        about = {title_key(document)} & table.entities.keys()
        for start, end, parts in _units(document.text, scope, chunk_words):
            found = {key for part in parts for key in table.mentioned(document.text, *part, linked)}
            counts.add(found | about, TextSource(document=document.id, start=start, end=end))
    return counts


def cooccurrence_graph(
    table: NameTable, counts: CooccurrenceCounts, thresholds: CooccurrenceThresholds
) -> ExtractedGraph:
    """The graph of what stands together often enough. Names without an edge are kept if they are certain."""
    edges = sorted(_kept(counts, thresholds), key=lambda edge: (edge.head, edge.tail))
    joined = {key for edge in edges for key in (edge.head, edge.tail)} | table.certain
    place = f"one {thresholds.scope}"
    relation = ExtractedRelation(TOGETHER, f"Both stand in {place} of a document. It says nothing of why.")
    return ExtractedGraph(
        entities=tuple(entity for key, entity in table.entities.items() if key in joined),
        relations=(relation,),
        edges=tuple(edges),
        remarks=(
            f"Two names are joined if they stand in {place}. `weight` is their normalised pointwise mutual",
            "information: 0 is what chance gives, 1 that neither stands without the other.",
        ),
    )


def _kept(counts: CooccurrenceCounts, thresholds: CooccurrenceThresholds) -> Iterator[ExtractedEdge]:
    least = thresholds.least_weight(counts.units)
    weights = {
        pair: weight
        for pair, count in counts.pairs.items()
        if count >= thresholds.min_count and (weight := counts.weight(pair)) >= least
    }
    ranked = sorted(weights, key=lambda pair: (-counts.pairs[pair] * weights[pair], pair))
    degrees: Counter[str] = Counter()
    for pair in ranked:
        if min(degrees[key] for key in pair) < thresholds.max_edges:
            yield ExtractedEdge(
                head=pair[0],
                relation=TOGETHER,
                tail=pair[1],
                count=counts.pairs[pair],
                sources=tuple(counts.places[pair]),
                weight=weights[pair],
            )
        degrees.update(pair)


def _units(text: str, scope: Scope, chunk_words: int) -> Iterator[tuple[int, int, list[Span]]]:
    """The sentences or chunks of a text as spans of characters, each with its sentences."""
    for start, end in split_text(text, chunk_words):
        parts = [(start + first, start + last) for first, last in sentences(text[start:end])]
        if scope == "chunk":
            yield start, end, parts
        else:
            for first, last in parts:
                sentence = text[first:last]
                begin = first + len(sentence) - len(sentence.lstrip())
                yield begin, begin + len(sentence.strip()), [(first, last)]
