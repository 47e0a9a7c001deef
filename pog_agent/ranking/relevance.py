"""Similarity of path patterns to a query (fuzzy selection, paper section 4.3).

A pattern is embedded as the sequence of its relations in words. Entity names are left out: they are the same
for most candidates of a question, and relation sequences repeat within and across questions, so that the
cache of the encoder saves most of the work.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np

from pog_agent.models import PatternKey
from pog_agent.ranking.encoder import Encoder
from pog_agent.ranking.screening import NONE, Codes, lengths_of, of_each, screened, sequence_text

EMBEDDED_AT_ONCE = 400
MIN_FINALISTS = 120
FINALISTS_PER_PLACE = 0.7
FINALISTS_GROWTH = 0.15
"""As the power of the number of sequences: among more of them more are nearly as near as the last place."""
SHARE_BY_LENGTH = 0.25
"""The part of the places that the lengths of sequences share evenly: of long ones there are so many more that some
come near every query by chance."""


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


def rank_patterns(
    patterns: Sequence[PatternKey],
    query: str,
    relation_labels: Mapping[str, str],
    encoder: Encoder,
    width: int,
) -> list[tuple[PatternKey, float]]:
    """The `width` patterns most similar to the query with their cosine, best first.

    A quarter of the places is for the best of each length, in equal parts. Up to 400 distinct relation sequences
    are all embedded; of n, if more, the 0.7 n^0.15 per place (at least 120) that are most likely to be near. Equal
    scores keep the order given, and shorter patterns come before longer ones.
    """
    if not len(patterns):
        return []
    table = StepTable.of(patterns)
    labels = [relation_labels[relation] for relation in table.relations]
    distinct, which = _distinct(_spoken(table.codes))
    spoken = lengths_of(distinct)
    target = encoder.encode([query])[0]
    reserved = int(SHARE_BY_LENGTH * width) // len(np.unique(spoken))
    scores = np.full(len(distinct), -np.inf)
    if len(distinct) > EMBEDDED_AT_ONCE:
        count = max(MIN_FINALISTS, round(FINALISTS_PER_PLACE * width * len(distinct) ** FINALISTS_GROWTH))
        finalists, exact = screened(distinct, labels, encoder, target, count, of_each_length=reserved)
        scores[finalists] = exact
    else:
        scores[:] = encoder.encode([sequence_text(row, labels) for row in distinct.tolist()]) @ target
    rows = np.flatnonzero(np.isfinite(scores[which]))
    lengths = lengths_of(table.codes[rows])
    order = rows[np.lexsort((rows, lengths, -np.round(scores[which[rows]], 6)))]
    kept = np.zeros(len(order), dtype=np.bool_)
    kept[of_each(spoken[which[order]], reserved)] = True
    kept[np.flatnonzero(~kept)[: width - int(kept.sum())]] = True
    return [(patterns[row], float(scores[which[row]])) for row in order[kept].tolist()]


def relation_similarities(relations: Sequence[str], query: str, encoder: Encoder) -> list[float]:
    """Cosine between each relation in words and the query."""
    if not relations:
        return []
    return [float(score) for score in encoder.encode(relations) @ encoder.encode([query])[0]]


def _spoken(codes: Codes) -> Codes:
    """Relation indices of each row, flush left, padded with -1; one walked there and straight back said once.

    Such a pair goes through a mediator or another shared node ("adjoining" to a border and on to the neighbour).
    """
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
    base = int(rows.max(initial=0)) + 2
    numbers: Codes = np.zeros(len(rows), dtype=np.int64)
    for column in rows.T:
        numbers = _numbered(numbers * base + column + 1)
    first = np.full(int(numbers.max(initial=-1)) + 1, len(rows))
    np.minimum.at(first, numbers, np.arange(len(rows)))
    in_order = np.argsort(first)
    place = np.empty(len(first), dtype=np.int64)
    place[in_order] = np.arange(len(first))
    return rows[first[in_order]], place[numbers]


def _numbered(keys: Codes) -> Codes:
    """The rank of each key among the distinct ones."""
    order = np.argsort(keys)
    ranked = keys[order]
    numbers = np.empty(len(keys), dtype=np.int64)
    numbers[order] = np.cumsum(np.append([0], ranked[1:] != ranked[:-1]))[: len(keys)]
    return numbers
