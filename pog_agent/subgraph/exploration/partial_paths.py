"""Partial paths level by level, grouped by step sequence and node. A few paths stand for all of a group.

The simple paths of a group walk the same steps to the same node. What can continue one of them can continue the
others, unless it uses a node that they have used. So of each group only a representative family is kept
(B. Monien, How to find long paths efficiently, 1985): if some path of the group avoids the up to q further nodes
of a continuation, then a path of the family avoids them. A family of paths with p inner nodes needs at most
(p + q choose p) members. So nothing grows with the number of single paths, and no pattern is lost.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import comb

import numpy as np

from pog_agent.kg.adjacency import Adjacency, Bools, Ints, spread
from pog_agent.subgraph.graph import Floats

StepScores = Callable[[], Floats | None]
"""Gives a score from -1 to 1 per step code, or None. It is asked only where a budget forces a choice."""


@dataclass(frozen=True, eq=False)
class PartialPaths:
    """Representative partial paths of one depth, sorted by prefix and node.

    `prefixes` has the distinct step sequences in code order, shape (prefixes, depth). Of each path, `prefix` says
    which sequence it walks and `node` where it ends, shape (paths,). `inner` has its nodes between start and end,
    shape (paths, depth - 1).
    """

    prefixes: Ints
    prefix: Ints
    node: Ints
    inner: Ints

    @classmethod
    def at_start(cls, node: int) -> "PartialPaths":
        """The one path of depth 0, which has not left the start."""
        return cls(
            prefixes=np.zeros((1, 0), dtype=np.int32),
            prefix=np.zeros(1, dtype=np.int64),
            node=np.array([node], dtype=np.int32),
            inner=np.zeros((1, 0), dtype=np.int32),
        )

    @property
    def depth(self) -> int:
        """Number of steps."""
        return int(self.prefixes.shape[1])

    def __len__(self) -> int:
        return len(self.node)

    def take(self, rows: Ints | Bools) -> "PartialPaths":
        """Some of the paths, in their order."""
        return PartialPaths(self.prefixes, self.prefix[rows], self.node[rows], self.inner[rows])

    def prefix_scores(self, per_code: Floats) -> Floats:
        """Sum of the scores of each prefix's steps, shape (prefixes,)."""
        sums: Floats = per_code[self.prefixes].sum(axis=1)
        return sums


@dataclass(frozen=True, eq=False)
class Continuations:
    """Single steps that continue paths: the path of each, its step code and its target, shape (steps,)."""

    path: Ints
    code: Ints
    target: Ints


def continuations(adjacency: Adjacency, level: PartialPaths, start: int, allowed: Bools | None) -> Continuations:
    """Every step that continues a path of the level to an allowed node that the path does not have yet."""
    path, positions = adjacency.positions(level.node)
    target = adjacency.targets[positions]
    wanted = target != start if allowed is None else allowed[target]
    path, positions, target = path[wanted], positions[wanted], target[wanted]
    if level.depth > 1:
        fresh = np.ones(len(path), dtype=np.bool_)
        for column in level.inner.T:
            fresh &= column[path] != target
        path, positions, target = path[fresh], positions[fresh], target[fresh]
    return Continuations(path, adjacency.codes[positions], target)


def advance(adjacency: Adjacency, level: PartialPaths, found: Continuations, ahead: int) -> PartialPaths:
    """The level one step further, from which paths go on over up to `ahead` more nodes."""
    # One integer of prefix, code and node is the group of a path: sorting these integers brings the paths of a
    # group together, and their upper bits are the new prefixes in code order. Two columns are sorted instead where
    # one integer has too few bits.
    node_bits = max(adjacency.nodes - 1, 1).bit_length()
    longer = level.prefix[found.path] * adjacency.code_count + found.code
    if int(longer.max(initial=0)).bit_length() + node_bits < 63:
        key = longer << node_bits | found.target
        order = np.argsort(key, kind="stable")
        key = key[order]
        group_starts, prefix_starts = _changes(key), _changes(key >> node_bits)
    else:
        order = np.lexsort((found.target, longer))
        prefix_starts = _changes(longer[order])
        group_starts = prefix_starts | _changes(found.target[order])
    path, code = found.path[order], found.code[order]
    firsts = np.flatnonzero(prefix_starts)
    inner = level.inner[path]
    if level.depth:
        inner = np.column_stack([inner, level.node[path]])
    result = PartialPaths(
        prefixes=np.column_stack([level.prefixes[level.prefix[path[firsts]]], code[firsts].astype(np.int32)]),
        prefix=np.cumsum(prefix_starts) - 1,
        node=found.target[order],
        inner=inner,
    )
    kept = representatives(inner, np.flatnonzero(group_starts), ahead)
    return result if kept is None else result.take(kept)


def representatives(sets: Ints, starts: Ints, ahead: int) -> Ints | None:
    """Rows of a representative family of each group; None if that is all rows.

    `sets` has one set of nodes per row, shape (rows, size). A group begins at each of `starts`. For any `ahead`
    nodes that some set of a group avoids, one of its kept sets avoids them.
    """
    # A branch of the search is a choice of nodes that may lie ahead. It keeps the first set that avoids them all.
    # Other nodes ahead can rule this set out only by containing one of its nodes, so one branch per node of the
    # set covers every case.
    size = sets.shape[1]
    ends = np.append(starts[1:], len(sets))
    large = np.flatnonzero(ends - starts > comb(size + ahead, size))
    if not len(large):
        return None
    counts = (ends - starts)[large]
    group, rows = spread(starts[large], counts)
    offsets = np.cumsum(counts) - counts
    kept = np.ones(len(sets), dtype=np.bool_)
    kept[rows] = False
    branches = [np.zeros((len(large), 0), dtype=sets.dtype)]
    while branches:
        avoided = branches.pop()
        usable = np.ones(len(rows), dtype=np.bool_)
        for column in sets[rows].T:
            for other in avoided.T:
                usable &= column != other[group]
        first = np.minimum.reduceat(np.where(usable, rows, len(sets)), offsets)
        found = first < len(sets)
        kept[first[found]] = True
        if avoided.shape[1] < ahead and found.any():
            chosen = sets[np.where(found, first, 0)]
            branches += [np.column_stack([avoided, chosen[:, place]]) for place in range(size)]
    return np.flatnonzero(kept)


def best_within(adjacency: Adjacency, level: PartialPaths, limit: int, worth: StepScores) -> PartialPaths:
    """The level, or its best paths with at most `limit` edges out of their ends together (at least one path).

    The best have the highest sum of scores over their steps. Without scores the first are kept.
    """
    degrees = adjacency.degree(level.node)
    if degrees.sum() <= limit:
        return level
    order = np.arange(len(level))
    if level.depth and (per_code := worth()) is not None:
        order = np.argsort(-level.prefix_scores(per_code)[level.prefix], kind="stable")
    kept = int(np.searchsorted(np.cumsum(degrees[order]), limit, side="right"))
    return level.take(np.sort(order[: max(kept, 1)]))


def _changes(values: Ints) -> Bools:
    starts = np.ones(len(values), dtype=np.bool_)
    np.not_equal(values[1:], values[:-1], out=starts[1:])
    return starts
