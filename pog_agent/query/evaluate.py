"""The entry of this room: the result of a query over any graph that can evaluate it."""

import asyncio

from pog_agent.errors import SettingError
from pog_agent.kg.base import IndexedGraph, KnowledgeGraph, QueriedGraph
from pog_agent.models.query import Query, QueryResult
from pog_agent.query.endpoint import evaluate_remotely
from pog_agent.query.limits import QueryLimits
from pog_agent.query.local.evaluate import evaluate_locally
from pog_agent.query.local.index import QueryIndex


async def evaluate(
    query: Query, kg: KnowledgeGraph, *, index: QueryIndex | None = None, limits: QueryLimits | None = None
) -> QueryResult:
    """The result of a query over the whole graph.

    A graph with integer ids is evaluated here, any other as SPARQL by the store that holds it. An `index` that is
    kept from query to query (`QueryIndex` of the same graph) saves reading relations and literals again. Raises
    `GraphUnavailableError` if the store fails, and `SettingError` for a graph that cannot evaluate queries.
    """
    chosen = limits or QueryLimits()
    if isinstance(kg, IndexedGraph):
        return await asyncio.to_thread(_evaluated, query, kg, index, chosen)
    if isinstance(kg, QueriedGraph):
        return await evaluate_remotely(query, kg, chosen)
    raise SettingError(f"{kg.name}: this kind of graph evaluates no queries; give RDF files or an endpoint")


def _evaluated(query: Query, kg: IndexedGraph, index: QueryIndex | None, limits: QueryLimits) -> QueryResult:
    return evaluate_locally(query, index or QueryIndex(kg), limits)
