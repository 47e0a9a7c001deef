"""The workspace of one run: its subgraphs and candidate sets, rebuilt from the state when they are gone."""

from collections import OrderedDict
from collections.abc import Sequence

from pog_agent.config import PogConfig
from pog_agent.kg.base import KnowledgeGraph
from pog_agent.models import PatternKey
from pog_agent.state import Plan
from pog_agent.subgraph.cluster import sample_relations
from pog_agent.subgraph.detect import Detection, DetectionLimits, detect
from pog_agent.subgraph.enumerate import EnumerationBudget
from pog_agent.subgraph.expand import merge_edges
from pog_agent.subgraph.explore import Exploration, RelationScore, Window, explore_lists
from pog_agent.subgraph.graph import Subgraph
from pog_agent.subgraph.pattern import PathPattern, materialize
from pog_agent.subgraph.reduce import reduce_graph

MAX_PATTERNS_HELD = 2_000


class Workspace:
    """Holds what is too large for the state. Every method computes once and recalls afterwards."""

    def __init__(self, kg: KnowledgeGraph, config: PogConfig) -> None:
        self._kg = kg
        self._config = config
        self._limits = DetectionLimits(config.max_degree, config.max_triples)
        self._budget = EnumerationBudget(patterns=config.max_patterns)
        self._detection: tuple[tuple[str, ...], Detection] | None = None
        self._reduced: Subgraph | None = None
        self._extended: tuple[tuple[str, ...], Subgraph] | None = None
        self._exploration: tuple[Plan, Exploration] | None = None
        self._patterns: OrderedDict[PatternKey, PathPattern | None] = OrderedDict()

    async def detected(self, topics: Sequence[str]) -> Detection:
        """The question subgraph to D_max hops, for PoG-E with one relation per clustered edge."""
        wanted = tuple(topics)
        if self._detection is None or self._detection[0] != wanted:
            found = await detect(self._kg, wanted, self._config.d_max, self._limits)
            self._detection = wanted, Detection(self._sampled(found.graph), found.warnings)
            self._reduced = self._extended = self._exploration = None
            self._patterns.clear()
        return self._detection[1]

    async def reduced(self, topics: Sequence[str]) -> Subgraph:
        """The part of the detected subgraph that can lie on a path between topics."""
        graph = (await self.detected(topics)).graph
        if self._reduced is None:
            self._reduced = reduce_graph(graph, topics, self._config.d_max)
        return self._reduced

    async def extended(self, topics: Sequence[str], visited: Sequence[str]) -> Subgraph:
        """The detected subgraph with all one-hop edges of the visited entities from the full graph."""
        graph = (await self.detected(topics)).graph
        if not visited:
            return graph
        wanted = tuple(visited)
        if self._extended is None or self._extended[0] != wanted:
            found = await self._kg.neighbors(wanted, self._limits.degree)
            merged = self._sampled(Subgraph.from_triples([*graph.triples(), *found.triples]))
            self._extended = wanted, merged
            self._patterns.clear()
        return self._extended[1]

    async def explore(
        self, plan: Plan, topics: Sequence[str], visited: Sequence[str], score: RelationScore | None
    ) -> Exploration:
        """The candidates of a plan."""
        if self._exploration is None or self._exploration[0] != plan:
            graph = await (self.reduced(topics) if plan.reduced else self.extended(topics, visited))
            windows = [Window(item.above, item.up_to, item.per_segment) for item in plan.lists]
            found = explore_lists(graph, [item.entities for item in plan.lists], windows, self._budget, score)
            keys = plan.keys
            if plan.fresh:
                keys = merge_edges(await self.extended(topics, visited), plan.keys, plan.fresh)
            together = tuple(dict.fromkeys((*keys, *found.patterns)))
            self._exploration = plan, Exploration(together, found.truncated)
        return self._exploration[1]

    async def pattern(self, key: PatternKey, topics: Sequence[str], visited: Sequence[str]) -> PathPattern | None:
        """A pattern with its edges; None where the graph has no such path."""
        graph = await self.extended(topics, visited)
        if key not in self._patterns:
            self._patterns[key] = materialize(graph, key)
            while len(self._patterns) > MAX_PATTERNS_HELD:
                self._patterns.popitem(last=False)
        return self._patterns[key]

    def _sampled(self, graph: Subgraph) -> Subgraph:
        return sample_relations(graph, self._config.seed) if self._config.variant == "pog-e" else graph
