"""Simple paths on one segment of a pattern, from one topic entity to the next: no node occurs twice."""

from collections.abc import Iterator, Sequence
from itertools import count
from math import prod

import numpy as np

from pog_agent.deadline import is_late
from pog_agent.kg.adjacency import Bools, Ints, distinct

Layer = tuple[Ints, Ints]
"""Edges of one step: source and target ids, row by row."""

MAX_VISITS = 50_000
VISITS_IN_ANY_CASE = 1_000
WITNESS_ROUNDS = 8
FEW_WALKS = 10_000
"""So few walks through all layers are searched at once: drawing some of them first takes longer."""


def simple_layers(layers: Sequence[Layer]) -> tuple[list[Layer], bool]:
    """Drops every edge that lies on no simple path through all layers.

    The layers must be consistent already: each edge continues one of the layer before and is continued by one
    of the layer after. Returns the layers, and False if the search was given up and an edge kept unproven.
    """
    if len(layers) < 3 or _positions_disjoint(layers):
        return list(layers), True
    few = prod(len(sources) for sources, _ in layers) <= FEW_WALKS
    proven = _unmarked(layers) if few else _witnessed(layers)
    if all(marks.all() for marks in proven):
        return list(layers), True
    exact = _prove_rest(layers, proven)
    return [
        (sources[marks], targets[marks]) for (sources, targets), marks in zip(layers, proven, strict=True)
    ], exact


def list_paths(layers: Sequence[Layer]) -> Iterator[tuple[int, ...]]:
    """The simple paths through the layers in order of node ids. Each is searched when it is asked for.

    The search ends with the time of the step at work, but for the first few visits.
    """
    onward = [_successors(sources, targets) for sources, targets in layers]
    visits = count()

    def walk(path: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(path) > len(layers):
            yield path
            return
        for target in onward[len(path) - 1].get(path[-1], ()):
            if next(visits) > VISITS_IN_ANY_CASE and is_late("paths of patterns"):
                return
            if target not in path:
                yield from walk((*path, target))

    for start in np.unique(layers[0][0]).tolist() if layers else ():
        yield from walk((start,))


def _positions_disjoint(layers: Sequence[Layer]) -> bool:
    """Whether no node stands at two positions, in which case every walk is a simple path."""
    positions = [distinct(nodes.copy()) for nodes in (layers[0][0], *(targets for _, targets in layers))]
    together = np.concatenate(positions)
    return len(distinct(together)) == sum(map(len, positions))


def _unmarked(layers: Sequence[Layer]) -> list[Bools]:
    return [np.zeros(len(sources), dtype=np.bool_) for sources, _ in layers]


def _witnessed(layers: Sequence[Layer]) -> list[Bools]:
    """Marks the edges for which a random walk through them happens to be simple."""
    # A simple walk through an edge proves the edge. So a mark is never wrong, whatever the draw, and a few rounds
    # leave only few edges to the exact search.
    random = np.random.default_rng(0)
    marks = _unmarked(layers)
    by_source = [np.argsort(sources, kind="stable") for sources, _ in layers]
    by_target = [np.argsort(targets, kind="stable") for _, targets in layers]
    for _ in range(WITNESS_ROUNDS):
        for index in range(len(layers)):
            rest = np.flatnonzero(~marks[index])
            if not len(rest):
                continue
            columns = {index: layers[index][0][rest], index + 1: layers[index][1][rest]}
            for step in range(index, 0, -1):
                sources, targets = layers[step - 1]
                order = by_target[step - 1]
                columns[step - 1] = sources[order[_draw_row(random, targets[order], columns[step])]]
            for step in range(index + 1, len(layers)):
                sources, targets = layers[step]
                order = by_source[step]
                columns[step + 1] = targets[order[_draw_row(random, sources[order], columns[step])]]
            walks = np.sort(np.stack([columns[position] for position in range(len(layers) + 1)]), axis=0)
            marks[index][rest] = (np.diff(walks, axis=0) != 0).all(axis=0)
        if all(mark.all() for mark in marks):
            break
    return marks


def _draw_row(random: np.random.Generator, sorted_keys: Ints, wanted: Ints) -> Ints:
    """Draws for each wanted key one of its rows in a sorted column."""
    low = np.searchsorted(sorted_keys, wanted, side="left")
    high = np.searchsorted(sorted_keys, wanted, side="right")
    picked: Ints = low + (random.random(len(wanted)) * (high - low)).astype(np.int64)
    return picked


def _prove_rest(layers: Sequence[Layer], marks: list[Bools]) -> bool:
    """Searches a simple path for each unmarked edge and marks it if there is one.

    Returns False if some searches were given up, or came too late. Their edges are marked as if proven, so that
    none is lost.
    """
    onward = [_successors(sources, targets) for sources, targets in layers]
    back = [_successors(targets, sources) for sources, targets in layers]
    exact = True
    for index, (sources, targets) in enumerate(layers):
        for row in np.flatnonzero(~marks[index]).tolist():
            if is_late("edges of patterns"):
                exact, marks[index][row] = False, True
                continue
            verdict = _path_through(onward, back, index, int(sources[row]), int(targets[row]))
            exact = exact and verdict is not None
            marks[index][row] = verdict is not False
    return exact


def _path_through(
    onward: list[dict[int, list[int]]], back: list[dict[int, list[int]]], index: int, source: int, target: int
) -> bool | None:
    """Whether some simple path uses this edge of layer `index`; None if the search was given up."""
    visits = 0

    def forward(position: int, node: int, used: frozenset[int]) -> bool:
        nonlocal visits
        if position == len(onward):
            return True
        for following in onward[position].get(node, ()):
            visits += 1
            if visits > MAX_VISITS:
                return False
            if following not in used and forward(position + 1, following, used | {following}):
                return True
        return False

    def backward(position: int, node: int, used: frozenset[int]) -> bool:
        nonlocal visits
        if position == 0:
            return forward(index + 1, target, used)
        for before in back[position - 1].get(node, ()):
            visits += 1
            if visits > MAX_VISITS:
                return False
            if before not in used and backward(position - 1, before, used | {before}):
                return True
        return False

    found = backward(index, source, frozenset((source, target)))
    return None if not found and visits > MAX_VISITS else found


def _successors(sources: Ints, targets: Ints) -> dict[int, list[int]]:
    """Adjacency lists of one layer, sorted."""
    following: dict[int, list[int]] = {}
    order = np.lexsort((targets, sources))
    for source, target in zip(sources[order].tolist(), targets[order].tolist(), strict=True):
        following.setdefault(source, []).append(target)
    return following
