"""Similarity of path patterns to a query (fuzzy selection, paper section 4.3).

A pattern is embedded as the sequence of its relations in words. Entity names are left out: they are the same
for most candidates of a question, and relation sequences repeat within and across questions, so that the
cache of the encoder saves most of the work.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from pog_agent.models import PatternKey
from pog_agent.ranking.encoder import Encoder, Vectors

MIN_FINALISTS = 400
FINALISTS_PER_PLACE = 5
CHUNK = 50_000
NONE = -1

Codes = NDArray[np.integer]


@dataclass(frozen=True, eq=False)
class StepTable:
    """Patterns as rows of step codes, shape (patterns, longest), padded with -1.

    A code is twice the index of the relation in `relations`, and one more for a step against the arrow.
    """

    relations: Sequence[str]
    codes: Codes

    @classmethod
    def of(cls, patterns: Sequence[PatternKey]) -> "StepTable":
        """The table of some keys, or the one that the patterns bring along."""
        if isinstance(patterns, HasSteps):
            return patterns.steps()
        relations = sorted({step.relation for key in patterns for step in key.steps})
        index = {name: place for place, name in enumerate(relations)}
        codes = np.full((len(patterns), max((key.length for key in patterns), default=0)), NONE, dtype=np.int32)
        for row, key in enumerate(patterns):
            codes[row, : key.length] = [2 * index[step.relation] + (not step.forward) for step in key.steps]
        return cls(relations, codes)


@runtime_checkable
class HasSteps(Protocol):
    """A sequence of patterns that holds them as a table."""

    def steps(self) -> StepTable:
        """The table, row by row the patterns."""
        ...


def spoken_relations(key: PatternKey) -> tuple[str, ...]:
    """The relations of a pattern in order, one walked there and straight back against its arrow named once.

    Such a pair goes through a mediator or another shared node ("adjoining" to a border and on to the neighbour).
    """
    table = StepTable.of([key])
    return tuple(table.relations[index] for index in _spoken(table.codes)[0].tolist() if index != NONE)


def pattern_text(relations: Sequence[str], relation_labels: Mapping[str, str]) -> str:
    """The text a pattern is embedded as: its relations in words, in order."""
    return ", ".join(relation_labels[relation] for relation in relations)


def rank_patterns(
    patterns: Sequence[PatternKey],
    query: str,
    relation_labels: Mapping[str, str],
    encoder: Encoder,
    width: int,
) -> list[tuple[PatternKey, float]]:
    """The `width` patterns most similar to the query with their cosine, best first.

    Where there are many distinct relation sequences, a first pass composes each from the vectors of its
    relations, and only the best of those (5 per place, at least 400) are embedded as a whole. Equal scores keep
    the order given, and shorter patterns come before longer ones.
    """
    if not len(patterns):
        return []
    table = StepTable.of(patterns)
    labels = [relation_labels[relation] for relation in table.relations]
    distinct, which = _distinct(_spoken(table.codes))
    target = encoder.encode([query])[0]
    finalists = max(MIN_FINALISTS, FINALISTS_PER_PLACE * width)
    chosen = np.arange(len(distinct))
    if len(distinct) > finalists:
        composed = composed_scores(distinct, labels, encoder, target)
        chosen = np.sort(np.argsort(-composed, kind="stable")[:finalists])
    texts = [", ".join(labels[index] for index in row if index != NONE) for row in distinct[chosen].tolist()]
    scores = np.full(len(distinct), -np.inf)
    scores[chosen] = encoder.encode(texts) @ target
    rows = np.flatnonzero(np.isfinite(scores[which]))
    lengths = (table.codes[rows] != NONE).sum(axis=1)
    order = np.lexsort((rows, lengths, -np.round(scores[which[rows]], 6)))[:width]
    return [(patterns[row], float(scores[which[row]])) for row in rows[order].tolist()]


def composed_scores(
    sequences: Codes, labels: Sequence[str], encoder: Encoder, target: Vectors
) -> NDArray[np.float64]:
    """Cosine of each sequence with the target, a sequence's vector being the mean of its relations' vectors.

    `sequences` are rows of indices into `labels`, padded with -1. Shape (len(sequences),). No sequence is
    embedded, only each label once: the cosine needs the products of labels with the target and each other.
    """
    vectors = encoder.encode(list(labels)).astype(np.float64)
    with_target = np.append(vectors @ target, 0.0)
    products = np.zeros((len(labels) + 1, len(labels) + 1))
    products[:-1, :-1] = vectors @ vectors.T
    scores = np.zeros(len(sequences))
    for start in range(0, len(sequences), CHUNK):
        part = sequences[start : start + CHUNK].T
        squared = np.zeros(part.shape[1])
        for place, column in enumerate(part):
            squared += products[column, column]
            for other in part[:place]:
                squared += 2 * products[column, other]
        norms = np.sqrt(np.maximum(squared, 0.0))
        scores[start : start + CHUNK] = with_target[part].sum(axis=0) / np.where(norms == 0, 1.0, norms)
    return scores


def relation_scores(relations: Sequence[str], query: str, encoder: Encoder) -> list[float]:
    """Cosine between each relation in words and the query."""
    if not relations:
        return []
    return [float(score) for score in encoder.encode(relations) @ encoder.encode([query])[0]]


def _spoken(codes: Codes) -> Codes:
    """Relation indices of each row without the second of a pair there and back, flush left, padded with -1."""
    spoken = np.where(codes == NONE, NONE, codes >> 1)
    before = np.full(len(codes), NONE)
    for place, column in enumerate(codes.T):
        back = (before != NONE) & (column != NONE) & (before == column ^ 1)
        spoken[back, place] = NONE
        before = np.where(back, NONE, column)
    order = np.argsort(spoken == NONE, axis=1, kind="stable")
    flush: Codes = np.take_along_axis(spoken, order, axis=1)
    return flush


def _distinct(rows: Codes) -> tuple[Codes, Codes]:
    """The distinct rows in the order of their first occurrence, and which of them each row is."""
    numbers = np.zeros(len(rows), dtype=np.int64)
    for column in rows.T:
        _, numbers = np.unique(numbers * (int(rows.max(initial=0)) + 2) + column + 1, return_inverse=True)
    _, first, which = np.unique(numbers, return_index=True, return_inverse=True)
    place = np.empty(len(first), dtype=np.int64)
    in_order = np.argsort(first)
    place[in_order] = np.arange(len(first))
    return rows[first[in_order]], place[which]
