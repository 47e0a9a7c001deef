"""Tightening: exactly the triples that lie on a path of the window (paper section 4.1).

Distances alone keep every triple on a walk. The representative partial paths of both ends of a triple decide
exactly whether a simple path runs through it. They walk clustered edges, since what holds for one relation between
two nodes holds for all of them.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numpy as np

from pog_agent.deadline import working_deadline
from pog_agent.kg.adjacency import Adjacency, Bools, Ints, spread
from pog_agent.subgraph.detection.cluster import clustered_adjacency
from pog_agent.subgraph.exploration.explore import LengthWindow
from pog_agent.subgraph.exploration.partial_paths import PartialPaths, advance, continuations
from pog_agent.subgraph.graph import Subgraph

MOST_PAIRS: Final = 20_000_000
PAIRS_PER_SECOND: Final = 2_000_000
"""So many pairs of partial paths are joined at once, and for each second until a deadline, a fifth of what a fast
machine works off."""


def tighten(graph: Subgraph, entities: Sequence[str], window: LengthWindow, edges: int) -> Subgraph | None:
    """The triples on paths through all entities of at most `window.up_to` steps, simple within each segment.

    With one entity the paths are open. The result is None if more than `edges` would have to be walked at once,
    or too many pairs of partial paths joined.
    """
    # Each other segment takes at least its shortest path, so that this one has the rest of the length at most.
    nodes = [graph.nodes.id_of(entity) for entity in entities]
    known = [node for node in nodes if node is not None]
    nothing = np.zeros(len(graph.heads), dtype=np.bool_)
    if not known or len(known) < len(nodes):
        return graph.keep(nothing)
    clustered = clustered_adjacency(graph)
    ends: list[tuple[int, int | None]] = [*pairwise(known)] if len(known) > 1 else [(known[0], None)]
    shortest = [int(graph.distances(goal, window.up_to)[start]) if goal is not None else 0 for start, goal in ends]
    if max(shortest) > window.per_segment or sum(shortest) > window.up_to:
        return graph.keep(nothing)
    proven = np.zeros(len(clustered.targets), dtype=np.bool_)
    for (start, goal), own in zip(ends, shortest, strict=True):
        room = min(window.per_segment, window.up_to - (sum(shortest) - own))
        found = _on_segment(graph, clustered, (start, goal), room, edges)
        if found is None:
            return None
        proven |= found
    return graph.keep(_of_triples(graph, clustered, proven))


def _on_segment(
    graph: Subgraph, clustered: Adjacency, ends: tuple[int, int | None], length: int, edges: int
) -> Bools | None:
    """Marks the entries of the clustered adjacency that some simple path of at most `length` steps walks."""
    start, goal = ends
    left = _levels(clustered, start, _allowed(graph, start, goal, length), edges)
    right: list[PartialPaths] | None = [_anything(clustered)]
    if goal is not None:
        right = _levels(clustered, goal, _allowed(graph, goal, start, length), edges)
    if left is None or right is None:
        return None
    proven = np.zeros(len(clustered.targets), dtype=np.bool_)
    sources = np.repeat(np.arange(clustered.nodes), np.diff(clustered.pointers))
    for before in range(min(length, len(left))):
        for after in range(min(length - before, len(right))):
            rest = np.flatnonzero(~proven)
            sides = (left[before], right[after])
            joined = _joined(sides, sources[rest], clustered.targets[rest], clustered.nodes)
            if joined is None:
                return None
            proven[rest] = joined
    return proven


def _anything(clustered: Adjacency) -> PartialPaths:
    """The open end of a path, which may be at any node and is followed by nothing."""
    count = clustered.nodes
    return PartialPaths(
        prefixes=np.zeros((1, 0), dtype=np.int32),
        prefix=np.zeros(count, dtype=np.int64),
        node=np.arange(count, dtype=np.int32),
        inner=np.zeros((count, 0), dtype=np.int32),
    )


def _allowed(graph: Subgraph, start: int, goal: int | None, length: int) -> list[Bools]:
    """Per step but the last the nodes it may reach: from them the rest of the length suffices to the goal."""
    steps = []
    for depth in range(1, length):
        nodes = np.ones(len(graph.nodes), dtype=np.bool_)
        if goal is not None:
            nodes = graph.distances(goal, length) <= length - depth
            nodes[goal] = False
            nodes[: graph.literals] = False
        nodes[start] = False
        steps.append(nodes)
    return steps


def _levels(clustered: Adjacency, start: int, allowed: Sequence[Bools], edges: int) -> list[PartialPaths] | None:
    """Representative partial paths from one end, grouped by node alone. The node of the last step lies ahead."""
    levels = [PartialPaths.at_start(start)]
    for depth, nodes in enumerate(allowed, start=1):
        if clustered.degree(levels[-1].node).sum() > edges:
            return None
        found = continuations(clustered, levels[-1], start, nodes)
        if not len(found.path):
            break
        levels.append(advance(clustered, levels[-1], found, len(allowed) + 1 - depth))
    return levels


def _joined(sides: tuple[PartialPaths, PartialPaths], sources: Ints, targets: Ints, nodes: int) -> Bools | None:
    """Marks the edges that a left path to the source and a right path from the target join to a simple path.

    The result is None where there are too many pairs of such paths, or too many for the time left.
    """
    # The first pair of paths already proves most edges. All pairs are formed only for the edges that it leaves.
    left, right = sides
    result = np.zeros(len(sources), dtype=np.bool_)
    left_counts, right_counts = (np.bincount(side.node, minlength=nodes) for side in (left, right))
    left_order, right_order = (np.argsort(side.node, kind="stable") for side in (left, right))
    left_starts, right_starts = (np.cumsum(counts) - counts for counts in (left_counts, right_counts))
    some = np.flatnonzero((left_counts[sources] > 0) & (right_counts[targets] > 0))
    for first_only in (True, False):
        edge = some[~result[some]]
        pairs = left_counts[sources[edge]] * right_counts[targets[edge]]
        if not first_only and pairs.sum() > working_deadline().allows(MOST_PAIRS, PAIRS_PER_SECOND):
            return None
        ones = np.ones(len(edge), dtype=np.int64)
        row, place = spread(left_starts[sources[edge]], ones if first_only else left_counts[sources[edge]])
        edge, before = edge[row], left_order[place]
        ones = np.ones(len(edge), dtype=np.int64)
        row, place = spread(right_starts[targets[edge]], ones if first_only else right_counts[targets[edge]])
        edge, before, after = edge[row], before[row], right_order[place]
        apart = np.ones(len(edge), dtype=np.bool_)
        for column in left.inner.T:
            apart &= column[before] != targets[edge]
            for other in right.inner.T:
                apart &= column[before] != other[after]
        for other in right.inner.T:
            apart &= other[after] != sources[edge]
        result[edge[apart]] = True
    return result


def _of_triples(graph: Subgraph, clustered: Adjacency, proven: Bools) -> Bools:
    """Marks the triples whose clustered edge is walked in either direction."""
    nodes = clustered.nodes
    sources = np.repeat(np.arange(nodes), np.diff(clustered.pointers))[proven].astype(np.int64)
    targets = clustered.targets[proven].astype(np.int64)
    walked = np.unique(np.minimum(sources, targets) * nodes + np.maximum(sources, targets))
    low, high = np.minimum(graph.heads, graph.tails), np.maximum(graph.heads, graph.tails)
    wanted: Bools = np.isin(low.astype(np.int64) * nodes + high, walked) & (graph.heads != graph.tails)
    return wanted
