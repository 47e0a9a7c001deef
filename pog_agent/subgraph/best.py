"""The best pairs of two scored lists, without forming all pairs."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pog_agent.subgraph.graph import Ints

Floats = NDArray[np.float64]

SPAN = 8.0
BOUND = 2.0
HALVINGS = 30


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
    sorted_matches = [_Sorted(match) for match in matches]

    def count(threshold: float) -> int:
        return sum(int(item.counts(threshold).sum()) for item in sorted_matches)

    low, high = -BOUND, BOUND
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if count(middle) > limit:
            low = middle
        else:
            high = middle
    room = limit - count(high)
    found = []
    for item in sorted_matches:
        counts = item.counts(high)
        ties = item.counts(low) - counts
        extra = np.clip(room - (np.cumsum(ties) - ties), 0, ties)
        room -= int(extra.sum())
        found.append(item.pairs(counts + extra))
    return found


class _Sorted:
    """A match with its right side sorted by group and falling worth."""

    def __init__(self, match: Match) -> None:
        self._left_order = np.lexsort((match.left_worth, match.left_group))
        self._left_group = match.left_group[self._left_order]
        self._left_worth = match.left_worth[self._left_order]
        self._right_order = np.lexsort((-match.right_worth, match.right_group))
        group = match.right_group[self._right_order].astype(np.float64)
        self._keys = group * SPAN - match.right_worth[self._right_order]
        self._starts = np.searchsorted(self._keys, self._left_group * SPAN - BOUND, side="left")

    def counts(self, threshold: float) -> Ints:
        """For each left entry the number of right ones that make a pair worth at least the threshold."""
        least = np.clip(threshold - self._left_worth, -BOUND, BOUND)
        ends = np.searchsorted(self._keys, self._left_group * SPAN - least, side="right")
        counts: Ints = np.maximum(ends - self._starts, 0)
        return counts

    def pairs(self, counts: Ints) -> tuple[Ints, Ints]:
        """The first `counts` right entries of each left one."""
        left, right = spread(self._starts, counts)
        return self._left_order[left], self._right_order[right]
