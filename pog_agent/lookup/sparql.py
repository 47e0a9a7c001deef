"""The result of a SPARQL query that a caller wrote, bounded, and with hints where it finds nothing."""

from pog_agent.answering.reply import MOST_CHARACTERS
from pog_agent.errors import QueryTextError
from pog_agent.kg.foreign_queries.answering import QueryTable, answer_query
from pog_agent.kg.foreign_queries.process import QueryBounds
from pog_agent.kg.foreign_queries.query import ForeignQuery, UnknownPrefixError
from pog_agent.lookup.query_hints import hints_for, near_names, written_term
from pog_agent.lookup.results import SparqlResult
from pog_agent.run.context import RunContext
from pog_agent.words import one_line

MOST_SHOWN = 60_000
"""Characters of all cells together."""


async def run_query(text: str, limit: int, seconds: float, run: RunContext) -> SparqlResult:
    """The rows of a SELECT, or the truth of an ASK. Raises as `answer_query` does.

    A prefix that is not declared is a `QueryTextError` that names what the graph has of such names.
    """
    try:
        query = ForeignQuery.read(text)
    except UnknownPrefixError as error:
        near = await near_names(error.names, run)
        raise QueryTextError(f"{error}{near and f'; the graph has: {near}'}") from error
    bounds = QueryBounds(rows=limit, seconds=seconds)
    table = await answer_query(query, run.kg, bounds)
    rows, warnings = _shown_rows(table)
    is_empty = table.truth is False or (table.truth is None and not table.rows)
    hints, notices = await hints_for(query, run) if is_empty else ((), ())
    return SparqlResult(
        columns=table.columns, rows=rows, truth=table.truth, hints=hints, warnings=(*warnings, *notices)
    )


def _shown_rows(table: QueryTable) -> tuple[tuple[tuple[str | None, ...], ...], list[str]]:
    """The rows as they are shown, as many as there is room for, and what was cut."""
    warnings = [f"there are more than {len(table.rows)} rows; the first are listed"] if table.is_cut else []
    rows: list[tuple[str | None, ...]] = []
    room, long = MOST_SHOWN, 0
    for row in table.rows:
        cells = tuple(written_term(term) if term else None for term in row)
        long += sum(len(cell or "") > MOST_CHARACTERS for cell in cells)
        shown = tuple(None if cell is None else one_line(cell, MOST_CHARACTERS) for cell in cells)
        room -= sum(len(cell or "") for cell in shown)
        if room < 0:
            warnings.append(f"{len(rows)} of {len(table.rows)} rows are listed: they are long")
            break
        rows.append(shown)
    if long:
        warnings.append(f"terms of more than {MOST_CHARACTERS} characters are cut: {long}")
    return tuple(rows), warnings
