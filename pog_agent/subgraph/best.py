"""The best pairs of two scored lists, without forming all pairs."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pog_agent.subgraph.graph import Bools, Ints

Floats = NDArray[np.float64]

SPAN = 8.0
BOUND = 2.0
PRECISION = 1e-6


@dataclass(frozen=True, eq=False)
class Match:
    """Two lists whose entries pair up where their group is equal; a pair is worth the sum of both worths.

    Groups are integers below 2**30, worths are between -1 and 1.
    """

    left_group: Ints
    left_worth: Floats
    right_group: Ints
    right_worth: Floats

    def size(self) -> int:
        """Number of pairs."""
        return int(self._ranges()[1].sum())

    def pairs(self) -> tuple[Ints, Ints]:
        """Indices of all pairs, in the order of the left entries."""
        low, counts, order = self._ranges()
        left, places = spread(low, counts)
        return left, order[places]

    def _ranges(self) -> tuple[Ints, Ints, Ints]:
        """Per left entry where its partners begin in the right entries sorted by group, and how many there are."""
        order = np.argsort(self.right_group, kind="stable")
        ranked = self.right_group[order]
        low = np.searchsorted(ranked, self.left_group, side="left")
        return low, np.searchsorted(ranked, self.left_group, side="right") - low, order


def spread(starts: Ints, counts: Ints) -> tuple[Ints, Ints]:
    """Row number and position of every element of the ranges that begin at `starts`."""
    ends = np.cumsum(counts)
    total = int(ends[-1]) if len(ends) else 0
    rows = np.repeat(np.arange(len(counts)), counts)
    return rows, np.arange(total) + np.repeat(starts - (ends - counts), counts)


def best_pairs(matches: Sequence[Match], limit: int) -> list[tuple[Ints, Ints]]:
    """Per match the indices of its left and right entries, for the `limit` best pairs of all matches together.

    All pairs if there are no more. Deterministic: of equally good ones at the edge the first by index are taken.
    """
    if sum(match.size() for match in matches) <= limit:
        return [match.pairs() for match in matches]
    sides = [_Sorted(match) for match in matches if len(match.left_group) and len(match.right_group)]
    low, high = min(side.least for side in sides), max(side.most for side in sides) + PRECISION
    while high - low > PRECISION:
        middle = (low + high) / 2
        counts = [side.counts(middle) for side in sides]
        if sum(int(count.sum()) for count in counts) > limit:
            low = middle
            for side, count in zip(sides, counts, strict=True):
                side.keep(count > 0)
        else:
            high = middle
    room = limit - sum(int(side.counts(high).sum()) for side in sides)
    found = []
    for match in matches:
        if not len(match.left_group) or not len(match.right_group):
            found.append((np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)))
            continue
        side = sides.pop(0)
        counts = side.counts(high)
        ties = side.counts(low) - counts
        extra = np.clip(room - (np.cumsum(ties) - ties), 0, ties)
        room -= int(extra.sum())
        found.append(side.pairs(counts + extra))
    return found


class _Sorted:
    """A match with its right side sorted by group and falling worth."""

    def __init__(self, match: Match) -> None:
        self._rows = np.argsort(match.left_group, kind="stable")
        self._group = match.left_group[self._rows] * SPAN
        self._worth = match.left_worth[self._rows]
        self._right_order = np.lexsort((-match.right_worth, match.right_group))
        worth = match.right_worth[self._right_order]
        self._keys = match.right_group[self._right_order] * SPAN - worth
        self._starts = np.searchsorted(self._keys, self._group - BOUND, side="left")
        self.least = float(self._worth.min() + worth.min())
        self.most = float(self._worth.max() + worth.max())

    def keep(self, wanted: Bools) -> None:
        """Forgets the left entries that are in no pair worth enough."""
        self._rows, self._group = self._rows[wanted], self._group[wanted]
        self._worth, self._starts = self._worth[wanted], self._starts[wanted]

    def counts(self, threshold: float) -> Ints:
        """For each left entry the number of right ones that make a pair worth at least the threshold."""
        least = np.clip(threshold - self._worth, -BOUND, BOUND)
        ends = np.searchsorted(self._keys, self._group - least, side="right")
        counts: Ints = np.maximum(ends - self._starts, 0)
        return counts

    def pairs(self, counts: Ints) -> tuple[Ints, Ints]:
        """The first `counts` right entries of each left one."""
        left, right = spread(self._starts, counts)
        return self._rows[left], self._right_order[right]
