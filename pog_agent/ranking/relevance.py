"""Similarity of path patterns to a query (fuzzy selection, paper section 4.3).

A pattern is embedded as the sequence of its relations in words. Entity names are left out: they are the same
for most candidates of a question, and relation sequences repeat within and across questions, so that the
cache of the encoder saves most of the work.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from pog_agent.kg.adjacency import Ints
from pog_agent.models import PatternKey
from pog_agent.ranking.encoder import Encoder
from pog_agent.ranking.screening import first_of_each_length, lengths_of, screened, sequence_text
from pog_agent.subgraph.exploration.candidates import StepTable
from pog_agent.subgraph.exploration.enumerate import NONE

EMBEDDED_AT_ONCE = 400
MIN_FINALISTS = 120
FINALISTS_PER_PLACE = 0.7
FINALISTS_GROWTH = 0.15
"""The power of the number of sequences: the more there are, the more are nearly as near as the last place."""
SHARE_BY_LENGTH = 0.25
"""The part of the places that the lengths of sequences share evenly. Long sequences are so many that some of them
come near any query by chance."""


def rank_patterns(
    patterns: Sequence[PatternKey],
    query: str,
    relation_labels: Mapping[str, str],
    encoder: Encoder,
    width: int,
) -> list[tuple[PatternKey, float]]:
    """The `width` patterns most similar to the query with their cosine, best first.

    A quarter of the places is for the best of each length, in equal parts. Up to 400 distinct relation sequences
    are all embedded. Of n sequences, if they are more, those most likely to be near are embedded: 0.7 n^0.15 per
    place, and at least 120. Of patterns with equal scores the shorter come first, then those given first.
    """
    # Many patterns have the same sequence of relations. Each sequence is embedded once, and its score goes back
    # to all patterns of it.
    if not len(patterns):
        return []
    table = StepTable.from_patterns(patterns)
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
    kept[first_of_each_length(spoken[which[order]], reserved)] = True
    kept[np.flatnonzero(~kept)[: width - int(kept.sum())]] = True
    return [(patterns[row], float(scores[which[row]])) for row in order[kept].tolist()]


def relation_similarities(relations: Sequence[str], query: str, encoder: Encoder) -> list[float]:
    """The cosine of each relation in words with the query."""
    if not relations:
        return []
    return [float(score) for score in encoder.encode(relations) @ encoder.encode([query])[0]]


def _spoken(codes: Ints) -> Ints:
    """The relation indices of each row, flush left and padded with -1.

    A relation that is walked to a node and straight on from there in reverse is said once: such a pair of steps
    goes through a mediator or another shared node ("adjoining" to a border and on to the neighbour).
    """
    spoken = np.where(codes == NONE, NONE, codes >> 1)
    before = np.full(len(codes), NONE)
    for place, column in enumerate(codes.T):
        back = (before != NONE) & (column != NONE) & (before == column ^ 1)
        spoken[back, place] = NONE
        before = np.where(back, NONE, column)
    order = np.argsort(spoken == NONE, axis=1, kind="stable")
    flush: Ints = np.take_along_axis(spoken, order, axis=1)
    return flush


def _distinct(rows: Ints) -> tuple[Ints, Ints]:
    """The distinct rows in the order of their first occurrence, and for each row its number among them."""
    base = int(rows.max(initial=0)) + 2
    numbers: Ints = np.zeros(len(rows), dtype=np.int64)
    for column in rows.T:
        numbers = _numbered(numbers * base + column + 1)
    first = np.full(int(numbers.max(initial=-1)) + 1, len(rows))
    np.minimum.at(first, numbers, np.arange(len(rows)))
    in_order = np.argsort(first)
    place = np.empty(len(first), dtype=np.int64)
    place[in_order] = np.arange(len(first))
    return rows[first[in_order]], place[numbers]


def _numbered(keys: Ints) -> Ints:
    """The rank of each key among the distinct ones."""
    order = np.argsort(keys)
    ranked = keys[order]
    numbers = np.empty(len(keys), dtype=np.int64)
    numbers[order] = np.cumsum(np.append([0], ranked[1:] != ranked[:-1]))[: len(keys)]
    return numbers
