"""Similarity of path patterns to a query (fuzzy selection, paper section 4.3).

A pattern is embedded as the sequence of its relations in words. Entity names are left out: they are the same
for most candidates of a question, and relation sequences repeat within and across questions, so that the
cache of the encoder saves most of the work.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from pog_agent.deadline import NEVER, Deadline
from pog_agent.kg.adjacency import Bools, Ints
from pog_agent.models import PatternKey
from pog_agent.ranking.encoder import Encoder
from pog_agent.ranking.prior import RelationScores
from pog_agent.ranking.screening import (
    ScreenedSequences,
    first_of_each_length,
    lengths_of,
    screened,
    sequence_text,
)
from pog_agent.ranking.timed import TimedEncoder, encoded_for_ranking, is_rounding
from pog_agent.subgraph.exploration.candidates import StepTable
from pog_agent.subgraph.exploration.enumerate import NONE
from pog_agent.subgraph.graph import Floats

FINALISTS = 10.0
FINALISTS_BY_WIDTH = 0.4
FINALISTS_BY_NUMBER = 0.15
"""The factor, and the powers of the number of places and of sequences: few places need more finalists for each of
them, and the more sequences there are, the more are nearly as near as the last place."""
PART_IS_UP = "the part of the search's time (max_seconds) that ranking gets is used up"
SHARE_BY_LENGTH = 0.25
"""The part of the places that the lengths of sequences share evenly. Long sequences are so many that some of them
come near any query by chance."""


@dataclass(frozen=True)
class PatternRanking:
    """Patterns with their scores, best first; `cut` says what was ranked by what, where time was up before."""

    best: list[tuple[PatternKey, float]]
    cut: str | None = None


def rank_patterns(
    patterns: Sequence[PatternKey],
    query: str,
    relation_labels: Mapping[str, str],
    encoder: Encoder,
    width: int,
) -> list[tuple[PatternKey, float]]:
    """The `width` patterns most similar to the query with their cosine, best first.

    A quarter of the places is for the best of each length, in equal parts. Of n distinct relation sequences those
    most likely to be near are embedded, 10 width^0.4 n^0.15: all of them up to about 120 for 80 places. Of
    patterns with equal scores the shorter come first, then those given first.
    """
    return rank_in_time(patterns, query, relation_labels, encoder, width, deadline=NEVER).best


def rank_in_time(
    patterns: Sequence[PatternKey],
    query: str,
    relation_labels: Mapping[str, str],
    encoder: Encoder,
    width: int,
    *,
    deadline: Deadline,
    scored: Mapping[str, float] = MappingProxyType({}),
) -> PatternRanking:
    """As `rank_patterns`, until a deadline: what has not been embedded by then follows what has.

    It is in the order of the score that its relations give it, which is what chooses whose turn it is. `scored`
    are texts with their score, if it is known (`scored_together`).
    """
    # Many patterns have the same sequence of relations. Each sequence is embedded once, and its score goes back
    # to all patterns of it.
    if not len(patterns):
        return PatternRanking([])
    table = StepTable.from_patterns(patterns)
    labels = [relation_labels[relation] for relation in table.relations]
    distinct, which = _distinct(_spoken(table.codes))
    spoken = lengths_of(distinct)
    reserved = int(SHARE_BY_LENGTH * width) // len(np.unique(spoken))
    wanted = _to_embed(len(distinct), width)
    if wanted == len(distinct) and deadline == NEVER:
        texts = [sequence_text(row, labels) for row in distinct.tolist()]
        is_known = all(text in scored for text in texts)
        scores = (
            np.array([scored[text] for text in texts]) if is_known else _scores(texts, spoken == 1, query, encoder)
        )
        is_exact, cut = np.ones(len(distinct), dtype=np.bool_), None
    else:
        timed = TimedEncoder(encoder, deadline, tells=True)
        relations = RelationScores.compare(labels, query, timed)
        found = screened(distinct, labels, timed, relations, wanted, of_each_length=reserved)
        scores, is_exact = found.expected, found.is_exact
        cut = _cut(found, wanted, relations) if timed.left_out else None
    rows = np.arange(len(which)) if cut else np.flatnonzero(is_exact[which])
    lengths = lengths_of(table.codes[rows])
    order = rows[np.lexsort((rows, lengths, -np.round(scores[which[rows]], 6), ~is_exact[which[rows]]))]
    kept = np.zeros(len(order), dtype=np.bool_)
    kept[first_of_each_length(spoken[which[order]], reserved)] = True
    kept[np.flatnonzero(~kept)[: width - int(kept.sum())]] = True
    return PatternRanking([(patterns[row], float(scores[which[row]])) for row in order[kept].tolist()], cut)


def scored_together(
    groups: Iterable[tuple[Sequence[PatternKey], int]],
    query: str,
    relation_labels: Mapping[str, str],
    encoder: Encoder,
) -> dict[str, float]:
    """The cosine with the query of every text of some groups of patterns, each with its least width, by one call.

    Left out are groups so large that not all of their texts are embedded.
    """
    texts: dict[str, bool] = {}
    for patterns, width in groups:
        if len(patterns):
            table = StepTable.from_patterns(patterns)
            labels = [relation_labels[relation] for relation in table.relations]
            distinct, _ = _distinct(_spoken(table.codes))
            if _to_embed(len(distinct), width) == len(distinct):
                rows = zip(distinct.tolist(), (lengths_of(distinct) == 1).tolist(), strict=True)
                texts |= {sequence_text(row, labels): is_single for row, is_single in rows}
    scores = _scores([*texts], np.array([*texts.values()]), query, encoder) if texts else np.zeros(0)
    return dict(zip(texts, scores.tolist(), strict=True))


def _scores(texts: Sequence[str], is_single: Bools, query: str, encoder: Encoder) -> Floats:
    """The cosine of each text with the query. Only sequences may be rounded: single relations have other uses."""
    others = np.flatnonzero(~is_single).tolist() if is_rounding(encoder) else []
    exact = np.setdiff1d(np.arange(len(texts)), others).tolist()
    vectors = encoder.encode([query, *(texts[row] for row in exact)])
    scores = np.empty(len(texts))
    scores[exact] = vectors[1:] @ vectors[0]
    if others:
        scores[others] = encoded_for_ranking(encoder, [texts[row] for row in others]) @ vectors[0]
    return scores


def _to_embed(sequences: int, width: int) -> int:
    """How many of so many relation sequences to embed, to find those of the best patterns."""
    wanted: float = FINALISTS * width**FINALISTS_BY_WIDTH * sequences**FINALISTS_BY_NUMBER
    return min(max(round(wanted), width), sequences)


def _cut(found: ScreenedSequences, wanted: int, relations: RelationScores) -> str:
    total = len(relations.with_query)
    words = f" ({total - relations.embedded:,} of {total:,} of them by shared words)"
    return (
        f"{int(found.is_exact.sum()):,} of {wanted:,} relation sequences were ranked by their embedding, the "
        f"others by that of their relations{words if relations.embedded < total else ''}, since {PART_IS_UP}"
    )


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
