"""The question subgraph as id-encoded compressed adjacency in both directions."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pog_agent.models import GraphSize, Step
from pog_agent.terms import Term, Triple, is_literal

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

UNREACHED = np.iinfo(np.int16).max


@dataclass(frozen=True, eq=False)
class Subgraph:
    """Triples with local integer ids: nodes and relations are sorted, so equal triples give equal ids.

    `heads`, `relations_of`, `tails` have one entry per triple. A *step code* is ``2 * relation`` along the
    arrow and ``2 * relation + 1`` against it. Loops stay triples but are never walked.
    """

    nodes: tuple[Term, ...]
    relations: tuple[str, ...]
    heads: Ints
    relations_of: Ints
    tails: Ints

    @classmethod
    def from_triples(cls, triples: Iterable[Triple]) -> "Subgraph":
        """Encodes triples; repeated ones count once."""
        unique = sorted(set(triples))
        nodes = sorted({term for head, _, tail in unique for term in (head, tail)})
        relations = sorted({relation for _, relation, _ in unique})
        node_id = {term: index for index, term in enumerate(nodes)}
        relation_id = {term: index for index, term in enumerate(relations)}
        return cls(
            nodes=tuple(nodes),
            relations=tuple(relations),
            heads=np.array([node_id[head] for head, _, _ in unique], dtype=np.int64),
            relations_of=np.array([relation_id[relation] for _, relation, _ in unique], dtype=np.int64),
            tails=np.array([node_id[tail] for _, _, tail in unique], dtype=np.int64),
        )

    @cached_property
    def node_id(self) -> dict[Term, int]:
        """Local id of each node."""
        return {term: index for index, term in enumerate(self.nodes)}

    @cached_property
    def relation_id(self) -> dict[str, int]:
        """Local id of each relation."""
        return {term: index for index, term in enumerate(self.relations)}

    @cached_property
    def _adjacency(self) -> tuple[Ints, Ints, Ints]:
        """Row pointers, step codes and neighbours, rows sorted by (code, neighbour). Literals have no row."""
        leaf = np.fromiter((is_literal(term) for term in self.nodes), dtype=np.bool_, count=len(self.nodes))
        loops = self.heads == self.tails
        source = np.concatenate([self.heads, self.tails])
        code = np.concatenate([2 * self.relations_of, 2 * self.relations_of + 1])
        target = np.concatenate([self.tails, self.heads])
        usable = ~(leaf[source] | np.concatenate([loops, loops]))
        source, code, target = source[usable], code[usable], target[usable]
        order = np.lexsort((target, code, source))
        pointers = np.searchsorted(source[order], np.arange(len(self.nodes) + 1))
        return pointers.astype(np.int64), code[order], target[order]

    def edges_from(self, nodes: Ints) -> tuple[Ints, Ints, Ints]:
        """All walkable edges out of the nodes: index into `nodes`, step code, neighbour."""
        pointers, codes, targets = self._adjacency
        starts, counts = pointers[nodes], pointers[nodes + 1] - pointers[nodes]
        rows = np.repeat(np.arange(len(nodes)), counts)
        offsets = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        positions = np.repeat(starts, counts) + offsets
        return rows, codes[positions], targets[positions]

    def degree(self, nodes: Ints) -> Ints:
        """Number of walkable edges out of each node."""
        pointers = self._adjacency[0]
        return pointers[nodes + 1] - pointers[nodes]

    def neighbors_by(self, node: int, code: int) -> Ints:
        """Neighbours of one node over one step code, sorted."""
        pointers, codes, targets = self._adjacency
        low, high = int(pointers[node]), int(pointers[node + 1])
        first, last = np.searchsorted(codes[low:high], [code, code + 1])
        return targets[low + first : low + last]

    def distances(self, source: int, limit: int) -> Ints:
        """Number of steps from the source to every node, `UNREACHED` beyond `limit`."""
        distance = np.full(len(self.nodes), UNREACHED, dtype=np.int64)
        distance[source] = 0
        frontier = np.array([source], dtype=np.int64)
        for depth in range(1, limit + 1):
            reached = np.unique(self.edges_from(frontier)[2])
            frontier = reached[distance[reached] == UNREACHED]
            if not len(frontier):
                break
            distance[frontier] = depth
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

    def keep(self, wanted: Bools) -> "Subgraph":
        """The subgraph of the triples marked True; ids are assigned anew."""
        heads, relations, tails = self.heads[wanted], self.relations_of[wanted], self.tails[wanted]
        node_ids, ends = np.unique(np.concatenate([heads, tails]), return_inverse=True)
        relation_ids, codes = np.unique(relations, return_inverse=True)
        return Subgraph(
            nodes=tuple(self.nodes[index] for index in node_ids),
            relations=tuple(self.relations[index] for index in relation_ids),
            heads=ends[: len(heads)],
            relations_of=codes,
            tails=ends[len(heads) :],
        )

    def size(self) -> GraphSize:
        """Entities (literals left out), triples, and clustered edges."""
        pairs = np.unique(np.sort(np.stack([self.heads, self.tails]), axis=0), axis=1)
        return GraphSize(
            entities=sum(not is_literal(term) for term in self.nodes),
            triples=len(self.heads),
            clustered_edges=pairs.shape[1],
        )
