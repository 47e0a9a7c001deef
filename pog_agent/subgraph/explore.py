"""Exploration: the candidate patterns of entity lists inside a length window (paper section 4.2)."""

import heapq
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from pog_agent.models import Anchor, PatternKey
from pog_agent.subgraph.enumerate import (
    Codes,
    EnumerationBudget,
    joined_patterns,
    open_patterns,
)
from pog_agent.subgraph.graph import Subgraph

RelationScore = Callable[[Sequence[str]], Sequence[float]]


@dataclass(frozen=True)
class Window:
    """Lengths of interest: more than `above` steps and at most `up_to`, and a bound per segment."""

    above: int
    up_to: int
    per_segment: int


@dataclass(frozen=True)
class Exploration:
    """Candidates of one exploration, without duplicates, and in words what a budget cut."""

    patterns: tuple[PatternKey, ...]
    truncated: tuple[str, ...] = ()


def find_entity_paths(
    graph: Subgraph,
    entities: Sequence[str],
    window: Window,
    budget: EnumerationBudget,
    score: RelationScore | None = None,
) -> Exploration:
    """Patterns that run through all entities in the given order (EntityPathFind of Algorithm 1).

    One entity gives open patterns; several give patterns from the first to the last, each segment simple in
    itself. Where the combinations of three or more entities are over the budget, the best are joined first:
    by the mean of `score` (relations to similarities) over their steps, shorter ones first without it.
    """
    ids = [graph.node_id.get(entity) for entity in entities]
    if None in ids or not ids:
        return Exploration(())
    known = [node for node in ids if node is not None]
    if len(known) == 1:
        found = open_patterns(graph, known[0], window.up_to, budget)
        keys = [_key(graph, entities, (codes,)) for codes in found.patterns if len(codes) > window.above]
        return Exploration(tuple(keys), _worded(found.truncated, entities))
    rest = len(known) - 2
    segments = [
        joined_patterns(graph, first, second, min(window.per_segment, window.up_to - rest), budget)
        for first, second in pairwise(known)
    ]
    cuts = [text for segment in segments for text in _worded(segment.truncated, entities)]
    joined, cut = _join_segments(graph, [segment.patterns for segment in segments], window, budget, score)
    keys = [_key(graph, entities, parts) for parts in joined]
    return Exploration(tuple(keys), tuple(cuts) + _worded(cut, entities))


def explore_lists(
    graph: Subgraph,
    lists: Sequence[Sequence[str]],
    windows: Sequence[Window],
    budget: EnumerationBudget,
    score: RelationScore | None = None,
) -> Exploration:
    """The patterns of several entity lists together, each with its window, in the order of the lists."""
    patterns: dict[PatternKey, None] = {}
    truncated: list[str] = []
    for entities, window in zip(lists, windows, strict=True):
        found = find_entity_paths(graph, entities, window, budget, score)
        patterns.update(dict.fromkeys(found.patterns))
        truncated.extend(found.truncated)
    return Exploration(tuple(patterns), tuple(dict.fromkeys(truncated)))


def _join_segments(
    graph: Subgraph,
    segments: Sequence[tuple[Codes, ...]],
    window: Window,
    budget: EnumerationBudget,
    score: RelationScore | None,
) -> tuple[list[tuple[Codes, ...]], str | None]:
    """One pattern per segment, total length inside the window; all of them, or the best under the budget."""
    if not all(segments):
        return [], None
    total = _count_combinations(segments, window)
    if total <= budget.patterns:
        every = [parts for parts in _combinations(segments, window.up_to) if sum(map(len, parts)) > window.above]
        return sorted(every, key=lambda parts: (sum(map(len, parts)), parts)), None
    ranked = [_ranked(graph, patterns, score) for patterns in segments]
    found: list[tuple[Codes, ...]] = []
    heap: list[tuple[float, tuple[int, ...]]] = [
        (-sum(rows[0][0] for rows in ranked), (0,) * len(ranked)),
    ]
    seen = {heap[0][1]}
    while heap and len(found) < budget.patterns and len(seen) < budget.rows:
        _, choice = heapq.heappop(heap)
        parts = tuple(rows[index][1] for rows, index in zip(ranked, choice, strict=True))
        if window.above < sum(map(len, parts)) <= window.up_to:
            found.append(parts)
        for position, rows in enumerate(ranked):
            following = (*choice[:position], choice[position] + 1, *choice[position + 1 :])
            if following[position] < len(rows) and following not in seen:
                seen.add(following)
                worth = sum(rows[index][0] for rows, index in zip(ranked, following, strict=True))
                heapq.heappush(heap, (-worth, following))
    found.sort(key=lambda parts: (sum(map(len, parts)), parts))
    return found, f"{len(found)} of {total} joint patterns kept, the best first"


def _combinations(segments: Sequence[tuple[Codes, ...]], room: int) -> Iterator[tuple[Codes, ...]]:
    """One pattern per segment, at most `room` steps together; patterns of a segment come shortest first."""
    if not segments:
        yield ()
        return
    rest = sum(len(patterns[0]) for patterns in segments[1:])
    for codes in segments[0]:
        if len(codes) + rest > room:
            break
        for following in _combinations(segments[1:], room - len(codes)):
            yield codes, *following


def _count_combinations(segments: Sequence[tuple[Codes, ...]], window: Window) -> int:
    """Exact number of combinations whose total length is inside the window."""
    counts = np.ones(1, dtype=object)
    for patterns in segments:
        lengths = np.bincount([len(codes) for codes in patterns]).astype(object)
        counts = np.convolve(counts, lengths)
    return int(sum(counts[window.above + 1 : window.up_to + 1]))


def _ranked(
    graph: Subgraph, patterns: tuple[Codes, ...], score: RelationScore | None
) -> list[tuple[float, Codes]]:
    """Patterns of one segment with their worth, best first."""
    per_relation = list(score(graph.relations)) if score else [0.0] * len(graph.relations)
    rows = [
        (sum(per_relation[code // 2] for code in codes) / len(codes) - 0.01 * len(codes), codes)
        for codes in patterns
    ]
    return sorted(rows, key=lambda row: (-row[0], row[1]))


def _key(graph: Subgraph, entities: Sequence[str], parts: Sequence[Codes]) -> PatternKey:
    """The pattern that concatenates the segments, an entity between each two."""
    anchors = [Anchor(entity=entities[0], position=0)]
    for entity, part in zip(entities[1:], parts, strict=False):
        anchors.append(Anchor(entity=entity, position=anchors[-1].position + len(part)))
    steps = tuple(graph.step(code) for part in parts for code in part)
    return PatternKey(anchors=tuple(anchors), steps=steps)


def _worded(cut: str | None, entities: Sequence[str]) -> tuple[str, ...]:
    """The cut with the entity list it happened in."""
    return (f"paths through {', '.join(entities)}: {cut}",) if cut else ()
