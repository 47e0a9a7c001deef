"""The question subgraph of a store that is asked in terms. It is fetched hop by hop, as far as the search needs.

Two topics are searched from both sides until the sides meet. Once all nodes nearer than r to one topic and all
nodes nearer than s to the other are expanded, every edge of a path of at most r + s steps between them is there.
Of paths of one step more, only the edges between nodes at exactly r and nodes at exactly s steps are missing.
These edges can be asked for by both ends.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import pairwise

from pog_agent.deadline import NEVER, Deadline
from pog_agent.kg.base import KnowledgeGraph, Neighborhood, RemoteGraph
from pog_agent.kg.meter import Meter
from pog_agent.models import Fetched
from pog_agent.subgraph.detection.hubs import HubChoice
from pog_agent.subgraph.detection.limits import DetectedSubgraph, DetectionLimits, SearchExtent
from pog_agent.subgraph.graph import Subgraph
from pog_agent.subgraph.similarity import PrepareSimilarity, similarities
from pog_agent.terms import Term, Triple, is_literal

ASKED_AT_ONCE = 400
ASKED_PER_QUERY = 200
SURE = 4
"""Nodes are asked for in any order where the limits leave so many times what they are expected to take."""
HUB_LINKS = 100
"""A node that has more neighbours than this before it is expanded is likely to be a hub."""

# Measured on a Virtuoso on loopback, in rows of a result: the cost of a query, and of looking up pairs of ends.
QUERY_IN_ROWS = 500
PAIRS_PER_ROW = 10


class FetchingDetector:
    """Grows the subgraph around some topics. No node is expanded twice, and the limits hold for all of it."""

    def __init__(
        self,
        kg: KnowledgeGraph,
        topics: Sequence[Term],
        limits: DetectionLimits,
        prepare: PrepareSimilarity | None = None,
    ) -> None:
        self._topics = tuple(dict.fromkeys(topics))
        self._limits, self._prepare = limits, prepare
        self._hubs = HubChoice(self._topics, prepare)
        self._meter: Meter | None = None
        self._remote: RemoteGraph | None = None
        self._kg = kg
        self._deadline = NEVER
        if isinstance(kg, RemoteGraph):
            self._meter = Meter(limits.rows, limits.queries, limits.seconds)
            self._kg = self._remote = kg.metered(self._meter, self._hubs.order)
        self._triples: set[Triple] = set()
        self._beyond: set[Triple] = set()
        self._links: dict[Term, set[Term]] = defaultdict(set)
        self._reached_by: dict[Term, set[str]] = defaultdict(set)
        self._expanded: set[Term] = set()
        self._visited: set[Term] = set()
        self._sides = {topic: _TopicSide(topic) for topic in self._topics}
        self._warnings: dict[str, None] = {}
        self._cut_is_said = False

    @property
    def fetched(self) -> Fetched | None:
        """What was asked of an endpoint so far; None where the store is none."""
        return self._meter.fetched if self._meter else None

    async def detected(self, extent: SearchExtent, deadline: Deadline = NEVER) -> DetectedSubgraph:
        """The subgraph that goes at least so far, with everything that was fetched before."""
        self._end_by(deadline)
        if extent.joint and len(self._topics) > 1:
            await self._join(extent.hops)
        else:
            await self._surround(extent.hops)
        return DetectedSubgraph(Subgraph.from_triples(self._triples), tuple(self._warnings))

    async def extended(self, others: Sequence[Term], deadline: Deadline = NEVER) -> DetectedSubgraph:
        """The subgraph so far with one hop around further entities. The warnings are about this hop alone."""
        if not self._expanded:
            raise AssertionError("a subgraph is extended only after it was detected")
        self._end_by(deadline)
        before = dict(self._warnings)
        new = [term for term in dict.fromkeys(others) if term not in self._expanded | self._visited]
        self._visited.update(new)
        self._beyond.update(await self._ask(new))
        fresh = [text for text in self._warnings if text not in before]
        self._warnings = before
        return DetectedSubgraph(Subgraph.from_triples(self._triples | self._beyond), tuple(fresh))

    def _end_by(self, deadline: Deadline) -> None:
        self._deadline = deadline
        if self._meter is not None:
            self._meter.until = deadline

    async def _surround(self, hops: int) -> None:
        """Expands all nodes nearer than `hops` to a topic, one hop at a time."""
        for hop in range(1, hops + 1):
            behind = [side for side in self._sides.values() if side.radius < hop]
            # A round before may have used a limit up exactly: the first hop that lacks edges says so, once.
            if behind and (self._cut_is_said or not await self._advance(behind, hop, hops)):
                return

    async def _join(self, depth: int) -> None:
        """Fetches the paths through all topics in order, segment by segment. It ends at a segment without one."""
        total, left = len(self._topics) * depth, len(self._topics) - 2
        for first, second in pairwise(self._sides.values()):
            length = min(2 * depth, total - left)
            await self._meet(first, second, length)
            if left:
                steps = self._steps_between(first.topic, second.topic, length)
                if steps is None:
                    return
                total, left = total - steps, left - 1

    async def _meet(self, first: "_TopicSide", second: "_TopicSide", length: int) -> None:
        """Fetches the paths of at most `length` steps between two topics, the cheaper side first."""
        while (hop := first.radius + second.radius) < length:
            if not first.frontier or not second.frontier:
                return  # all that can be reached from this side is there
            smaller, larger = sorted((first, second), key=lambda side: len(self._unexpanded(side.frontier)))
            ends = self._unexpanded(smaller.frontier), self._unexpanded(larger.frontier)
            if hop == length - 1 and self._is_cheaper_to_connect(*map(len, ends)):
                await self._connect(*ends, hop + 1)
                return
            if not await self._advance([smaller], hop + 1, length):
                return

    def _is_cheaper_to_connect(self, nodes: int, others: int) -> bool:
        """Whether asking for the edges between two sets costs less than asking for all edges of the first.

        Both costs are guesses in rows of a result.
        """
        if self._remote is None:
            return False
        batches = -(-nodes // ASKED_PER_QUERY)
        connecting = (
            2 * batches * -(-others // ASKED_PER_QUERY) * QUERY_IN_ROWS + 2 * nodes * others / PAIRS_PER_ROW
        )
        return connecting <= 2 * batches * QUERY_IN_ROWS + nodes * self._mean_degree()

    def _mean_degree(self) -> float:
        return len(self._triples) / max(len(self._expanded), 1)

    async def _connect(self, nodes: Sequence[Term], others: Sequence[Term], hop: int) -> None:
        if self._remote is None or not nodes or not others:
            return
        with self._timed():
            found = await self._remote.between(nodes, others)
        self._add(found.triples)
        self._warn_unasked(len(found.unasked), len(nodes), hop)

    async def _advance(self, sides: Sequence["_TopicSide"], hop: int, hops: int) -> bool:
        """Takes some sides one hop further. It returns False if a limit ends the detection."""
        nodes = self._unexpanded({term for side in sides for term in side.frontier})
        if nodes and hop > 1 and self._meter is None and self._deadline.is_over:
            self._warn(self._limits.late_warning(hop - 1, hops))
            return False
        if nodes and hop > 1 and len(self._triples) > self._limits.triples:
            self._warn(self._limits.stop_warning(hop - 1, hops, len(self._triples)))
            return False
        self._add(await self._ask(nodes, hop))
        self._expanded.update(nodes)
        for side in sides:
            side.advance(self._links)
        if self._meter is None or self._meter.spent() is None:
            return True
        if hop < hops:
            rest = len(self._unexpanded({term for side in sides for term in side.frontier}))
            self._warn_unasked(rest, rest, hop + 1)
        return False

    async def _ask(self, nodes: Sequence[Term], hop: int | None = None) -> list[Triple]:
        """Asks for the edges of some nodes, the most promising nodes first, as far as the limits allow."""
        parts: list[Neighborhood] = []
        unasked = 0
        size = max(len(nodes), 1) if self._meter is None else ASKED_AT_ONCE
        with self._timed():
            ordered = await self._best_first(nodes)
            for start in range(0, len(ordered), size):
                if self._meter is not None and self._meter.spent():
                    unasked += len(ordered) - start
                    break
                asked = ordered[start : start + size]
                part = await self._kg.neighbors(asked, self._limits.degree)
                if part.cut and self._remote is None:
                    part = await self._hubs.reread(self._kg, asked, part, self._limits.degree)
                parts.append(part)
            found = Neighborhood.joined(parts)
            links = await self._links_to_topics(found.cut)
        missing = found.unasked | links.unasked
        self._warn(*self._limits.warnings(found, hop))
        self._warn_unasked(unasked + len(missing), len(nodes), hop)
        return [*found.triples, *links.triples]

    async def _links_to_topics(self, cut: Iterable[Term]) -> Neighborhood:
        """The edges between hubs and topics. The limit of edges per node does not apply to them."""
        hubs = [term for term in cut if self._topics != (term,)]
        if self._remote is None or not hubs:
            return Neighborhood()
        return await self._remote.between(hubs, self._topics)

    async def _best_first(self, nodes: Collection[Term]) -> list[Term]:
        """The nodes by the most similar relation that reached them, and probable hubs last.

        Where all nodes can be asked for, they are in the order of their names.
        """
        if self._prepare is None or self._affords(len(nodes)):
            return sorted(nodes)
        relations = sorted({name for node in nodes for name in self._reached_by[node]})
        similarity = await similarities(self._prepare, relations)

        def place(node: Term) -> tuple[bool, float, Term]:
            best = max((similarity[name] for name in self._reached_by[node]), default=float("inf"))
            return len(self._links[node]) > HUB_LINKS, -best, node

        return sorted(nodes, key=place)

    def _affords(self, nodes: int) -> bool:
        """Whether asking for so many nodes is far from any limit."""
        if self._meter is None:
            return True
        left, so_far = self._meter.left(), self._meter.fetched
        rows = SURE * nodes * self._mean_degree()
        seconds = rows * so_far.seconds / max(so_far.rows, 1)
        return rows < left.rows and seconds < left.seconds and SURE * 2 * nodes < left.queries * ASKED_PER_QUERY

    def _unexpanded(self, terms: Iterable[Term]) -> list[Term]:
        """The terms that can be expanded and are not yet, sorted. Of literals only topics can be."""
        return sorted(
            term for term in terms if term not in self._expanded and (not is_literal(term) or term in self._sides)
        )

    def _add(self, triples: Iterable[Triple]) -> None:
        for triple in triples:
            if triple not in self._triples:
                self._triples.add(triple)
                head, relation, tail = triple
                self._links[head].add(tail)
                self._links[tail].add(head)
                self._reached_by[head].add(relation)
                self._reached_by[tail].add(relation)

    def _steps_between(self, first: Term, second: Term, most: int) -> int | None:
        """The distance of two topics in what is fetched so far; None if it is more than `most`."""
        side = _TopicSide(first)
        for steps in range(most + 1):
            if second in side.frontier:
                return steps
            side.advance(self._links)
        return None

    def _timed(self) -> AbstractContextManager[None]:
        return self._meter.running() if self._meter else nullcontext()

    def _warn(self, *texts: str) -> None:
        self._warnings.update(dict.fromkeys(texts))

    def _warn_unasked(self, unasked: int, nodes: int, hop: int | None) -> None:
        reason = self._meter.spent() if self._meter else None
        if unasked and reason:
            self._cut_is_said = True
            where = f" at hop {hop}" if hop is not None else ""
            self._warn(f"{reason} was reached{where}: the edges of {unasked} of {nodes} nodes were not fetched")


class _TopicSide:
    """The nodes that one topic reaches. The `frontier` are those at exactly `radius` steps."""

    def __init__(self, topic: Term) -> None:
        self.topic = topic
        self.radius = 0
        self.frontier = {topic}
        self._seen = {topic}

    def advance(self, links: Mapping[Term, set[Term]]) -> None:
        """Goes one hop further over known edges. Nothing walks out of a literal but a topic."""
        walked = (term for term in self.frontier if not is_literal(term) or term == self.topic)
        reached = {other for term in walked for other in links.get(term, ())}
        self.frontier = reached - self._seen
        self._seen |= reached
        self.radius += 1
