"""The question subgraph as id-encoded triples, with compressed adjacency in both directions."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pog_agent.kg.adjacency import Adjacency
from pog_agent.kg.base import TermTable
from pog_agent.models import GraphSize, Step
from pog_agent.subgraph.terms import TermList, select
from pog_agent.terms import Term, Triple, is_literal

Ints = NDArray[np.integer]
Bools = NDArray[np.bool_]

UNREACHED = np.iinfo(np.int8).max


@dataclass(frozen=True, eq=False)
class Subgraph:
    """Triples with local integer ids: nodes and relations are sorted, so equal triples give equal ids.

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
    _distances: dict[tuple[int, int], Ints] = field(default_factory=dict)

    @classmethod
    def from_triples(cls, triples: Iterable[Triple]) -> "Subgraph":
        """Encodes triples; repeated ones count once."""
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
        """What can be walked: no loops, and nothing out of a literal."""
        onward = self.heads != self.tails
        back = onward & (self.tails >= self.literals)
        return Adjacency.from_rows(
            np.concatenate([self.heads[onward], self.tails[back]]),
            np.concatenate([2 * self.relations_of[onward], 2 * self.relations_of[back] + 1]),
            np.concatenate([self.tails[onward], self.heads[back]]),
            nodes=len(self.nodes),
            code_count=2 * len(self.relations),
        )

    def edges_from(self, nodes: Ints) -> tuple[Ints, Ints, Ints]:
        """All walkable edges out of the nodes: index into `nodes`, step code, neighbour."""
        rows, positions = self.adjacency.positions(nodes)
        return rows, self.adjacency.codes[positions], self.adjacency.targets[positions]

    def neighbors_by(self, node: int, code: int) -> Ints:
        """Neighbours of one node over one step code, sorted."""
        low, high = int(self.adjacency.pointers[node]), int(self.adjacency.pointers[node + 1])
        first, last = np.searchsorted(self.adjacency.codes[low:high], [code, code + 1])
        return self.adjacency.targets[low + first : low + last]

    def distances(self, source: int, limit: int) -> Ints:
        """Number of steps from the source to every node, `UNREACHED` beyond `limit`. Shape (nodes,)."""
        if (source, limit) not in self._distances:
            self._distances[source, limit] = self._relaxed(source, limit)
        return self._distances[source, limit]

    def _relaxed(self, source: int, limit: int) -> Ints:
        """Breadth first over the triples as they lie, which needs no adjacency."""
        distance = np.full(len(self.nodes), UNREACHED, dtype=np.int8)
        distance[source] = 0
        if source < self.literals:
            return distance
        for depth in range(1, limit + 1):
            onward = self.tails[distance[self.heads] == depth - 1]
            back = self.heads[(distance[self.tails] == depth - 1) & (self.tails >= self.literals)]
            reached = np.concatenate([onward, back])
            fresh = reached[distance[reached] == UNREACHED]
            if not len(fresh):
                break
            distance[fresh] = depth
        return distance

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

    def triple(self, source: int, code: int, target: int) -> Triple:
        """The triple behind one walked edge, in its own direction."""
        head, tail = (source, target) if code % 2 == 0 else (target, source)
        return self.nodes[head], self.relations[code // 2], self.nodes[tail]

    def triples(self) -> list[Triple]:
        """All triples as terms."""
        rows = zip(self.heads.tolist(), self.relations_of.tolist(), self.tails.tolist(), strict=True)
        return [(self.nodes[head], self.relations[relation], self.nodes[tail]) for head, relation, tail in rows]

    def entities(self) -> list[Term]:
        """All nodes that are no literals."""
        return [self.nodes[index] for index in range(self.literals, len(self.nodes))]

    def keep(self, wanted: Bools) -> "Subgraph":
        """The subgraph of the triples marked True; ids are assigned anew."""
        return encoded(
            self.nodes,
            self.relations,
            (self.heads[wanted], self.relations_of[wanted], self.tails[wanted]),
            self.literals,
        )

    def size(self) -> GraphSize:
        """Entities (literals left out), triples, and clustered edges."""
        low, high = np.minimum(self.heads, self.tails), np.maximum(self.heads, self.tails)
        pairs = np.unique(low.astype(np.int64) * max(len(self.nodes), 1) + high)
        return GraphSize(
            entities=len(self.nodes) - self.literals, triples=len(self.heads), clustered_edges=len(pairs)
        )


def encoded(
    nodes: TermTable, relations: "tuple[str, ...] | list[str]", triples: tuple[Ints, Ints, Ints], literals: int
) -> Subgraph:
    """A subgraph of triples given by ids of larger tables; only what they use is kept, in the same order.

    The first `literals` of `nodes` are literals.
    """
    heads, relations_of, tails = triples
    used = np.zeros(len(nodes), dtype=np.bool_)
    used[heads] = True
    used[tails] = True
    ids = np.flatnonzero(used)
    local = np.empty(len(nodes), dtype=np.int32)
    local[ids] = np.arange(len(ids), dtype=np.int32)
    present = np.flatnonzero(np.bincount(relations_of, minlength=len(relations)))
    codes = np.zeros(len(relations), dtype=np.int32)
    codes[present] = np.arange(len(present), dtype=np.int32)
    return Subgraph(
        nodes=select(nodes, ids),
        relations=tuple(relations[index] for index in present.tolist()),
        heads=local[heads],
        relations_of=codes[relations_of],
        tails=local[tails],
        literals=int(np.searchsorted(ids, literals)),
    )
