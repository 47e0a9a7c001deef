"""The order of paths that join entities: short and telling ones first, hubs last, none twice."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice, pairwise
from math import log2
from typing import Final

import numpy as np

from pog_agent.deadline import NEVER, TIME_IS_UP, Deadline, working_deadline, working_until
from pog_agent.kg.adjacency import Ints
from pog_agent.models import PatternKey
from pog_agent.subgraph.exploration.candidates import Candidates, StepTable
from pog_agent.subgraph.exploration.conditions import NO_CONDITIONS, PathConditions, paths_under
from pog_agent.subgraph.exploration.enumerate import NONE
from pog_agent.subgraph.graph import Subgraph
from pog_agent.subgraph.patterns.pattern import materialize
from pog_agent.terms import Term

MOST_COMPARED: Final = 300
"""So many patterns are compared by their paths: those that come first by length and rare relations."""
MOST_CHECKED: Final = 1_000
"""So many patterns are looked through for paths under conditions."""
PATHS_COMPARED: Final = 20
"""So many paths of one pattern."""
OTHERS_SHOWN: Final = 2
"""So many paths of a pattern are shown besides the first."""
PER_DOUBLING: Final = 0.25
"""Sixteen edges to choose from weigh as much as one more step."""
PER_REUSE: Final = 1.0
"""A node that a path before has weighs as much as one more step."""


@dataclass(frozen=True)
class RankedConnection:
    """A pattern by its cheapest path, which has all its nodes, the next ones, and at least how many `more`."""

    path: PatternKey
    others: tuple[tuple[Term, ...], ...]
    more: int
    cost: float

    @cached_property
    def between(self) -> frozenset[Term]:
        """The nodes on the path besides the entities."""
        return frozenset(self.path.nodes) - self.path.topics


@dataclass(frozen=True)
class RankedConnections:
    """The connections to list, the best first, the number of patterns under the conditions, and what was cut."""

    listed: tuple[RankedConnection, ...]
    total: int
    cuts: tuple[str, ...] = ()


@dataclass(frozen=True)
class ConnectionRanking:
    """Ranks patterns of a graph by their cheapest path.

    Each step costs 1. It costs more where many edges of its relation leave the node before it, or reach the node
    behind it, in `around`, the graph with everything near: what a hub has to do with the entities tells little.
    """

    graph: Subgraph
    around: Subgraph
    conditions: PathConditions = NO_CONDITIONS
    deadline: Deadline = NEVER
    _fans: dict[tuple[int, int], int] = field(default_factory=dict)

    def is_whole(self, patterns: Candidates, *, shortest: bool = False) -> bool:
        """Whether all patterns can be held against what is asked: their number is known before they are."""
        return len(patterns) <= MOST_CHECKED or not (self.conditions.through or shortest)

    def ranked(self, patterns: Candidates, most: int, *, shortest: bool = False) -> RankedConnections:
        """At most so many of the patterns; of those that differ by a detour or a relation alone the first.

        With `shortest` those of the fewest steps alone.
        """
        rows = self._in_prior_order(patterns)
        is_checked = bool(self.conditions.through) or shortest
        most_read = min(len(rows), MOST_CHECKED if is_checked else MOST_COMPARED)
        found: list[RankedConnection] = []
        with working_until(working_deadline()) as working:
            for read, row in enumerate(rows[:most_read].tolist()):
                if read and self.deadline.is_over:
                    most_read = read
                    break
                ranked = self._ranked(patterns[row])
                found += [ranked] if ranked is not None else []
        cuts = (*self._cuts(most_read, len(rows), is_checked=is_checked), *working.told())
        found = _shortest(found) if shortest else found
        total = len(found) if is_checked else len(rows)
        return RankedConnections(tuple(self._chosen(found, most)), total, cuts)

    def _cuts(self, read: int, rows: int, *, is_checked: bool) -> tuple[str, ...]:
        """What was not looked at. Of patterns that are only to be ranked those that come late need no look."""
        if is_checked and read < rows:
            return (f"{read} of {rows} connections were held against what is asked",)
        if self.deadline.is_over and read < min(rows, MOST_COMPARED):
            return (f"{read} of {rows} connections were compared, since {TIME_IS_UP}",)
        return ()

    def _in_prior_order(self, patterns: Candidates) -> Ints:
        """The rows of the patterns, by length and then by rare relations."""
        table = StepTable.from_patterns(patterns)
        relations = table.codes >> 1
        used = table.codes != NONE
        counts = np.bincount(self.graph.relations_of, minlength=len(self.graph.relations)).tolist()
        by_name = dict(zip(self.graph.relations, counts, strict=True))
        rarity = np.array([log2(by_name.get(name, 1)) for name in table.relations] or [0.0])
        sums = np.where(used, rarity[relations], 0.0).sum(axis=1)
        rows: Ints = np.lexsort((sums, used.sum(axis=1)))
        return rows

    def _ranked(self, key: PatternKey) -> RankedConnection | None:
        """The pattern by its cheapest path; None where it has none under the conditions."""
        pattern = materialize(self.graph, key)
        paths = [] if pattern is None else [*islice(paths_under(pattern, self.conditions), PATHS_COMPARED)]
        if not paths:
            return None
        (cost, path), *others = sorted((self._cost(key, path), path) for path in paths)
        return RankedConnection(
            path=key.model_copy(update={"nodes": path}),
            others=tuple(nodes for _, nodes in others[:OTHERS_SHOWN]),
            more=max(len(others) - OTHERS_SHOWN, 0),
            cost=cost,
        )

    def _cost(self, key: PatternKey, path: Sequence[Term]) -> float:
        cost = float(key.length)
        for (source, target), step in zip(pairwise(path), key.steps, strict=True):
            code = self.around.code(step)
            ends = self.around.nodes.id_of(source), self.around.nodes.id_of(target)
            for end, way in zip(ends, (code, None if code is None else code ^ 1), strict=True):
                if end is not None and way is not None:
                    cost += PER_DOUBLING * log2(max(self._fan(end, way), 1))
        return cost

    def _fan(self, node: int, code: int) -> int:
        """How many edges of a step leave a node."""
        if (node, code) not in self._fans:
            _, codes, _ = self.around.edges_from(np.array([node]))
            self._fans[node, code] = int((codes == code).sum())
        return self._fans[node, code]

    def _chosen(self, found: Sequence[RankedConnection], most: int) -> list[RankedConnection]:
        """The cheapest in turn, where what was shown before makes a path dearer; a variant of it is left out."""
        chosen: list[RankedConnection] = []
        left = [*found]
        while left and len(chosen) < most:
            shown = frozenset[Term]().union(*(item.between for item in chosen))
            best = min(left, key=lambda item: item.cost + PER_REUSE * len(item.between & shown))
            chosen.append(best)
            left = [item for item in left if not _is_variant(item, best)]
        return chosen


def _shortest(found: Sequence[RankedConnection]) -> list[RankedConnection]:
    """Those of the fewest steps."""
    fewest = min((item.path.length for item in found), default=0)
    return [item for item in found if item.path.length == fewest]


def _is_variant(item: RankedConnection, shown: RankedConnection) -> bool:
    """Whether a path says nothing new beside one that is shown.

    It goes through the same nodes, or leads through them with a detour. Paths of one step are the same by one
    relation, whichever way it points.
    """
    if not shown.between:
        relations = {step.relation for step in shown.path.steps}
        return not item.between and {step.relation for step in item.path.steps} == relations
    return shown.between <= item.between
