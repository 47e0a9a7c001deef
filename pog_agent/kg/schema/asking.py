"""The schema summary of any graph, whatever store holds it."""

from pog_agent.errors import GraphUnavailableError
from pog_agent.kg.base import KnowledgeGraph, RemoteGraph, SummarizedGraph
from pog_agent.kg.meter import Meter
from pog_agent.kg.schema.summary import SchemaSummary


async def schema_of(kg: KnowledgeGraph, meter: Meter) -> SchemaSummary:
    """The summary of the graph; the meter bounds what is asked of an endpoint.

    Raises `GraphUnavailableError` if its store makes no summary, or cannot be asked.
    """
    return await summarized(kg.metered(meter) if isinstance(kg, RemoteGraph) else kg).schema()


def summarized(kg: KnowledgeGraph) -> SummarizedGraph:
    """The graph as one that is summarized. Raises `GraphUnavailableError` if its store makes no summary."""
    if not isinstance(kg, SummarizedGraph):
        raise GraphUnavailableError(f"{kg.name}: a {type(kg).__name__} makes no schema summary")
    return kg
