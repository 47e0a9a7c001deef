"""Exploration: the candidate patterns of entity lists inside a length window (paper section 4.2)."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise

import numpy as np

from pog_agent.deadline import TIME_IS_UP
from pog_agent.kg.adjacency import Ints
from pog_agent.subgraph.exploration.best_pairs import PairedLists, best_pairs
from pog_agent.subgraph.exploration.candidates import Candidates, PatternBlock
from pog_agent.subgraph.exploration.enumerate import (
    NONE,
    EnumeratedPatterns,
    EnumerationBudget,
    joined_patterns,
    mean_worth,
    open_patterns,
)
from pog_agent.subgraph.exploration.partial_paths import StepScores
from pog_agent.subgraph.graph import Floats, Subgraph
from pog_agent.subgraph.similarity import RelationSimilarity


@dataclass(frozen=True)
class LengthWindow:
    """The lengths of interest: more than `above` and at most `up_to` steps, at most `per_segment` in a segment."""

    above: int
    up_to: int
    per_segment: int


@dataclass(frozen=True, eq=False)
class Exploration:
    """The candidates of one exploration without duplicates, and in words what a budget left out."""

    patterns: Candidates
    truncated: tuple[str, ...] = ()


def find_entity_paths(
    graph: Subgraph,
    entities: Sequence[str],
    window: LengthWindow,
    budget: EnumerationBudget,
    similarity: RelationSimilarity | None = None,
) -> Exploration:
    """Patterns that run through all entities in the given order (EntityPathFind of Algorithm 1).

    One entity gives open patterns; several give patterns from the first to the last, each segment simple in
    itself. Over a budget the best are kept, by the mean of `similarity` over their steps; without
    `similarity` the shortest.
    """
    # The segments are enumerated in threads: they share nothing but the scores, and numpy releases the lock.
    ids = [graph.nodes.id_of(entity) for entity in entities]
    known = [node for node in ids if node is not None]
    if len(known) < len(ids) or not known:
        return Exploration(Candidates())
    worth = cache(partial(_worth, graph, similarity))
    if len(known) == 1:
        found = open_patterns(graph, known[0], window.up_to, budget, worth)
        table = _JointPatterns(found.codes, np.zeros((len(found.codes), 1), dtype=np.int32), found.truncated)
    else:
        room = min(window.per_segment, window.up_to - (len(known) - 2))
        with ThreadPoolExecutor(len(known) - 1) as pool:
            segments = list(
                pool.map(lambda ends: joined_patterns(graph, ends, room, budget, worth), pairwise(known))
            )
        table = _join(segments, window, budget, worth)
    block = PatternBlock(graph, tuple(entities), table.codes, table.positions)
    inside = np.flatnonzero((block.lengths > window.above) & (block.lengths <= window.up_to))
    return Exploration(Candidates(blocks=[block.take(inside)]), _worded(table.truncated, entities))


def explore_lists(
    graph: Subgraph,
    lists: Sequence[Sequence[str]],
    windows: Sequence[LengthWindow],
    budget: EnumerationBudget,
    similarity: RelationSimilarity | None = None,
) -> Exploration:
    """The patterns of several entity lists together, each with its window, in the order of the lists.

    Lists that come after the deadline of the budget are left out, but for the first.
    """
    blocks: dict[tuple[tuple[str, ...], LengthWindow], PatternBlock] = {}
    truncated: list[str] = []
    for number, (entities, window) in enumerate(zip(lists, windows, strict=True)):
        if number and budget.deadline.is_over:
            truncated.append(f"{number} of {len(lists)} lists of entities were searched, since {TIME_IS_UP}")
            break
        if (tuple(entities), window) in blocks:
            continue
        found = find_entity_paths(graph, entities, window, budget, similarity)
        blocks.update({(tuple(entities), window): block for block in found.patterns.blocks})
        truncated.extend(found.truncated)
    return Exploration(Candidates(blocks=list(blocks.values())), tuple(dict.fromkeys(truncated)))


def _worth(graph: Subgraph, similarity: RelationSimilarity | None) -> Floats | None:
    """One score per step code; None where there is no similarity to score by."""
    if similarity is None:
        return None
    scores = np.asarray(similarity(graph.relations), dtype=np.float64)
    return np.repeat(np.clip(scores, -1.0, 1.0), 2)


@dataclass(frozen=True, eq=False)
class _JointPatterns:
    """Patterns through several entities: codes padded with `NONE`, and the positions of the entities so far."""

    codes: Ints
    positions: Ints
    truncated: str | None = None


def _join(
    segments: Sequence[EnumeratedPatterns], window: LengthWindow, budget: EnumerationBudget, worth: StepScores
) -> _JointPatterns:
    """Joins one pattern per segment where the total length is in the window. The budget keeps the best joins."""
    texts = [segment.truncated for segment in segments if segment.truncated]
    first = segments[0]
    joined = _JointPatterns(
        first.codes, np.stack([np.zeros(len(first.codes), dtype=np.int64), first.lengths], axis=1)
    )
    for index, segment in enumerate(segments[1:], start=1):
        if budget.deadline.is_over:
            texts.append(f"{index} of {len(segments)} segments joined, since {TIME_IS_UP}")
            return _JointPatterns(joined.codes[:0], joined.positions[:0], "; ".join(dict.fromkeys(texts)))
        rest = [int(other.lengths.min()) if len(other.codes) else window.up_to for other in segments[index + 1 :]]
        last = not rest
        bounds = (window.above if last else 0, window.up_to - sum(rest))
        joined = _join_two(joined, segment, bounds, budget, worth)
        texts += [joined.truncated] if joined.truncated else []
    return _JointPatterns(joined.codes, joined.positions, "; ".join(dict.fromkeys(texts)) or None)


def _join_two(
    left: _JointPatterns,
    right: EnumeratedPatterns,
    bounds: tuple[int, int],
    budget: EnumerationBudget,
    worth: StepScores,
) -> _JointPatterns:
    """Joins a left and a right pattern where both together are longer than the first bound, up to the second."""
    # All pairs of two lengths have one length, so the bounds choose pairs of lengths, and within them all pairs
    # are allowed. Their number is known before any is formed.
    above, up_to = bounds
    left_lengths, right_lengths = left.positions[:, -1], right.lengths
    classes = [
        (np.flatnonzero(left_lengths == first), np.flatnonzero(right_lengths == second))
        for first in np.unique(left_lengths).tolist()
        for second in np.unique(right_lengths).tolist()
        if above < first + second <= up_to
    ]
    total = sum(len(first) * len(second) for first, second in classes)
    known = worth() if total > budget.patterns else None
    paired = [_paired(left, right, first, second, known) for first, second in classes]
    rows = [np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)]
    for (first, second), (left_rows, right_rows) in zip(classes, best_pairs(paired, budget.patterns), strict=True):
        rows = [np.append(rows[0], first[left_rows]), np.append(rows[1], second[right_rows])]
    lengths = left_lengths[rows[0]] + right_lengths[rows[1]]
    order = np.lexsort((rows[1], rows[0], lengths))
    chosen, followers = rows[0][order], rows[1][order]
    codes = np.full((len(order), int(lengths.max(initial=0))), NONE, dtype=np.int32)
    for place in np.unique(left_lengths[chosen]).tolist():
        of_length = np.flatnonzero(left_lengths[chosen] == place)
        width = min(codes.shape[1] - place, right.codes.shape[1])
        codes[of_length, :place] = left.codes[chosen[of_length], :place]
        codes[of_length, place : place + width] = right.codes[followers[of_length], :width]
    positions = np.column_stack([left.positions[chosen], lengths[order]])
    cut = f"{len(order)} of {total} joint patterns kept, the best first" if total > len(order) else None
    return _JointPatterns(codes, positions, cut)


def _paired(
    left: _JointPatterns, right: EnumeratedPatterns, first: Ints, second: Ints, worth: Floats | None
) -> PairedLists:
    """The patterns of one length on either side, all of which pair up. A pair is worth its mean step score."""
    groups = np.zeros(len(first), dtype=np.int64), np.zeros(len(second), dtype=np.int64)
    if worth is None:
        return PairedLists(*groups, np.zeros(len(first)), np.zeros(len(second)))
    one, other = int(left.positions[first[0], -1]), int(right.lengths[second[0]])
    return PairedLists(
        *groups,
        mean_worth(left.codes[first], worth) * one / (one + other),
        mean_worth(right.codes[second], worth) * other / (one + other),
    )


def _worded(cut: str | None, entities: Sequence[str]) -> tuple[str, ...]:
    """What a budget left out, with the entity list it was left out of."""
    return (f"paths through {', '.join(entities)}: {cut}",) if cut else ()
