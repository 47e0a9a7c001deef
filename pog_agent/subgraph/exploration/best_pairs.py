"""The best pairs of two scored lists, without forming all pairs."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pog_agent.kg.adjacency import Ints, spread
from pog_agent.subgraph.graph import Floats

SPAN = 8.0
BOUND = 2.0
PRECISION = 5e-4
"""Worths that differ by less are equally good."""
SAMPLE = 5_000
SPARE = 20
"""Where the worth of the last pair is estimated, one part in so many of a limit may be left free."""


@dataclass(frozen=True, eq=False)
class PairedLists:
    """Two lists whose entries pair up where their groups are equal. A pair is worth the sum of both worths.

    Groups are small integers such as node ids. Worths are between -1 and 1.
    """

    left_group: Ints
    right_group: Ints
    left_worth: Floats
    right_worth: Floats

    def pair_count(self) -> int:
        """Number of pairs."""
        return int(self._partners[self.left_group].sum()) if len(self.right_group) else 0

    def pairs(self) -> tuple[Ints, Ints]:
        """Indices of all pairs, in the order of the left entries."""
        if not len(self.right_group):
            return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
        order = np.argsort(self.right_group, kind="stable")
        starts = np.cumsum(self._partners) - self._partners
        left, places = spread(starts[self.left_group], self._partners[self.left_group])
        return left, order[places]

    def paired_entries(self) -> tuple[Ints, Ints]:
        """Indices of the left entries and of the right entries that are in some pair."""
        if not len(self.right_group):
            return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
        reached = np.zeros(len(self._partners), dtype=np.bool_)
        reached[self.left_group] = True
        return np.flatnonzero(self._partners[self.left_group]), np.flatnonzero(reached[self.right_group])

    @cached_property
    def _partners(self) -> Ints:
        """Number of right entries of each group."""
        groups = int(max(self.left_group.max(initial=0), self.right_group.max(initial=0))) + 1
        return np.bincount(self.right_group, minlength=groups)


def highest(worth: Floats, count: int) -> Ints:
    """The indices of the `count` highest values, in order of index; of equal ones at the edge the first."""
    edge = np.partition(worth, len(worth) - count)[len(worth) - count]
    above = np.flatnonzero(worth > edge)
    equal = np.flatnonzero(worth == edge)[: count - len(above)]
    return np.sort(np.concatenate([above, equal]))


def best_pairs(paired: Sequence[PairedLists], limit: int) -> list[tuple[Ints, Ints]]:
    """The `limit` best pairs of all paired lists together: for each its left and its right indices.

    All pairs are taken if there are no more. Of equally good pairs at the edge the first by index are taken. For
    long lists the worth of the last pair is estimated from a part of them, and somewhat fewer may be taken.
    """
    # The pairs above a worth can be counted without forming them, since the right sides are sorted by worth. So
    # the worth of the last pair that fits is searched first, and only the pairs above it are formed.
    if sum(lists.pair_count() for lists in paired) <= limit:
        return [lists.pairs() for lists in paired]
    sides = [_SortedLists(lists) for lists in paired]
    parts = [side.sample() for side in sides]
    sampled = any(part.weight > 1 for part in parts)
    low, high = _threshold(parts, limit - limit // SPARE if sampled else limit)
    while _total(sure := [side.counts(high) for side in sides]) > limit:
        low, high = high, high + PRECISION
    room = limit - _total(sure)
    if sampled and room < 3 * limit // SPARE:
        return [side.pairs(count) for side, count in zip(sides, sure, strict=True)]
    found: list[tuple[Ints, Ints]] = []
    for side, count in zip(sides, sure, strict=True):
        ties = side.counts(low) - count
        extra = np.clip(room - (np.cumsum(ties) - ties), 0, ties)
        room -= int(extra.sum())
        found.append(side.pairs(count + extra))
    return found


def _threshold(sides: "Sequence[_SortedLists]", limit: int) -> tuple[float, float]:
    """Two worths close together. More than `limit` pairs reach the lower one, at most `limit` the higher one."""
    low, high = -BOUND, BOUND
    while high - low > PRECISION:
        middle = (low + high) / 2
        if sum(side.weight * int(side.counts(middle).sum()) for side in sides) > limit:
            low = middle
        else:
            high = middle
    return low, high


def _total(counts: Sequence[Ints]) -> int:
    return sum(int(count.sum()) for count in counts)


class _SortedLists:
    """Paired lists with the left side sorted by group, and the right side by group and falling worth."""

    weight = 1.0

    def __init__(self, lists: PairedLists) -> None:
        # A key is the group times a span wider than all worths, less the worth: one sorted column of keys holds
        # all groups, and one binary search finds a worth inside a group.
        left, right = lists.paired_entries()
        self._rows = left[np.argsort(lists.left_group[left], kind="stable")]
        self._group = lists.left_group[self._rows] * SPAN
        self._worth = lists.left_worth[self._rows]
        self._right_rows = right[np.lexsort((-lists.right_worth[right], lists.right_group[right]))]
        self._keys = lists.right_group[self._right_rows] * SPAN - lists.right_worth[self._right_rows]
        self._starts = np.searchsorted(self._keys, self._group - BOUND, side="left")

    def sample(self) -> "_SortedLists":
        """A part of the left entries where they are many. Each entry stands for `weight` of them."""
        every = max(len(self._group) // SAMPLE, 1)
        part = copy(self)
        part._group, part._worth = self._group[::every], self._worth[::every]
        part._starts = self._starts[::every]
        part.weight = len(self._group) / max(len(part._group), 1)
        return part

    def counts(self, threshold: float) -> Ints:
        """For each left entry the number of right entries with which a pair is worth at least the threshold."""
        least = np.clip(threshold - self._worth, -BOUND, BOUND)
        ends = np.searchsorted(self._keys, self._group - least, side="right")
        counts: Ints = np.maximum(ends - self._starts, 0)
        return counts

    def pairs(self, counts: Ints) -> tuple[Ints, Ints]:
        """The pairs of each left entry with the first `counts` right entries of its group."""
        left, right = spread(self._starts, counts)
        return self._rows[left], self._right_rows[right]
