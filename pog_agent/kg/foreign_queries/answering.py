"""The rows of a query that somebody else wrote, over any graph that answers SPARQL."""

import asyncio
from dataclasses import dataclass, replace

from pog_agent.errors import GraphUnavailableError, QueryFailedError, SettingError
from pog_agent.kg.base import KnowledgeGraph, OxigraphFolder, RawResults
from pog_agent.kg.foreign_queries.process import QueryBounds, answer_of_process
from pog_agent.kg.foreign_queries.query import ForeignQuery
from pog_agent.kg.sparql.results import UnreadableResultsError, parse_boolean, parse_columns, parse_table
from pog_agent.terms import Term

_JSON = "application/sparql-results+json"


@dataclass(frozen=True)
class QueryTable:
    """The rows of a SELECT, an unbound cell as the empty string, or the `truth` of an ASK.

    `is_cut` says that there are more rows than the bounds allow.
    """

    columns: tuple[str, ...] = ()
    rows: tuple[tuple[Term, ...], ...] = ()
    truth: bool | None = None
    is_cut: bool = False


async def answer_query(query: ForeignQuery, kg: KnowledgeGraph, bounds: QueryBounds) -> QueryTable:
    """The result of a query over a graph, by itself and within the bounds.

    A local graph is asked in a process of its own, which ends with the bounds; an endpoint is asked once. Raises
    `QueryTextError` for a query that is wrong, `QueryFailedError` where a bound is hit, `GraphUnavailableError`,
    and `SettingError` for a graph that answers no SPARQL.
    """
    one_more = replace(bounds, rows=bounds.rows + 1)
    if isinstance(kg, OxigraphFolder):
        folder = await asyncio.to_thread(kg.oxigraph_folder)
        body = await answer_of_process(query, folder, one_more)
    elif isinstance(kg, RawResults):
        await answer_of_process(query, None, one_more)
        body = await _sent(query.written(one_more.rows), kg, bounds.seconds)
        if len(body) > bounds.bytes:
            raise QueryFailedError(f"the result has {len(body):,} bytes: ask for fewer or shorter values")
    else:
        raise SettingError(f"{kg.name}: this kind of graph answers no SPARQL; give RDF files or an endpoint")
    return await asyncio.to_thread(_table, query, body, bounds.rows, kg.name)


async def _sent(query: str, kg: RawResults, seconds: float) -> bytes:
    try:
        return await kg.raw_result(query, seconds)
    except GraphUnavailableError as error:
        if not isinstance(error.__cause__, TimeoutError):
            raise
        raise QueryFailedError(
            f"the endpoint took more than {seconds:g} s for the query: narrow it down"
        ) from error


def _table(query: ForeignQuery, body: bytes, most: int, name: str) -> QueryTable:
    try:
        if query.form == "ask":
            return QueryTable(truth=parse_boolean(_JSON, body))
        columns = parse_columns(body)
        rows = parse_table(_JSON, body, columns)
    except UnreadableResultsError as error:
        raise QueryFailedError(f"{name}: the response is not SPARQL results but {error}") from error
    return QueryTable(tuple(columns), tuple(rows[:most]), is_cut=len(rows) > most)
