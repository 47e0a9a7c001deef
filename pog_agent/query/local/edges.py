"""The edges of one relation as sorted arrays of ids, in both directions."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pog_agent.kg.adjacency import Adjacency, Bools, Ints, spread

_SPARSE = 4
"""Nodes that range over more than this many times the edges are searched for instead of looked up."""


@dataclass(frozen=True, eq=False)
class DirectedEdges:
    """Edges from `nodes` to `ends`, sorted by both; shapes (edges,)."""

    nodes: Ints
    ends: Ints

    def counts(self, ids: Ints) -> tuple[Ints, Ints]:
        """Where the edges of each id begin, and how many there are."""
        if self._pointers is None:
            starts: Ints = np.searchsorted(self.nodes, ids, side="left")
            return starts, np.searchsorted(self.nodes, ids, side="right") - starts
        low, span = int(self.nodes[0]), len(self._pointers) - 1
        places = np.clip(ids - low, -1, span)
        inside = (places >= 0) & (places < span)
        places = np.where(inside, places, 0)
        starts = self._pointers[places]
        return starts, np.where(inside, self._pointers[places + 1] - starts, 0)

    @cached_property
    def _pointers(self) -> Ints | None:
        """For each id from the first node on the place of its first edge; None if the nodes lie far apart."""
        if not len(self.nodes):
            return None
        low, high = int(self.nodes[0]), int(self.nodes[-1])
        if high - low > _SPARSE * len(self.nodes) + 1024:
            return None
        pointers = np.zeros(high - low + 2, dtype=np.int64)
        np.cumsum(np.bincount(self.nodes - low), out=pointers[1:])
        return pointers

    @cached_property
    def fan_out(self) -> float:
        """Mean number of edges of a node that has any."""
        distinct = 1 + int(np.count_nonzero(np.diff(self.nodes))) if len(self.nodes) else 1
        return len(self.nodes) / distinct


@dataclass(frozen=True, eq=False)
class RelationEdges:
    """All edges of a relation along the arrow and against it."""

    onward: DirectedEdges
    backward: DirectedEdges

    @classmethod
    def from_adjacency(cls, adjacency: Adjacency, relation: int) -> "RelationEdges":
        """The edges of a relation of a graph, by its id."""
        return cls(_directed(adjacency, 2 * relation), _directed(adjacency, 2 * relation + 1))

    @classmethod
    def from_pairs(cls, sources: Ints, targets: Ints) -> "RelationEdges":
        """Edges in any order, each once."""
        onward, backward = np.lexsort((targets, sources)), np.lexsort((sources, targets))
        return cls(
            DirectedEdges(sources[onward], targets[onward]), DirectedEdges(targets[backward], sources[backward])
        )

    def __len__(self) -> int:
        """Number of edges."""
        return len(self.onward.nodes)

    def contain(self, sources: Ints, targets: Ints) -> Bools:
        """Which of the pairs are edges."""
        # The edges of a source are sorted by target. Both halves of a pair in one integer make one sorted list.
        width = int(max(self.onward.ends.max(initial=0), targets.max(initial=0))) + 1
        keys = self.onward.nodes.astype(np.int64) * width + self.onward.ends
        wanted = sources.astype(np.int64) * width + targets
        if not len(keys):
            return np.zeros(len(wanted), dtype=np.bool_)
        places = np.searchsorted(keys, wanted)
        places[places == len(keys)] = 0
        found: Bools = (keys[places] == wanted) & (sources >= 0) & (targets >= 0)
        return found


def expanded(edges: DirectedEdges, starts: Ints, counts: Ints) -> tuple[Ints, Ints]:
    """For each edge of some nodes the place of the node in their order, and the other end."""
    if len(counts) and int(counts.min()) == int(counts.max()) == 1:
        return np.arange(len(counts)), edges.ends[starts]
    rows, positions = spread(starts, counts)
    return rows, edges.ends[positions]


def _directed(adjacency: Adjacency, code: int) -> DirectedEdges:
    places = np.flatnonzero(adjacency.codes == code)
    nodes = np.searchsorted(adjacency.pointers, places, side="right") - 1
    return DirectedEdges(nodes, np.asarray(adjacency.targets[places], dtype=np.int64))
