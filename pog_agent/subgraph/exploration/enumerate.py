"""Enumeration of path patterns without listing single paths: two halves meet in the middle between two entities.

A pattern is found if and only if it is inside the length window and has at least one simple path. Where a budget
ran out, some are missing, and the result says so. The number of meeting pairs is known before they are formed. It
bounds the number of patterns, and decides whether all pairs are formed or only the best.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from pog_agent.deadline import NEVER, TIME_IS_UP, Deadline
from pog_agent.kg.adjacency import Bools, Ints, distinct
from pog_agent.subgraph.exploration.best_pairs import PairedLists, best_pairs, highest
from pog_agent.subgraph.exploration.partial_paths import (
    PartialPaths,
    StepScores,
    advance,
    best_within,
    continuations,
)
from pog_agent.subgraph.graph import Floats, Subgraph

FIRST_PART = 4
"""One part in so many of the budget of pairs is tried before the whole budget."""

EDGES_PER_SECOND = 200_000
PAIRS_PER_SECOND = 400_000
"""At most so many are begun with for each second until a deadline, a fifth of what a fast machine works off."""

CHUNK = 200_000
"""So many pairs are looked at together, since their arrays still fit into the cache of a processor."""

NONE = -1
"""This code fills up the rows of patterns that are shorter than the longest."""


@dataclass(frozen=True)
class EnumerationBudget:
    """Bounds of one enumeration: patterns kept, edges walked at one level, pairs of halves formed.

    After the deadline it ends with what was found by then.
    """

    patterns: int = 200_000
    edges: int = 5_000_000
    pairs: int = 8_000_000
    deadline: Deadline = NEVER

    @property
    def pairs_now(self) -> int:
        """The pairs that may be formed in the time left."""
        return self.deadline.allows(self.pairs, PAIRS_PER_SECOND)


@dataclass(frozen=True, eq=False)
class EnumeratedPatterns:
    """Step codes of each pattern, shape (patterns, longest), padded with `NONE`.

    Shortest first and then in code order. `truncated` says in words what was cut.
    """

    codes: Ints
    truncated: str | None = None

    @property
    def lengths(self) -> Ints:
        """Number of steps of each pattern."""
        lengths: Ints = (self.codes != NONE).sum(axis=1)
        return lengths


class _BoundedSearch:
    """The graph and the bounds of one enumeration, and what it left out in words."""

    def __init__(self, graph: Subgraph, budget: EnumerationBudget, worth: StepScores) -> None:
        self.graph = graph
        self.budget = budget
        self.worth = worth
        self._walked_by = budget.deadline.halfway
        self._cuts: dict[str, None] = {}

    def cut(self, text: str) -> None:
        """Notes what is left out."""
        self._cuts[text] = None

    def levels(self, start: int, allowed: Sequence[Bools | None], ahead: int) -> list[PartialPaths]:
        """The partial paths from `start` by number of steps, from 0 to at most len(allowed).

        Step k + 1 may reach the nodes of `allowed[k]`. A path uses `ahead` more nodes after the last level.
        """
        levels = [PartialPaths.at_start(start)]
        for depth, targets in enumerate(allowed, start=1):
            if self._walked_by.is_over:
                self.cut(f"step {depth} and further ones not walked, since {TIME_IS_UP}")
                break
            kept = self.within_rows(levels[-1])
            found = continuations(self.graph.adjacency, kept, start, targets)
            if not len(found.path):
                break
            levels.append(advance(self.graph.adjacency, kept, found, len(allowed) - depth + ahead))
        return levels

    def within_rows(self, level: PartialPaths) -> PartialPaths:
        """The level, or its best paths whose edges together are within the budget (at least one path)."""
        limit = self._walked_by.allows(self.budget.edges, EDGES_PER_SECOND)
        kept = best_within(self.graph.adjacency, level, limit, self.worth)
        if len(kept.node) < len(level.node):
            left_out = len(level.node) - len(kept.node)
            reason = " that the time left allows (max_seconds)" if limit < self.budget.edges else ""
            self.cut(f"step {level.depth + 1}: {left_out} partial paths over the limit of {limit} edges{reason}")
        return kept

    def half(self, start: int, other: int, max_length: int, depth: int) -> list[PartialPaths]:
        """The partial paths of up to `depth` steps from one end.

        A node is walked to only if the rest of the length suffices to reach the other end from it. The paths of
        the other end add at most max_length - depth - 1 inner nodes to a path.
        """
        to_other = self.graph.distances(other, max_length)
        allowed = []
        for step in range(1, depth + 1):
            nodes = to_other <= max_length - step
            nodes[[start, other]] = False
            nodes[: self.graph.literals] = False
            allowed.append(nodes)
        return self.levels(start, allowed, max(max_length - depth - 1, 0))

    def result(self, found: Sequence[Ints]) -> EnumeratedPatterns:
        """The patterns of all lengths in one table; if they are over the budget, the best of them."""
        # Rows are kept in their order, shortest first, so that the choice needs no sorting of the table.
        longest = max((codes.shape[1] for codes in found), default=0)
        total = sum(map(len, found))
        table = np.full((total, longest), NONE, dtype=np.int32)
        row = 0
        for codes in found:
            table[row : row + len(codes), : codes.shape[1]] = codes
            row += len(codes)
        if total > self.budget.patterns:
            worth = self.worth()
            kept = (
                np.arange(self.budget.patterns)
                if worth is None
                else highest(mean_worth(table, worth), self.budget.patterns)
            )
            table = table[kept]
            which = "the shortest" if worth is None else "the best"
            self.cut(f"{self.budget.patterns} of {total} patterns kept, {which}")
        return EnumeratedPatterns(table, "; ".join(self._cuts) or None)


def unscored() -> None:
    """Gives no scores, so that the shortest are kept over a budget."""
    return


def open_patterns(
    graph: Subgraph, start: int, max_length: int, budget: EnumerationBudget, worth: StepScores = unscored
) -> EnumeratedPatterns:
    """All patterns of 1 to `max_length` steps that walk away from `start`.

    Over the budget those with the highest mean score of their steps are kept, without scores the shortest.
    """
    search = _BoundedSearch(graph, budget, worth)
    if start < graph.literals or max_length < 1:
        return search.result([])
    levels = search.levels(start, [None] * (max_length - 1), 1)
    found = [level.prefixes for level in levels[1:]]
    if len(levels) == max_length and search.budget.deadline.is_over:
        search.cut(f"step {max_length} not walked, since {TIME_IS_UP}")
    elif len(levels) == max_length:
        found.append(_last_prefixes(search, levels[-1], start))
    return search.result(found)


def _last_prefixes(search: _BoundedSearch, level: PartialPaths, start: int) -> Ints:
    """The step sequences of the level continued by one last step.

    Nothing continues them, so that the nodes they reach need not be kept: one number stands for each sequence.
    """
    kept = search.within_rows(level)
    found = continuations(search.graph.adjacency, kept, start, None)
    codes = search.graph.adjacency.code_count
    keys = distinct(kept.prefix[found.path] * codes + found.code)
    return np.column_stack([kept.prefixes[keys // codes], (keys % codes).astype(np.int32)])


def joined_patterns(
    graph: Subgraph,
    ends: tuple[int, int],
    max_length: int,
    budget: EnumerationBudget,
    worth: StepScores = unscored,
) -> EnumeratedPatterns:
    """All patterns of 1 to `max_length` steps between two nodes. Each of the nodes is at its own end only."""
    start, goal = ends
    search = _BoundedSearch(graph, budget, worth)
    if start == goal or max_length < 1 or graph.distances(goal, max_length)[start] > max_length:
        return search.result([])
    left = search.half(start, goal, max_length, (max_length + 1) // 2)
    right = search.half(goal, start, max_length, max_length // 2)
    found: list[Ints] = [np.unique(_codes_between(graph, start, goal))[:, None].astype(np.int32)]
    meetings = [
        _MeetingLevels(left[(length + 1) // 2], right[length // 2])
        for length in range(2, max_length + 1)
        if (length + 1) // 2 < len(left) and length // 2 < len(right)
    ]
    return search.result([*found, *_met(search, meetings)])


def _met(search: _BoundedSearch, meetings: "Sequence[_MeetingLevels]") -> list[Ints]:
    """The patterns of all pairs of every meeting, or of the best pairs within the budget.

    Where the pairs are too many, a part of the budget is tried first: often it gives enough patterns already.
    """
    paired = [meeting.paired(None) for meeting in meetings]
    total, most = sum(lists.pair_count() for lists in paired), search.budget.pairs_now
    if total <= most:
        return [_formed(search, meeting, *lists.pairs()) for meeting, lists in zip(meetings, paired, strict=True)]
    worth = search.worth()
    if search.budget.deadline.timeout is not None:
        return [codes for meeting in meetings for codes in _met_in_time(search, meeting, worth)]
    paired = [meeting.paired(worth) for meeting in meetings]
    for limit in (most // FIRST_PART, most):
        pairs = best_pairs(paired, limit)
        found = [_formed(search, meeting, *pair) for meeting, pair in zip(meetings, pairs, strict=True)]
        if sum(map(len, found)) >= search.budget.patterns:
            break
    formed = sum(len(left) for left, _ in pairs)
    search.cut(f"{formed} of {total} meeting pairs formed, the best first")
    return found


def _met_in_time(search: _BoundedSearch, meeting: "_MeetingLevels", worth: Floats | None) -> Iterator[Ints]:
    """The patterns of one length, from the best pairs that the time left allows.

    The budget of pairs is for each length, since what the longer ones have is not known before they are paired.
    """
    if search.budget.deadline.is_over:
        search.cut(f"no paths of length {meeting.length} joined, since {TIME_IS_UP}")
        return
    paired = meeting.paired(worth)
    ((left, right),) = best_pairs([paired], search.budget.pairs_now)
    if len(left) < (total := paired.pair_count()):
        search.cut(f"length {meeting.length}: {len(left)} of {total} meeting pairs formed, the best first")
    yield _formed(search, meeting, left, right)


def _formed(search: _BoundedSearch, meeting: "_MeetingLevels", left: Ints, right: Ints) -> Ints:
    """The patterns of the pairs that were looked at in time."""
    codes, looked_at = meeting.patterns(left, right, search.budget.deadline)
    if looked_at < len(left):
        search.cut(f"length {meeting.length}: {looked_at} of {len(left)} pairs joined, since {TIME_IS_UP}")
    return codes


def _codes_between(graph: Subgraph, start: int, goal: int) -> Ints:
    _, codes, targets = graph.edges_from(np.array([start]))
    between: Ints = codes[targets == goal]
    return between


class _MeetingLevels:
    """The partial paths from either end whose steps together make one length."""

    def __init__(self, left: PartialPaths, right: PartialPaths) -> None:
        self._left = left
        self._right = right
        self.length = left.depth + right.depth

    def paired(self, worth: Floats | None) -> PairedLists:
        """Both sides by the node in which they meet. A pair is worth the mean score of its steps."""
        sides = []
        for level in (self._left, self._right):
            sums = level.prefix_scores(worth) / self.length if worth is not None else np.zeros(len(level.prefixes))
            sides.append(sums[level.prefix])
        return PairedLists(self._left.node, self._right.node, sides[0], sides[1])

    def patterns(self, left: Ints, right: Ints, deadline: Deadline) -> tuple[Ints, int]:
        """The distinct step sequences of the pairs without a common inner node, in code order.

        The number of pairs that were looked at before the deadline comes with them.
        """
        # A pair is one number, the prefix of its left side and the rank of its right side among the sequences
        # walked back. So equal numbers are equal patterns, and sorted numbers are in code order.
        onward = self._right.prefixes[:, ::-1] ^ 1
        in_order = np.lexsort(onward.T[::-1])
        rank = np.empty(len(onward), dtype=np.int64)
        rank[in_order] = np.arange(len(onward))
        firsts, seconds = self._left.prefix * len(onward), rank[self._right.prefix]
        here, there = np.ascontiguousarray(self._left.inner.T), np.ascontiguousarray(self._right.inner.T)
        found = []
        looked_at = 0
        for begin in range(0, len(left), CHUNK):
            if deadline.is_over:
                break
            one, other = left[begin : begin + CHUNK], right[begin : begin + CHUNK]
            apart = np.ones(len(one), dtype=np.bool_)
            for nodes in here:
                inner = nodes[one]
                for others in there:
                    apart &= inner != others[other]
            found.append(distinct((firsts[one] + seconds[other])[apart]))
            looked_at = begin + len(one)
        first, second = np.divmod(distinct(np.concatenate([np.zeros(0, dtype=np.int64), *found])), len(onward))
        return np.hstack([self._left.prefixes[first], onward[in_order[second]]]), looked_at


def mean_worth(codes: Ints, worth: Floats) -> Floats:
    """Mean score of the steps of each pattern."""
    # The padding code is -1 and so reads the last entry, which is an added zero.
    padded = np.append(worth, 0.0)
    sums, lengths = np.zeros(len(codes)), np.zeros(len(codes), dtype=np.int64)
    for column in np.ascontiguousarray(codes.T):
        sums += padded[column]
        lengths += column != NONE
    return sums / np.maximum(lengths, 1)
