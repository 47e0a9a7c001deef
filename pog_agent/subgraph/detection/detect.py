"""Question subgraph detection: D_max hops around the topic entities (paper section 4.1), in whatever store."""

from collections.abc import Sequence
from typing import Protocol

from pog_agent.deadline import NEVER, Deadline
from pog_agent.kg.base import IndexedGraph, KnowledgeGraph
from pog_agent.models import Fetched
from pog_agent.subgraph.detection.fetch import FetchingDetector
from pog_agent.subgraph.detection.indexed import IndexedDetector
from pog_agent.subgraph.detection.limits import DetectedSubgraph, DetectionLimits, SearchExtent
from pog_agent.subgraph.similarity import PrepareSimilarity
from pog_agent.terms import Term


class SubgraphDetector(Protocol):
    """Grows the subgraph around the topics of one question, as far as the search needs.

    Each edge of a path of at most 2 * hops steps between two topics has an end less than `hops` steps from a
    topic. So none of these edges is missing, unless a limit left it out, which is then a warning.
    """

    @property
    def fetched(self) -> Fetched | None:
        """What was asked of an endpoint so far; None where the store is none."""
        ...

    async def detected(self, extent: SearchExtent, deadline: Deadline = NEVER) -> DetectedSubgraph:
        """The subgraph that goes at least so far, or as far as it has come by the deadline."""
        ...

    async def extended(self, others: Sequence[Term], deadline: Deadline = NEVER) -> DetectedSubgraph:
        """The subgraph detected last with one hop around further entities, as far as they are asked for in time.

        The warnings are those of the extension alone.
        """
        ...


def open_detector(
    kg: KnowledgeGraph,
    topics: Sequence[Term],
    limits: DetectionLimits,
    prepare: PrepareSimilarity | None = None,
) -> SubgraphDetector:
    """The detector for a store: by ids where the graph is indexed, else by asking hop by hop.

    Of a node with more edges than the limit, the edges to topics are kept first, and then whole relations: those
    most similar to the query first, without `prepare` the rarest at this node first.
    """
    if isinstance(kg, IndexedGraph):
        return IndexedDetector(kg, topics, limits, prepare)
    return FetchingDetector(kg, topics, limits, prepare)
