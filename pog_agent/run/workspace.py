"""The workspace of one run: its subgraphs and candidate sets, rebuilt from the state when they are gone."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from pog_agent.config import PogConfig
from pog_agent.kg.base import IndexedGraph, KnowledgeGraph, RemoteGraph
from pog_agent.models import Fetched, PatternKey
from pog_agent.run.surroundings import Surroundings
from pog_agent.state import ExplorationPlan
from pog_agent.subgraph.detection.cluster import sample_relations
from pog_agent.subgraph.detection.detect import detect_indexed
from pog_agent.subgraph.detection.fetch import Reach, SubgraphFetch
from pog_agent.subgraph.detection.limits import Detection, DetectionLimits
from pog_agent.subgraph.detection.reduce import reduce_graph
from pog_agent.subgraph.detection.tighten import tighten
from pog_agent.subgraph.exploration.candidates import Candidates
from pog_agent.subgraph.exploration.enumerate import EnumerationBudget
from pog_agent.subgraph.exploration.explore import Exploration, RelationScore, Window, explore_lists
from pog_agent.subgraph.graph import Subgraph
from pog_agent.subgraph.patterns.expand import merge_edges
from pog_agent.subgraph.patterns.pattern import PathPattern, materialize
from pog_agent.subgraph.patterns.single import single_path, targets_of

MAX_PATTERNS_HELD = 2_000
MAX_EDGES_TIGHTENED = 500_000


@dataclass(frozen=True)
class Scope:
    """What a run looks at now: its topics, the entities it has visited, and how relations are scored.

    `scorer` prepares the scores of some relations against the query of the run. `reach` is how far the subgraph
    must go for that, where it is fetched from an endpoint.
    """

    topics: tuple[str, ...]
    visited: tuple[str, ...]
    scorer: Callable[[Sequence[str]], Awaitable[RelationScore]]
    reach: Reach


class Workspace:
    """Holds what is too large for the state. Every method computes once and recalls afterwards.

    Heavy work runs in a thread, so that other runs go on.
    """

    def __init__(self, kg: KnowledgeGraph, config: PogConfig) -> None:
        self._kg = kg
        self._config = config
        self._limits = DetectionLimits(
            degree=config.max_degree,
            triples=config.max_triples,
            rows=config.max_rows,
            queries=config.max_queries,
            seconds=config.max_fetch_seconds,
        )
        self._budget = EnumerationBudget(patterns=config.max_patterns)
        self.around = Surroundings(kg, self._limits)
        self._fetch: tuple[tuple[str, ...], SubgraphFetch] | None = None
        self._detection: tuple[tuple[tuple[str, ...], Reach], Detection] | None = None
        self._reduced: Subgraph | None = None
        self._extended: tuple[tuple[str, ...], Detection] | None = None
        self._exploration: tuple[ExplorationPlan, Exploration] | None = None
        self._patterns: OrderedDict[PatternKey, PathPattern | None] = OrderedDict()

    async def detected(self, scope: Scope) -> Detection:
        """The question subgraph, for PoG-E with one relation per clustered edge.

        It is taken to D_max hops from a local store, and from an endpoint as far as the scope needs.
        """
        key = scope.topics, self._reach(scope)
        if self._detection is None or self._detection[0] != key:
            found = await self._detect(scope)
            self._detection = key, Detection(self._sampled(found.graph), found.warnings)
            self._reduced = self._extended = self._exploration = None
            self._patterns.clear()
        return self._detection[1]

    async def reduced(self, scope: Scope) -> Subgraph:
        """The part of the detected subgraph that can lie on a path between topics."""
        graph = (await self.detected(scope)).graph
        if self._reduced is None:
            self._reduced = await asyncio.to_thread(reduce_graph, graph, scope.topics, self._reach(scope).hops)
        return self._reduced

    async def extended(self, scope: Scope) -> Detection:
        """The detected subgraph with all one-hop edges of the visited entities from the full graph.

        The warnings are those of the extension alone.
        """
        graph = (await self.detected(scope)).graph
        if not scope.visited:
            return Detection(graph)
        if self._extended is None or self._extended[0] != scope.visited:
            found = await self._extend(scope)
            known = (await self.detected(scope)).warnings
            fresh = tuple(warning for warning in found.warnings if warning not in known)
            self._extended = scope.visited, Detection(self._sampled(found.graph), fresh)
            self._patterns.clear()
        return self._extended[1]

    async def explore(self, plan: ExplorationPlan, scope: Scope) -> Exploration:
        """The candidates of a plan."""
        if self._exploration is None or self._exploration[0] != plan:
            extended = (await self.extended(scope)).graph
            graph = await self.reduced(scope) if plan.reduced else extended
            score = await scope.scorer(graph.relations)
            self._exploration = plan, await asyncio.to_thread(self._explore, plan, graph, extended, score)
        return self._exploration[1]

    async def on_paths(self, plan: ExplorationPlan, scope: Scope) -> Subgraph | None:
        """Exactly the triples on paths of the plan's first list; None if that is too much to find out."""
        graph = await (self.reduced(scope) if plan.reduced else self._detected_graph(scope))
        first = plan.lists[0]
        window = Window(first.above, first.up_to, first.per_segment)
        return await asyncio.to_thread(tighten, graph, first.entities, window, MAX_EDGES_TIGHTENED)

    async def pattern(self, key: PatternKey, scope: Scope) -> PathPattern | None:
        """A pattern with its edges; None where the graph has no such path."""
        if key.nodes:
            return await self._single(key)
        graph = (await self.extended(scope)).graph
        if key not in self._patterns:
            self._patterns[key] = await asyncio.to_thread(materialize, graph, key)
            while len(self._patterns) > MAX_PATTERNS_HELD:
                self._patterns.popitem(last=False)
        return self._patterns[key]

    def fetched(self) -> Fetched | None:
        """What was asked of an endpoint for the subgraph so far; None where the graph is held locally."""
        return self._fetch[1].fetched if self._fetch else None

    async def _single(self, key: PatternKey) -> PathPattern | None:
        if len(key.nodes) > key.length:
            return single_path(key)
        tail = key.nodes[-1]
        found = targets_of(key, (await self.around.of([tail]))[tail])
        return single_path(key, found.get(key.steps[-1], ()))

    async def _detected_graph(self, scope: Scope) -> Subgraph:
        return (await self.detected(scope)).graph

    async def _detect(self, scope: Scope) -> Detection:
        if isinstance(self._kg, IndexedGraph):
            return await self._detect_indexed(self._kg, replace(scope, visited=()))
        if self._fetch is None or self._fetch[0] != scope.topics:
            closeness = partial(_closeness, scope)
            self._fetch = scope.topics, SubgraphFetch(self._kg, scope.topics, self._limits, closeness)
        return await self._fetch[1].to(self._reach(scope))

    def _reach(self, scope: Scope) -> Reach:
        return scope.reach if isinstance(self._kg, RemoteGraph) else Reach(self._config.d_max)

    async def _extend(self, scope: Scope) -> Detection:
        if isinstance(self._kg, IndexedGraph):
            return await self._detect_indexed(self._kg, scope)
        if self._fetch is None:
            raise AssertionError("a subgraph is extended only after it was detected")
        return await self._fetch[1].extended(scope.visited)

    async def _detect_indexed(self, kg: IndexedGraph, scope: Scope) -> Detection:
        score = None
        if kg.adjacency.max_degree > self._limits.degree:
            score = await scope.scorer(kg.relations)
        ends = (scope.topics, scope.visited)
        return await asyncio.to_thread(detect_indexed, kg, ends, self._config.d_max, self._limits, score)

    def _explore(
        self, plan: ExplorationPlan, graph: Subgraph, extended: Subgraph, score: RelationScore
    ) -> Exploration:
        windows = [Window(item.above, item.up_to, item.per_segment) for item in plan.lists]
        found = explore_lists(graph, [item.entities for item in plan.lists], windows, self._budget, score)
        keys = merge_edges(extended, plan.keys, plan.fresh) if plan.fresh else plan.keys
        return Exploration(Candidates(keys, found.patterns.blocks), found.truncated)

    def _sampled(self, graph: Subgraph) -> Subgraph:
        return sample_relations(graph, self._config.seed) if self._config.variant == "pog-e" else graph


async def _closeness(scope: Scope, relations: Sequence[str]) -> Sequence[float]:
    score = await scope.scorer(relations)
    return await asyncio.to_thread(score, relations)
