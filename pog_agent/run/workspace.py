"""The workspace of one run: its subgraphs and candidates. What is gone is rebuilt from the state."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from cachetools import LRUCache

from pog_agent.config import PogConfig
from pog_agent.deadline import NEVER, Deadline, is_cut, working_deadline
from pog_agent.kg.base import KnowledgeGraph, RemoteGraph
from pog_agent.models import Fetched, PatternKey
from pog_agent.run.surroundings import Surroundings
from pog_agent.state import ExplorationPlan
from pog_agent.subgraph.detection.cluster import sample_relations
from pog_agent.subgraph.detection.detect import SubgraphDetector, open_detector
from pog_agent.subgraph.detection.limits import DetectedSubgraph, DetectionLimits, SearchExtent
from pog_agent.subgraph.detection.reduce import reduce_graph
from pog_agent.subgraph.detection.tighten import tighten
from pog_agent.subgraph.exploration.candidates import Candidates
from pog_agent.subgraph.exploration.enumerate import EnumerationBudget
from pog_agent.subgraph.exploration.explore import Exploration, LengthWindow, explore_lists
from pog_agent.subgraph.graph import Subgraph
from pog_agent.subgraph.patterns.expand import merge_edges
from pog_agent.subgraph.patterns.pattern import PathPattern, materialize
from pog_agent.subgraph.patterns.single import single_path, targets_by
from pog_agent.subgraph.similarity import PrepareSimilarity, RelationSimilarity

T = TypeVar("T")

MAX_PATTERNS_HELD = 2_000
MAX_FOUND_HELD = 16
MATERIALIZED_AT_ONCE = 8
"""After so many patterns a run that is over by then ends: threads are not interrupted."""
MAX_EDGES_TIGHTENED = 500_000


@dataclass(frozen=True)
class SearchScope:
    """What a run looks at now: its topics, the entities it has visited, and the similarity to its query.

    `extent` is how far the subgraph must go for that, where it is fetched from an endpoint. What is not there yet
    is searched for until the `deadline`.
    """

    topics: tuple[str, ...]
    visited: tuple[str, ...]
    prepare_similarity: PrepareSimilarity
    extent: SearchExtent
    deadline: Deadline = NEVER


class Workspace:
    """Holds what is too large for the state. Every method computes its result once and recalls it afterwards.

    Heavy work runs in a thread, so that other runs go on meanwhile.
    """

    def __init__(self, kg: KnowledgeGraph, config: PogConfig) -> None:
        self._kg = kg
        self._is_remote = isinstance(kg, RemoteGraph)
        self._config = config
        self._limits = DetectionLimits(
            degree=config.max_degree,
            triples=config.max_triples,
            rows=config.max_rows,
            queries=config.max_queries,
            seconds=config.max_fetch_seconds,
        )
        self._budget = EnumerationBudget(patterns=config.max_patterns)
        self.surroundings = Surroundings(kg, self._limits)
        self._detector: tuple[tuple[str, ...], SubgraphDetector] | None = None
        self._detection: tuple[tuple[tuple[str, ...], SearchExtent], DetectedSubgraph] | None = None
        self._reduced: Subgraph | None = None
        self._extended: tuple[tuple[str, ...], DetectedSubgraph] | None = None
        self._exploration: tuple[ExplorationPlan, Exploration] | None = None
        self._patterns: LRUCache[PatternKey, PathPattern | None] = LRUCache(MAX_PATTERNS_HELD)
        self._found: LRUCache[Hashable, Any] = LRUCache(MAX_FOUND_HELD)

    async def detected(self, scope: SearchScope) -> DetectedSubgraph:
        """The question subgraph. For PoG-E it has one relation per clustered edge.

        From a local store it goes D_max hops far, from an endpoint as far as the scope needs.
        """
        key = scope.topics, self._extent(scope)
        if self._detection is None or self._detection[0] != key:
            found = await self._detector_of(scope).detected(key[1], scope.deadline)
            self._detection = key, DetectedSubgraph(self._sampled(found.graph), found.warnings)
            self._reduced = self._extended = self._exploration = None
            self._patterns.clear()
        return self._detection[1]

    async def reduced(self, scope: SearchScope) -> Subgraph:
        """The part of the detected subgraph that can lie on a path between topics."""
        graph = (await self.detected(scope)).graph
        if self._reduced is None:
            self._reduced = await asyncio.to_thread(reduce_graph, graph, scope.topics, self._extent(scope).hops)
        return self._reduced

    async def extended(self, scope: SearchScope) -> DetectedSubgraph:
        """The detected subgraph with one more hop around the visited entities, from the whole graph.

        The warnings are about the extension alone.
        """
        graph = (await self.detected(scope)).graph
        if not scope.visited:
            return DetectedSubgraph(graph)
        if self._extended is None or self._extended[0] != scope.visited:
            found = await self._detector_of(scope).extended(scope.visited, scope.deadline)
            self._extended = scope.visited, DetectedSubgraph(self._sampled(found.graph), found.warnings)
            self._patterns.clear()
        return self._extended[1]

    async def explore(self, plan: ExplorationPlan, scope: SearchScope) -> Exploration:
        """All candidates of a plan."""
        if self._exploration is None or self._exploration[0] != plan:
            extended = (await self.extended(scope)).graph
            graph = await self.reduced(scope) if plan.reduced else extended
            similarity = await scope.prepare_similarity(graph.relations)
            budget = replace(self._budget, deadline=scope.deadline)
            found = await asyncio.to_thread(self._explore, plan, graph, extended, similarity, budget)
            self._exploration = plan, found
        return self._exploration[1]

    async def on_paths(self, plan: ExplorationPlan, scope: SearchScope) -> Subgraph | None:
        """The triples that lie on paths of the plan's first list; None if finding them out would take too long."""
        graph = await self.reduced(scope) if plan.reduced else (await self.detected(scope)).graph
        if scope.deadline.is_over:
            return None
        first = plan.lists[0]
        window = LengthWindow(first.above, first.up_to, first.per_segment)
        return await asyncio.to_thread(tighten, graph, first.entities, window, MAX_EDGES_TIGHTENED)

    async def patterns(self, keys: Sequence[PatternKey], scope: SearchScope) -> list[PathPattern | None]:
        """The patterns of some keys with their edges; None where the graph has no such path."""
        found = {key: await self._followed_path(key) for key in dict.fromkeys(keys) if key.nodes}
        if len(found) < len(keys):
            graph = (await self.extended(scope)).graph
            found |= {key: self._patterns[key] for key in keys if key in self._patterns}
            new = [key for key in dict.fromkeys(keys) if key not in found]
            for first in range(0, len(new), MATERIALIZED_AT_ONCE):
                part = new[first : first + MATERIALIZED_AT_ONCE]
                patterns = await asyncio.to_thread(_materialized, graph, part)
                self._patterns.update(patterns)
                found |= patterns
        return [found[key] for key in keys]

    async def once(self, basis: Hashable, find: Callable[[], Awaitable[T]]) -> T:
        """What `find` gives, once for all that it rests on; what the time has cut is not kept."""
        if basis in self._found:
            known: T = self._found[basis]
            return known
        found = await find()
        if not (is_cut() or working_deadline().is_over):
            self._found[basis] = found
        return found

    def fetched(self) -> Fetched | None:
        """What was asked of an endpoint for the subgraph so far; None for a local store."""
        return self._detector[1].fetched if self._detector else None

    async def _followed_path(self, key: PatternKey) -> PathPattern | None:
        if len(key.nodes) > key.length:
            return single_path(key)
        tail = key.nodes[-1]
        around = (await self.surroundings.edges_of([tail]))[tail]
        return single_path(key, targets_by(key, key.steps[-1], around))

    def _detector_of(self, scope: SearchScope) -> SubgraphDetector:
        if self._detector is None or self._detector[0] != scope.topics:
            detector = open_detector(self._kg, scope.topics, self._limits, scope.prepare_similarity)
            self._detector = scope.topics, detector
        return self._detector[1]

    def _extent(self, scope: SearchScope) -> SearchExtent:
        return scope.extent if self._is_remote else SearchExtent(self._config.d_max)

    def _explore(
        self,
        plan: ExplorationPlan,
        graph: Subgraph,
        extended: Subgraph,
        similarity: RelationSimilarity,
        budget: EnumerationBudget,
    ) -> Exploration:
        windows = [LengthWindow(item.above, item.up_to, item.per_segment) for item in plan.lists]
        found = explore_lists(graph, [item.entities for item in plan.lists], windows, budget, similarity)
        keys = merge_edges(extended, plan.keys, plan.fresh) if plan.fresh else plan.keys
        return Exploration(Candidates(keys, found.patterns.blocks), found.truncated)

    def _sampled(self, graph: Subgraph) -> Subgraph:
        return sample_relations(graph, self._config.seed) if self._config.variant == "pog-e" else graph


def _materialized(graph: Subgraph, keys: Sequence[PatternKey]) -> dict[PatternKey, PathPattern | None]:
    return {key: materialize(graph, key) for key in keys}
