"""The question subgraph of a graph held locally. It is read by ids, in whole rows of the adjacency."""

import asyncio
from collections.abc import Sequence

import numpy as np

from pog_agent.deadline import NEVER, Deadline
from pog_agent.kg.adjacency import Bools, Ints
from pog_agent.kg.base import IndexedGraph
from pog_agent.models import Fetched
from pog_agent.subgraph.detection.limits import DetectedSubgraph, DetectionLimits, SearchExtent
from pog_agent.subgraph.graph import UNREACHED, StepDistances, Subgraph, renumbered
from pog_agent.subgraph.similarity import PrepareSimilarity, RelationSimilarity
from pog_agent.subgraph.terms import term_view
from pog_agent.terms import Term

SURE = 4
"""If an upper bound is so many times over the limit of triples, they are not counted exactly."""


class IndexedDetector:
    """Reads the subgraph around some topics, in a thread and anew each time, since that is cheap locally."""

    def __init__(
        self,
        kg: IndexedGraph,
        topics: Sequence[Term],
        limits: DetectionLimits,
        prepare: PrepareSimilarity | None = None,
    ) -> None:
        self._kg = kg
        self._topics = topics
        self._limits = limits
        self._prepare = prepare
        self._hops = 0
        self._warnings: tuple[str, ...] = ()

    @property
    def fetched(self) -> Fetched | None:
        """None, since no endpoint is asked."""
        return None

    async def detected(self, extent: SearchExtent, deadline: Deadline = NEVER) -> DetectedSubgraph:
        """All within the hops of the extent."""
        self._hops = extent.hops
        found = await self._read((), deadline)
        self._warnings = found.warnings
        return found

    async def extended(self, others: Sequence[Term], deadline: Deadline = NEVER) -> DetectedSubgraph:
        """The subgraph detected last with one hop around further entities."""
        if not self._hops:
            raise AssertionError("a subgraph is extended only after it was detected")
        found = await self._read(others, deadline)
        fresh = tuple(text for text in found.warnings if text not in self._warnings)
        return DetectedSubgraph(found.graph, fresh)

    async def _read(self, others: Sequence[Term], deadline: Deadline) -> DetectedSubgraph:
        similarity = None
        if self._prepare is not None and self._kg.adjacency.max_degree > self._limits.degree:
            similarity = await self._prepare(self._kg.relations)
        ends = (self._topics, others)
        return await asyncio.to_thread(
            read_subgraph, self._kg, ends, self._hops, self._limits, similarity, deadline=deadline
        )


def read_subgraph(
    kg: IndexedGraph,
    around: tuple[Sequence[Term], Sequence[Term]],
    hops: int,
    limits: DetectionLimits,
    similarity: RelationSimilarity | None = None,
    *,
    deadline: Deadline = NEVER,
) -> DetectedSubgraph:
    """Every triple within `hops` hops of a topic, and one hop around further entities.

    `around` are the topics and the further entities. Without `similarity` the rarest relations of a hub are kept
    first.
    """
    # Only sets of nodes grow hop by hop. The triples are read once at the end: they are the rows of the nodes
    # nearer than `hops`. The levels of each topic are its distances, which later steps need not search again.
    adjacency = kg.adjacency
    topics, others = (_ids(kg, terms) for terms in around)
    rows = _LimitedRows(kg, topics, limits, similarity)
    expanded = np.zeros(adjacency.nodes, dtype=np.bool_)
    expanded[topics] = True
    levels = [[np.array([topic])] for topic in topics.tolist()]
    warnings: list[str] = []
    for hop in range(1, hops):
        if deadline.is_over:
            warnings.append(limits.late_warning(hop, hops))
            break
        for own in levels:
            own.append(rows.beyond(own, hop))
        reached = np.unique(np.concatenate([own[-1] for own in levels] or [topics]))
        wider = expanded.copy()
        wider[reached[reached >= adjacency.literals]] = True
        if (count := rows.count(wider, hop + 1)) > limits.triples:
            warnings.append(limits.stop_warning(hop, hops, count))
            break
        expanded = wider
    expanded[others] = True
    graph, ids = rows.subgraph(expanded, hops)
    for own in levels if not len(others) and not rows.cut else []:
        if own[0][0] < adjacency.literals or not adjacency.degree(own[0])[0]:
            continue
        steps = np.full(len(ids), UNREACHED, dtype=np.int8)
        for depth, nodes in enumerate(own):
            steps[np.searchsorted(ids, nodes)] = depth
        graph.take_distances(int(np.searchsorted(ids, own[0][0])), StepDistances(len(own) - 1, steps))
    return DetectedSubgraph(graph, (*rows.warnings, *warnings))


def _ids(kg: IndexedGraph, terms: Sequence[Term]) -> Ints:
    known = (kg.terms.id_of(term) for term in dict.fromkeys(terms))
    return np.array(sorted(node for node in known if node is not None), dtype=np.int64)


class _LimitedRows:
    """Rows of an adjacency under a limit of edges per node."""

    def __init__(
        self, kg: IndexedGraph, topics: Ints, limits: DetectionLimits, similarity: RelationSimilarity | None
    ) -> None:
        self._kg = kg
        self._topics = topics
        self._limits = limits
        self._similarity = similarity
        self._kept: dict[int, Ints] = {}
        self.warnings: list[str] = []

    @property
    def cut(self) -> bool:
        """Whether some row was taken in part."""
        return bool(self.warnings)

    def entries(self, nodes: Ints, hop: int) -> tuple[Ints, Ints]:
        """For every entry that is walked, its index into `nodes` and its position in the adjacency."""
        # What a hub keeps is chosen once and remembered, so that every hop sees the same edges of it.
        adjacency = self._kg.adjacency
        large = adjacency.degree(nodes) > self._limits.degree
        if not large.any():
            return adjacency.positions(nodes)
        hubs = nodes[large].tolist()
        left_out = {}
        for hub in hubs:
            if hub not in self._kept:
                self._kept[hub], left_out[self._kg.terms[hub]] = self._choose(hub)
        self.warnings += self._limits.hub_warnings({hub: count for hub, count in left_out.items() if count}, hop)
        small = np.flatnonzero(~large)
        rows, positions = adjacency.positions(nodes[small])
        indexes = [small[rows]]
        places = [positions]
        for index, hub in zip(np.flatnonzero(large).tolist(), hubs, strict=True):
            indexes.append(np.full(len(self._kept[hub]), index))
            places.append(self._kept[hub])
        return np.concatenate(indexes), np.concatenate(places)

    def beyond(self, levels: Sequence[Ints], hop: int) -> Ints:
        """The nodes one step beyond the last of some levels. Nothing walks out of a literal but a topic."""
        adjacency = self._kg.adjacency
        last = levels[-1] if len(levels) == 1 else levels[-1][levels[-1] >= adjacency.literals]
        _, positions = self.entries(last, hop)
        reached = np.unique(adjacency.targets[positions])
        for level in levels[-2:]:
            reached = np.setdiff1d(reached, level, assume_unique=True)
        return reached

    def count(self, expanded: Bools, hop: int) -> int:
        """The number of triples in the rows of the marked nodes. Away from the limit it is only an upper bound."""
        nodes = np.flatnonzero(expanded)
        most = int(np.minimum(self._kg.adjacency.degree(nodes), self._limits.degree).sum())
        if self._limits.triples < most <= SURE * self._limits.triples:
            return len(self.subgraph(expanded, hop)[0].heads)
        return most

    def subgraph(self, expanded: Bools, hop: int) -> tuple[Subgraph, Ints]:
        """All triples in the rows of the marked nodes, each once, and the ids of its nodes in the whole graph."""
        # Ids of the whole graph are in the order of the terms, so that local ids are their places among the ids
        # that occur, and no term is looked at.
        adjacency = self._kg.adjacency
        nodes = np.flatnonzero(expanded)
        nodes = nodes[adjacency.degree(nodes) > 0]
        rows, positions = self.entries(nodes, hop)
        codes, targets = adjacency.codes[positions], adjacency.targets[positions]
        used = np.zeros(adjacency.nodes, dtype=np.bool_)
        used[nodes] = True
        used[targets] = True
        ids = np.flatnonzero(used)
        local = np.empty(adjacency.nodes, dtype=np.int32)
        local[ids] = np.arange(len(ids), dtype=np.int32)
        sources, targets = local[nodes][rows], local[targets]
        cut = np.zeros(len(ids), dtype=np.bool_)
        cut[local[list(self._kept)]] = True
        taken = _taken_once(sources, targets, codes, expanded[ids] & ~cut, cut)
        sources, targets, against = sources[taken], targets[taken], (codes[taken] & 1).astype(np.bool_)
        present, relations_of = renumbered(codes[taken] >> 1, len(self._kg.relations))
        graph = Subgraph(
            nodes=term_view(self._kg.terms, ids),
            relations=tuple(self._kg.relations[index] for index in present.tolist()),
            heads=np.where(against, targets, sources),
            relations_of=relations_of,
            tails=np.where(against, sources, targets),
            literals=int(np.searchsorted(ids, adjacency.literals)),
        )
        return graph, ids

    def _choose(self, hub: int) -> tuple[Ints, int]:
        """The sorted positions of the entries that are kept of a hub, and the number of those left out."""
        adjacency = self._kg.adjacency
        _, positions = adjacency.positions(np.array([hub]))
        codes, targets = adjacency.codes[positions], adjacency.targets[positions]
        once = (targets != hub) | (codes & 1 == 0)
        positions, codes, targets = positions[once], codes[once], targets[once]
        present, inverse, counts = np.unique(codes, return_inverse=True, return_counts=True)
        worth = -counts.astype(np.float64)
        if self._similarity is not None:
            worth = np.array(self._similarity([self._kg.relations[code >> 1] for code in present.tolist()]))
        place = np.empty(len(present), dtype=np.int64)
        place[np.lexsort((present, -worth))] = np.arange(len(present))
        joined = np.isin(targets, self._topics) & (targets != hub)
        order = np.lexsort((np.arange(len(targets)), place[inverse], ~joined))
        kept = np.sort(positions[order[: self._limits.degree]])
        return kept, len(positions) - len(kept)


def _taken_once(sources: Ints, targets: Ints, codes: Ints, whole: Bools, cut: Bools) -> Bools:
    """Marks one entry per triple. A triple between two rows has an entry in both, unless a row was cut.

    `whole` and `cut` mark the nodes with a whole or a cut row. Between two whole rows the entry along the arrow is
    taken, between a whole and a cut row that of the whole row. Of two cut rows either entry may be missing, so the
    first that is there is taken.
    """
    along, beyond = codes & 1 == 0, ~whole[targets]
    taken: Bools = along | beyond
    if not cut.any():
        return taken
    from_cut = cut[sources]
    taken &= ~from_cut | beyond
    both = np.flatnonzero(from_cut & cut[targets])
    heads, tails = np.where(along, sources, targets)[both], np.where(along, targets, sources)[both]
    _, first = np.unique(np.stack([heads, codes[both] >> 1, tails]), axis=1, return_index=True)
    taken[both] = False
    taken[both[first]] = True
    return taken
