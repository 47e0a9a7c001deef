"""Path patterns found the plain way: every concrete half-walk listed, halves joined in the middle node.

Exact and simple, so both an oracle and a yardstick for the engine. A pattern is a sequence of step codes (see
`Adjacency`). It counts if it has a simple path: no node twice, topics at the ends only, no literal passed.
Topics are entities, hops are at most three.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pog_agent.kg.adjacency import Adjacency, Bools, Ints

Codes = tuple[int, ...]

DIGIT = 21
"""Bits of one step code where up to three are packed into a number."""

ROWS_AT_ONCE = 4_000_000


@dataclass(frozen=True)
class Patterns:
    """By length: the patterns in code order, and the number of simple paths behind them."""

    codes: dict[int, list[Codes]]
    paths: dict[int, int]


@dataclass(frozen=True, eq=False)
class _Walks:
    """Simple walks of equal length: nodes with shape (walks, steps + 1), and step codes packed."""

    nodes: Ints
    packed: NDArray[np.int64]


def open_patterns(adjacency: Adjacency, start: int, hops: int = 3) -> Patterns:
    """All patterns of 1 to `hops` steps away from a topic."""
    everywhere = np.ones(adjacency.nodes, dtype=np.bool_)
    walks = dict(enumerate(_half_walks(adjacency, start, everywhere, hops)))
    return Patterns(
        codes={length: _unpacked(_distinct(walks[length].packed), length) for length in range(1, hops + 1)},
        paths={length: len(walks[length].packed) for length in range(1, hops + 1)},
    )


def joined_patterns(adjacency: Adjacency, first: int, second: int, hops: int = 3) -> Patterns:
    """All patterns of 1 to 2 * `hops` steps from the first topic to the second."""
    left = _half_walks(adjacency, first, _ball(adjacency, second, hops), hops)
    right = _half_walks(adjacency, second, _ball(adjacency, first, hops), hops)
    found = Patterns({}, {})
    for length in range(1, 2 * hops + 1):
        halves = left[(length + 1) // 2], right[length // 2]
        found.codes[length], found.paths[length] = _joined(*halves, adjacency.literals)
    return found


def _ball(adjacency: Adjacency, center: int, radius: int) -> Bools:
    """Marks the nodes at most `radius` steps from the center."""
    inside = np.zeros(adjacency.nodes, dtype=np.bool_)
    inside[center] = True
    for _ in range(radius):
        inside[adjacency.targets[adjacency.positions(np.flatnonzero(inside))[1]]] = True
    return inside


def _half_walks(adjacency: Adjacency, start: int, meeting: Bools, hops: int) -> list[_Walks]:
    """Simple walks of 0 to `hops` steps; the longest only where they end in a marked node."""
    everywhere = np.ones(adjacency.nodes, dtype=np.bool_)
    walks = [_Walks(np.array([[start]], dtype=np.int32), np.zeros(1, dtype=np.int64))]
    for length in range(1, hops + 1):
        parts = list(_longer(adjacency, walks[-1], meeting if length == hops else everywhere))
        walks.append(
            _Walks(np.concatenate([part.nodes for part in parts]), np.concatenate([part.packed for part in parts]))
        )
    return walks


def _longer(adjacency: Adjacency, walks: _Walks, wanted: Bools) -> Iterator[_Walks]:
    """The walks with one step more, to marked nodes that are not on them yet. Literals are not left."""
    ends = walks.nodes[:, -1]
    counts = np.where(ends < adjacency.literals, 0, adjacency.degree(ends))
    for rows, positions in _ranges(adjacency.pointers[ends], counts):
        targets = adjacency.targets[positions]
        fresh = wanted[targets]
        for nodes in walks.nodes.T:
            fresh &= nodes[rows] != targets
        kept = rows[fresh]
        yield _Walks(
            np.column_stack([walks.nodes[kept], targets[fresh]]),
            (walks.packed[kept] << DIGIT) | adjacency.codes[positions[fresh]],
        )


def _joined(left: _Walks, right: _Walks, literals: int) -> tuple[list[Codes], int]:
    """Joins walks that end in the same node and share no other: their patterns, and how many there are."""
    order = np.argsort(right.nodes[:, -1], kind="stable")
    middles, ends = left.nodes[:, -1], right.nodes[order, -1]
    starts = np.searchsorted(ends, middles, side="left")
    counts = np.where(middles < literals, 0, np.searchsorted(ends, middles, side="right") - starts)
    heads, head_of = np.unique(left.packed, return_inverse=True)
    tails, tail_of = np.unique(right.packed[order], return_inverse=True)
    before, after = left.nodes[:, :-1].T, right.nodes[order, :-1].T
    pairs, paths = np.zeros(0, dtype=np.int64), 0
    for rows, positions in _ranges(starts, counts):
        simple = np.ones(len(rows), dtype=np.bool_)
        for one in before:
            for other in after:
                simple &= one[rows] != other[positions]
        paths += int(np.count_nonzero(simple))
        found = head_of[rows[simple]] * len(tails) + tail_of[positions[simple]]
        pairs = _distinct(np.concatenate([pairs, found]))
    onward = _unpacked(heads, len(before))
    back = [_reversed(codes) for codes in _unpacked(tails, len(after))]
    heads_and_tails = (part.tolist() for part in np.divmod(pairs, max(len(tails), 1)))
    return sorted(onward[head] + back[tail] for head, tail in zip(*heads_and_tails, strict=True)), paths


def _distinct(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """Sorted distinct numbers, none negative. `np.unique` hashes, which takes longer on millions."""
    ordered = np.sort(numbers)
    return ordered[np.flatnonzero(np.diff(ordered, prepend=-1))]


def _ranges(starts: Ints, counts: Ints) -> Iterator[tuple[Ints, Ints]]:
    """Rows and positions of all entries `starts[row] + 0 .. counts[row] - 1`, in pieces of about equal size."""
    cuts = np.flatnonzero(np.diff(np.cumsum(counts) // ROWS_AT_ONCE)) + 1
    for part in np.split(np.arange(len(counts)), cuts):
        rows = np.repeat(part, counts[part])
        first = np.cumsum(counts[part]) - counts[part]
        yield rows, np.arange(len(rows)) + np.repeat(starts[part] - first, counts[part])


def _unpacked(packed: NDArray[np.int64], steps: int) -> list[Codes]:
    """The step codes of packed walks."""
    digits = [(packed >> DIGIT * place) & ((1 << DIGIT) - 1) for place in reversed(range(steps))]
    return list(zip(*(digit.tolist() for digit in digits), strict=True)) if steps else [()] * len(packed)


def _reversed(codes: Codes) -> Codes:
    """The same steps walked from their other end."""
    return tuple(code ^ 1 for code in reversed(codes))
