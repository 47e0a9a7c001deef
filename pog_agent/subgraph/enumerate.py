"""Enumeration of path patterns, level by level over frontier sets, without listing single paths.

A prefix is a sequence of step codes together with the set of nodes it reaches; one level extends all
prefixes at once. Every pattern inside the length window that has at least one simple path is found, none is
found that has not, unless a budget ran out, which the result says.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pog_agent.subgraph.graph import UNREACHED, Bools, Ints, Subgraph
from pog_agent.subgraph.simple import has_simple_path

Codes = tuple[int, ...]

ALWAYS_SIMPLE_OPEN = 3
ALWAYS_SIMPLE_JOINED = 4


@dataclass(frozen=True)
class EnumerationBudget:
    """Bounds of one enumeration: patterns kept, and walked edges held at one level."""

    patterns: int = 50_000
    rows: int = 5_000_000


@dataclass(frozen=True)
class Enumeration:
    """Step-code sequences, shortest first and then in code order; `truncated` says in words what was cut."""

    patterns: tuple[Codes, ...]
    truncated: str | None = None


@dataclass
class _Level:
    """Distinct (prefix, node) pairs, with how many predecessors each has and one of them."""

    prefix: Ints
    node: Ints
    predecessors: Ints
    predecessor: Ints


@dataclass
class _Rows:
    """Edges walked from one level to the next: index of the pair, step code, node reached."""

    pair: Ints
    code: Ints
    target: Ints

    def keep(self, wanted: Bools) -> "_Rows":
        return _Rows(self.pair[wanted], self.code[wanted], self.target[wanted])


def open_patterns(graph: Subgraph, start: int, max_length: int, budget: EnumerationBudget) -> Enumeration:
    """All patterns of 1 to `max_length` steps that walk away from `start`."""
    return _enumerate(graph, start, None, max_length, budget)


def joined_patterns(
    graph: Subgraph, start: int, goal: int, max_length: int, budget: EnumerationBudget
) -> Enumeration:
    """All patterns of 1 to `max_length` steps from `start` to `goal`, which is at the end only."""
    return _enumerate(graph, start, goal, max_length, budget)


def _enumerate(
    graph: Subgraph, start: int, goal: int | None, max_length: int, budget: EnumerationBudget
) -> Enumeration:
    """The level-synchronous search behind both public functions; `goal` None leaves the end open."""
    to_goal = None if goal is None else graph.distances(goal, max_length)
    if start == goal or (to_goal is not None and to_goal[start] == UNREACHED):
        return Enumeration(())
    always_simple = ALWAYS_SIMPLE_OPEN if goal is None else ALWAYS_SIMPLE_JOINED
    found: list[Codes] = []
    cuts: list[str] = []
    prefixes: list[Codes] = [()]
    level = _Level(
        prefix=np.zeros(1, dtype=np.int64),
        node=np.array([start], dtype=np.int64),
        predecessors=np.zeros(1, dtype=np.int64),
        predecessor=np.full(1, -1, dtype=np.int64),
    )
    for depth in range(1, max_length + 1):
        level, cut = _within_rows(graph, level, budget.rows)
        cuts += [f"length {depth}: {cut} partial paths over the limit of {budget.rows} edges"] if cut else []
        rows = _walk(graph, level, start)
        if to_goal is not None:
            rows = rows.keep(to_goal[rows.target] <= max_length - depth)
        if not len(rows.pair):
            break
        prefixes, prefix_of_row = _extend(prefixes, level, rows, 2 * len(graph.relations))
        arrived = np.ones(len(rows.pair), dtype=np.bool_) if goal is None else rows.target == goal
        for index in np.unique(prefix_of_row[arrived]).tolist():
            codes = prefixes[index]
            verdict = depth <= always_simple or has_simple_path(graph, start, goal, codes, to_goal)
            if verdict is None:
                cuts.append(f"length {depth}: a pattern kept without proof of a simple path")
            if verdict is not False:
                found.append(codes)
        if len(found) > budget.patterns:
            cuts.append(f"more than {budget.patterns} patterns, cut at length {depth}")
            break
        onward = np.ones(len(rows.pair), dtype=np.bool_) if goal is None else ~arrived
        level = _next_level(level, rows.keep(onward), prefix_of_row[onward], len(graph.nodes))
    return Enumeration(tuple(found[: budget.patterns]), "; ".join(dict.fromkeys(cuts)) or None)


def _within_rows(graph: Subgraph, level: _Level, limit: int) -> tuple[_Level, int]:
    """Cuts a level whose edges would be more than the limit; returns how many pairs were cut."""
    total = np.cumsum(graph.degree(level.node))
    kept = int(np.searchsorted(total, limit, side="right"))
    if kept == len(level.node):
        return level, 0
    part = slice(0, max(kept, 1))
    cut = _Level(level.prefix[part], level.node[part], level.predecessors[part], level.predecessor[part])
    return cut, len(level.node) - len(cut.node)


def _walk(graph: Subgraph, level: _Level, start: int) -> _Rows:
    """All edges out of a level that neither return to the start nor only step straight back."""
    rows = _Rows(*graph.edges_from(level.node))
    steps_back = (level.predecessors[rows.pair] == 1) & (level.predecessor[rows.pair] == rows.target)
    return rows.keep((rows.target != start) & ~steps_back)


def _extend(prefixes: Sequence[Codes], level: _Level, rows: _Rows, codes: int) -> tuple[list[Codes], Ints]:
    """The longer prefixes that the rows make, in order, and which of them each row belongs to."""
    keys, inverse = np.unique(level.prefix[rows.pair] * codes + rows.code, return_inverse=True)
    longer = [(*prefixes[key // codes], key % codes) for key in keys.tolist()]
    return longer, inverse


def _next_level(level: _Level, rows: _Rows, prefix: Ints, nodes: int) -> _Level:
    """Groups rows into distinct (prefix, node) pairs."""
    keys, first, inverse = np.unique(prefix * nodes + rows.target, return_index=True, return_inverse=True)
    sources = level.node[rows.pair]
    return _Level(
        prefix=keys // max(nodes, 1),
        node=keys % max(nodes, 1),
        predecessors=np.bincount(inverse, minlength=len(keys)).astype(np.int64),
        predecessor=sources[first],
    )
