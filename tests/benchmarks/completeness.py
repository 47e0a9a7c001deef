"""The engine's patterns against the yardstick's, where the yardstick is affordable."""

import time
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pog_agent.kg.adjacency import Adjacency, Ints
from pog_agent.kg.local.compiled import CompiledGraph
from pog_agent.subgraph.exploration.candidates import Candidates
from pog_agent.terms import Term
from tests.benchmarks import yardstick
from tests.benchmarks.report import Row
from tests.benchmarks.yardstick import Codes, Patterns

Floats = NDArray[np.float64]

AFFORDABLE = 50_000_000
"""Walks and joined pairs up to which the yardstick is run: about ten seconds."""


def against_yardstick(kg: CompiledGraph, topics: Sequence[Term], patterns: Candidates, hops: int) -> Row | None:
    """Simple paths, CPU seconds, and the numbers of patterns missed and of false ones.

    None for more than two topics, and where the yardstick is not affordable.
    """
    nodes = [node for node in map(kg.terms.id_of, topics) if node is not None]
    if not len(nodes) == len(topics) <= 2 or effort(kg.adjacency, nodes, hops) > AFFORDABLE:
        return None
    found = global_codes(kg, patterns)
    started = time.process_time()
    listed = _list_patterns(kg.adjacency, nodes, hops)
    seconds = time.process_time() - started
    wanted = {codes for several in listed.codes.values() for codes in several}
    return {
        "paths": sum(listed.paths.values()),
        "yardstick_seconds": seconds,
        "missed": len(wanted - found),
        "false": len(found - wanted),
    }


def global_codes(kg: CompiledGraph, patterns: Candidates) -> set[Codes]:
    """The patterns in step codes of the whole graph."""
    place = {name: index for index, name in enumerate(kg.relations)}
    found: set[Codes] = set()
    for block in patterns.blocks:
        code_of = np.array([2 * place[name] + against for name in block.graph.relations for against in (0, 1)])
        for length in np.unique(block.lengths).tolist():
            rows = block.codes[block.lengths == length, :length]
            found.update(map(tuple, code_of[rows].tolist()))
    return found


def effort(adjacency: Adjacency, nodes: Sequence[int], hops: int) -> float:
    """At least as many walks and joined pairs as the yardstick forms; infinity beyond what is affordable."""
    sides = []
    total = 0.0
    for node in nodes:
        side: list[tuple[Ints, Floats]] = [(np.array([node]), np.ones(1))]
        for _ in range(hops):
            ends, walks = side[-1]
            total += float(walks @ adjacency.degree(ends))
            if total > AFFORDABLE:
                return float("inf")
            side.append(_one_step_on(adjacency, ends, walks))
        sides.append(side)
    for length in range(2, 2 * hops + 1) if len(nodes) == 2 else ():
        (here, walks), (there, others) = sides[0][(length + 1) // 2], sides[1][length // 2]
        _, left, right = np.intersect1d(here, there, assume_unique=True, return_indices=True)
        total += float(walks[left] @ others[right])
    return total


def _one_step_on(adjacency: Adjacency, ends: Ints, walks: Floats) -> tuple[Ints, Floats]:
    """The nodes next to some, and over how many walks each is reached."""
    rows, positions = adjacency.positions(ends)
    reached, inverse = np.unique(adjacency.targets[positions], return_inverse=True)
    counts: Floats = np.bincount(inverse, walks[rows], len(reached)).astype(np.float64)
    return reached, counts


def _list_patterns(adjacency: Adjacency, nodes: Sequence[int], hops: int) -> Patterns:
    if len(nodes) == 1:
        return yardstick.open_patterns(adjacency, nodes[0], hops)
    return yardstick.joined_patterns(adjacency, nodes[0], nodes[1], hops)
