"""Partial paths level by level, grouped by step sequence and node, with few paths standing for all of a group.

All simple paths over the same steps to the same node can be continued alike, but for the nodes they have used.
Of each such group only a representative family is kept (B. Monien, How to find long paths efficiently, 1985):
whatever up to q further nodes a continuation uses, if any path of the group avoids them, one of the family does. A
family of paths with p inner nodes needs at most (p + q choose p) members, so nothing grows with the number of
single paths, and no pattern is lost.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import comb

import numpy as np

from pog_agent.kg.adjacency import Adjacency, spread
from pog_agent.subgraph.graph import Bools, Floats, Ints

Worth = Callable[[], Floats | None]
"""Gives a score from -1 to 1 per step code; asked for only where a budget makes a choice necessary."""


@dataclass(frozen=True, eq=False)
class Level:
    """Representative partial paths of one depth, sorted by prefix and node.

    `prefixes` has the distinct step sequences in code order, shape (prefixes, depth). `prefix` and `node`, shape
    (paths,), say which of them a path takes and where it ends, `inner` its nodes between start and end, shape
    (paths, depth - 1).
    """

    prefixes: Ints
    prefix: Ints
    node: Ints
    inner: Ints

    @classmethod
    def start(cls, node: int) -> "Level":
        """Depth 0: the path that has not left the start."""
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

    def take(self, rows: Ints | Bools) -> "Level":
        """Some of the paths, in their order."""
        return Level(self.prefixes, self.prefix[rows], self.node[rows], self.inner[rows])

    def worth(self, per_code: Floats) -> Floats:
        """Sum of the scores of each prefix's steps, shape (prefixes,)."""
        sums: Floats = per_code[self.prefixes].sum(axis=1)
        return sums


@dataclass(frozen=True, eq=False)
class Moves:
    """Steps out of a level: the path each continues, its code and its target, shape (moves,)."""

    path: Ints
    code: Ints
    target: Ints


def moves(adjacency: Adjacency, level: Level, start: int, allowed: Bools | None) -> Moves:
    """Every step that continues a path of the level to a node it does not have, among the `allowed` ones."""
    path, positions = adjacency.positions(level.node)
    target = adjacency.targets[positions]
    wanted = target != start if allowed is None else allowed[target]
    path, positions, target = path[wanted], positions[wanted], target[wanted]
    if level.depth > 1:
        fresh = np.ones(len(path), dtype=np.bool_)
        for column in level.inner.T:
            fresh &= column[path] != target
        path, positions, target = path[fresh], positions[fresh], target[fresh]
    return Moves(path, adjacency.codes[positions], target)


def advance(adjacency: Adjacency, level: Level, found: Moves, ahead: int) -> Level:
    """The level one step further, for continuations that use up to `ahead` nodes after this one."""
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
    result = Level(
        prefixes=np.column_stack([level.prefixes[level.prefix[path[firsts]]], code[firsts].astype(np.int32)]),
        prefix=np.cumsum(prefix_starts) - 1,
        node=found.target[order],
        inner=inner,
    )
    kept = representatives(inner, np.flatnonzero(group_starts), ahead)
    return result if kept is None else result.take(kept)


def representatives(sets: Ints, starts: Ints, ahead: int) -> Ints | None:
    """Rows of a representative family of each group; None if that is all rows.

    `sets` has one set of nodes per row, shape (rows, size); a group begins at each of `starts`. For any `ahead`
    nodes that some set of a group avoids, one of its kept sets avoids them. Each branch of the search adds one
    node that the nodes ahead may have, and keeps the first set without any node of the branch.
    """
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


def within(adjacency: Adjacency, level: Level, limit: int, worth: Worth) -> Level:
    """The level, or its best paths whose edges together are at most `limit` (at least one path).

    The best are those with the highest mean of `worth` over their steps, without scores the first.
    """
    degrees = adjacency.degree(level.node)
    if degrees.sum() <= limit:
        return level
    order = np.arange(len(level))
    if level.depth and (per_code := worth()) is not None:
        order = np.argsort(-level.worth(per_code)[level.prefix], kind="stable")
    kept = int(np.searchsorted(np.cumsum(degrees[order]), limit, side="right"))
    return level.take(np.sort(order[: max(kept, 1)]))


def _changes(values: Ints) -> Bools:
    starts = np.ones(len(values), dtype=np.bool_)
    np.not_equal(values[1:], values[:-1], out=starts[1:])
    return starts
