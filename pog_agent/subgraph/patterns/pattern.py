"""Path patterns with all their edges, so that each concrete path can be listed."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, pairwise

import numpy as np

from pog_agent.kg.adjacency import Ints, distinct
from pog_agent.models import PatternKey
from pog_agent.subgraph.graph import Subgraph
from pog_agent.subgraph.patterns.simple import Layer, list_paths, simple_layers
from pog_agent.terms import Term, Triple


@dataclass(frozen=True, eq=False)
class PathPattern:
    """A pattern of one subgraph with the edges of each step that lie on a path, which is simple in each segment.

    A segment runs between neighbouring anchors (or from the last one to the open end). `exact` is False where
    a bounded search could not prove for every edge that it lies on a simple path.
    """

    key: PatternKey
    graph: Subgraph
    codes: tuple[int, ...]
    layers: tuple[Layer, ...]
    exact: bool = True

    def nodes_at(self, position: int) -> list[Term]:
        """Distinct nodes at a position (0 is the start), sorted."""
        return [self.graph.nodes[index] for index in self.ids_at(position).tolist()]

    def ids_at(self, position: int) -> Ints:
        """The distinct nodes at a position as sorted ids of the subgraph."""
        column = self.layers[0][0] if position == 0 else self.layers[position - 1][1]
        return distinct(column.copy())

    def edges_into(self, position: int) -> list[tuple[Term, Term]]:
        """The edges of the step that leads to a position (1 at least): the node before, and the node there."""
        nodes = self.graph.nodes
        sources, targets = (column.tolist() for column in self.layers[position - 1])
        return [(nodes[source], nodes[target]) for source, target in zip(sources, targets, strict=True)]

    def paths(
        self, limit: int | None = None, position: int | None = None, node: Term | None = None
    ) -> list[tuple[Term, ...]]:
        """At most `limit` concrete paths as node sequences. Given a position, they have `node` there."""
        return list(islice(self.each_path(position, node), limit))

    def each_path(self, position: int | None = None, node: Term | None = None) -> Iterator[tuple[Term, ...]]:
        """The same without a limit. Each path is searched when it is asked for."""
        if position is None or node is None:
            return self._listed(self.layers)
        wanted = self.graph.nodes.id_of(node)
        return iter(()) if wanted is None else self._listed(self._through(position, wanted))

    def path_triples(self, path: tuple[Term, ...]) -> list[Triple]:
        """The triples of one concrete path, or of its beginning, each in its own direction."""
        return [
            (head, step.relation, tail) if step.forward else (tail, step.relation, head)
            for (head, tail), step in zip(pairwise(path), self.key.steps[: len(path) - 1], strict=True)
        ]

    def _listed(self, layers: tuple[Layer, ...]) -> Iterator[tuple[Term, ...]]:
        cuts = [*sorted({anchor.position for anchor in self.key.anchors} | {len(layers)})]
        segments = [list(layers[first:last]) for first, last in pairwise(cuts)]
        return (tuple(self.graph.nodes[index] for index in path) for path in _join(segments))

    def _through(self, position: int, node: int) -> tuple[Layer, ...]:
        """The edges of each step that are on a walk with `node` at `position`."""
        layers = list(self.layers)
        if position:
            sources, targets = layers[position - 1]
            keep = targets == node
            layers[position - 1] = (sources[keep], targets[keep])
        else:
            sources, targets = layers[0]
            layers[0] = (sources[sources == node], targets[sources == node])
        return tuple(_begun(_continued(layers)))


def materialize(graph: Subgraph, key: PatternKey) -> PathPattern | None:
    """The pattern of a key with its edges in a subgraph; None where the subgraph has no such path."""
    codes = [graph.code(step) for step in key.steps]
    fixed = {position: graph.nodes.id_of(entity) for position, entity in key.fixed.items()}
    if None in codes or None in fixed.values() or 0 not in fixed or not codes:
        return None
    known = tuple(code for code in codes if code is not None)
    layers: list[Layer] = []
    exact = True
    bounds = sorted({*fixed, len(known)})
    for first, last in pairwise(bounds):
        segment = _segment_layers(graph, int(fixed[first] or 0), fixed.get(last), known[first:last])
        if segment is None:
            return None
        simple, proven = simple_layers(segment)
        if not all(len(sources) for sources, _ in simple):
            return None
        layers.extend(simple)
        exact = exact and proven
    return PathPattern(key, graph, known, tuple(layers), exact)


def _segment_layers(graph: Subgraph, start: int, goal: int | None, codes: tuple[int, ...]) -> list[Layer] | None:
    """The edges of each step on walks with `start` and `goal` only at their ends; None without such walks."""
    layers: list[Layer] = []
    frontier = np.array([start], dtype=np.int64)
    for index, code in enumerate(codes):
        rows, row_codes, targets = graph.edges_from(frontier)
        wanted = (row_codes == code) & (targets != start)
        if goal is not None:
            wanted &= (targets == goal) == (index == len(codes) - 1)
        sources, targets = frontier[rows[wanted]], targets[wanted]
        if not len(targets):
            return None
        layers.append((sources, targets))
        frontier = distinct(targets.copy())
    return _continued(layers)


def _continued(layers: list[Layer]) -> list[Layer]:
    """Drops each edge that no edge of the next layer continues. The sources of a layer are in ascending order."""
    result = list(layers)
    for index in range(len(result) - 2, -1, -1):
        sources, targets = result[index]
        following = result[index + 1][0]
        if len(following):
            keep = following.take(following.searchsorted(targets), mode="clip") == targets
        else:
            keep = np.zeros(len(targets), dtype=np.bool_)
        result[index] = (sources[keep], targets[keep])
    return result


def _begun(layers: list[Layer]) -> list[Layer]:
    """Drops each edge that continues no edge of the layer before."""
    result = list(layers)
    for index in range(1, len(result)):
        sources, targets = result[index]
        keep = np.isin(sources, result[index - 1][1])
        result[index] = (sources[keep], targets[keep])
    return result


def _join(segments: list[list[Layer]]) -> Iterator[tuple[int, ...]]:
    """Concatenates the simple paths of neighbouring segments, which meet in one anchored node."""
    head, rest = segments[0], segments[1:]
    for path in list_paths(head):
        if not rest:
            yield path
            continue
        for tail in _join(rest):
            yield path + tail[1:]
