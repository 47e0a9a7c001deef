"""One detection in whatever store, all within some hops of the topics."""

from collections.abc import Sequence

from pog_agent.kg.base import KnowledgeGraph
from pog_agent.subgraph.detection.detect import open_detector
from pog_agent.subgraph.detection.limits import DetectedSubgraph, DetectionLimits, SearchExtent
from pog_agent.subgraph.similarity import PrepareSimilarity, RelationSimilarity
from pog_agent.terms import Term


async def detect(
    kg: KnowledgeGraph,
    topics: Sequence[Term],
    hops: int,
    limits: DetectionLimits,
    similarity: RelationSimilarity | None = None,
) -> DetectedSubgraph:
    """What a detector finds that is asked once."""
    prepare = prepared(similarity) if similarity is not None else None
    return await open_detector(kg, topics, limits, prepare).detected(SearchExtent(hops))


def prepared(similarity: RelationSimilarity) -> PrepareSimilarity:
    """A similarity that needs no words from a store."""

    async def prepare(relations: Sequence[str]) -> RelationSimilarity:
        del relations
        return similarity

    return prepare
