"""The question subgraph as id-encoded triples, with compressed adjacency in both directions."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pog_agent.kg.adjacency import Adjacency, Bools, Ints, distinct
from pog_agent.kg.base import TermTable
from pog_agent.models import GraphSize, Step
from pog_agent.subgraph.terms import TermList, term_view
from pog_agent.terms import Term, Triple, is_literal

Floats = NDArray[np.float64]

UNREACHED = np.iinfo(np.int8).max


@dataclass(frozen=True, eq=False)
class StepDistances:
    """The number of steps from one node to every node, shape (nodes,). Beyond `limit` steps it is `UNREACHED`."""

    limit: int
    steps: Ints


@dataclass(frozen=True, eq=False)
class Subgraph:
    """Triples with integer ids of their own. Nodes and relations are sorted, so equal triples give equal ids.

    `heads`, `relations_of`, `tails` have one entry per triple. A *step code* is ``2 * relation`` along the
    arrow and ``2 * relation + 1`` against it. Loops stay triples but are never walked. The first `literals`
    nodes are literals, which nothing walks out of.
    """

    nodes: TermTable
    relations: tuple[str, ...]
    heads: Ints
    relations_of: Ints
    tails: Ints
    literals: int = 0
    _distances: dict[int, StepDistances] = field(default_factory=dict)

    @classmethod
    def from_triples(cls, triples: Iterable[Triple]) -> "Subgraph":
        """Encodes triples. A repeated triple counts once."""
        unique = sorted(set(triples))
        nodes = sorted({term for head, _, tail in unique for term in (head, tail)})
        relations = sorted({relation for _, relation, _ in unique})
        node_id = {term: index for index, term in enumerate(nodes)}
        relation_id = {term: index for index, term in enumerate(relations)}
        return cls(
            nodes=TermList(nodes),
            relations=tuple(relations),
            heads=np.array([node_id[head] for head, _, _ in unique], dtype=np.int32),
            relations_of=np.array([relation_id[relation] for _, relation, _ in unique], dtype=np.int32),
            tails=np.array([node_id[tail] for _, _, tail in unique], dtype=np.int32),
            literals=sum(map(is_literal, nodes)),
        )

    @cached_property
    def relation_id(self) -> dict[str, int]:
        """Local id of each relation."""
        return {term: index for index, term in enumerate(self.relations)}

    @cached_property
    def adjacency(self) -> Adjacency:
        """All edges that can be walked. A loop is no such edge, and nothing walks out of a literal."""
        onward = self.heads != self.tails
        back = onward & self._walked_back
        return Adjacency.from_rows(
            np.concatenate([self.heads[onward], self.tails[back]]),
            np.concatenate([2 * self.relations_of[onward], 2 * self.relations_of[back] + 1]),
            np.concatenate([self.tails[onward], self.heads[back]]),
            nodes=len(self.nodes),
            code_count=2 * len(self.relations),
        )

    def edges_from(self, nodes: Ints) -> tuple[Ints, Ints, Ints]:
        """All walkable edges out of some nodes: for each its index into `nodes`, its step code and its target."""
        rows, positions = self.adjacency.positions(nodes)
        return rows, self.adjacency.codes[positions], self.adjacency.targets[positions]

    def distances(self, source: int, limit: int) -> Ints:
        """The number of steps from the source to every node, `UNREACHED` beyond `limit` or a wider limit before.

        The search is breadth first over the triples as they lie, so that no adjacency is needed. It goes on from
        the distances of an earlier call.
        """
        known = self._distances.get(source)
        if known is None:
            start = np.full(len(self.nodes), UNREACHED, dtype=np.int8)
            start[source] = 0
            known = StepDistances(0 if source >= self.literals else UNREACHED, start)
        for depth in range(known.limit + 1, limit + 1):
            steps: Ints = known.steps.copy()
            edge = steps == depth - 1
            edge[: self.literals] = False
            onward, back = self.tails[edge[self.heads]], self.heads[edge[self.tails]]
            for reached in (onward, back):
                steps[reached[steps[reached] == UNREACHED]] = depth
            known = StepDistances(depth, steps)
        self._distances[source] = known
        return known.steps

    def take_distances(self, source: int, distances: StepDistances) -> None:
        """Takes over distances from the source that were found elsewhere."""
        self._distances[source] = distances

    @cached_property
    def _walked_back(self) -> Bools:
        """Marks the triples that can be walked against the arrow: those whose tail is no literal."""
        return self.tails >= self.literals

    @cached_property
    def _steps(self) -> tuple[Step, ...]:
        return tuple(Step(relation=name, forward=forward) for name in self.relations for forward in (True, False))

    def step(self, code: int) -> Step:
        """The step that a code stands for."""
        return self._steps[code]

    def code(self, step: Step) -> int | None:
        """The code of a step; None where the subgraph lacks the relation."""
        relation = self.relation_id.get(step.relation)
        return None if relation is None else 2 * relation + (not step.forward)

    def entities(self) -> list[Term]:
        """All nodes that are no literals."""
        return [self.nodes[index] for index in range(self.literals, len(self.nodes))]

    def keep(self, wanted: Bools) -> "Subgraph":
        """The subgraph of the triples marked True. It assigns ids of its own."""
        return self._part(wanted)[0]

    def keep_paths(self, wanted: Bools) -> "Subgraph":
        """The same for triples that hold all shortest paths of interest, so that known distances stay true."""
        kept, ids = self._part(wanted)
        for source, known in self._distances.items():
            place = int(np.searchsorted(ids, source))
            if place < len(ids) and ids[place] == source:
                kept.take_distances(place, StepDistances(known.limit, known.steps[ids]))
        return kept

    def _part(self, wanted: Bools) -> tuple["Subgraph", Ints]:
        """The triples marked True with ids of their own, and the ids that their nodes have here."""
        # New ids are places in the sorted list of the old ids that occur: nothing is sorted again, and no term
        # is looked at.
        heads, tails = self.heads[wanted], self.tails[wanted]
        used = np.zeros(len(self.nodes), dtype=np.bool_)
        used[heads] = True
        used[tails] = True
        ids = np.flatnonzero(used)
        local = np.empty(len(self.nodes), dtype=np.int32)
        local[ids] = np.arange(len(ids), dtype=np.int32)
        present, relations_of = renumbered(self.relations_of[wanted], len(self.relations))
        graph = Subgraph(
            nodes=term_view(self.nodes, ids),
            relations=tuple(self.relations[index] for index in present.tolist()),
            heads=local[heads],
            relations_of=relations_of,
            tails=local[tails],
            literals=int(np.searchsorted(ids, self.literals)),
        )
        return graph, ids

    def size(self) -> GraphSize:
        """Entities (literals left out), triples, and clustered edges."""
        low, high = np.minimum(self.heads, self.tails), np.maximum(self.heads, self.tails)
        pairs = distinct(low.astype(np.int64) * max(len(self.nodes), 1) + high)
        return GraphSize(
            entities=len(self.nodes) - self.literals, triples=len(self.heads), clustered_edges=len(pairs)
        )


def renumbered(numbers: Ints, count: int) -> tuple[Ints, Ints]:
    """The numbers below `count` that occur, sorted, and for each given number its place among these."""
    present = np.flatnonzero(np.bincount(numbers, minlength=count))
    places = np.zeros(count, dtype=np.int32)
    places[present] = np.arange(len(present), dtype=np.int32)
    return present, places[numbers]
