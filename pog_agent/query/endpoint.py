"""A query at a store that answers SPARQL: the text is sent, and its rows become the same result as elsewhere."""

from collections.abc import Callable, Iterator, Sequence
from functools import cmp_to_key

from pog_agent.errors import QueryFailedError
from pog_agent.kg.base import QueriedGraph
from pog_agent.kg.sparql.results import read_count
from pog_agent.models.query import GraphPattern, Query, QueryResult, SkippedRows
from pog_agent.models.query_walk import mentioned, value_type, values_in
from pog_agent.query.fetched import evaluate_fetched
from pog_agent.query.limits import QueryLimits
from pog_agent.query.local.literals import DATE, DOUBLE, INTEGER, parse_literal
from pog_agent.query.problems import Problem, reason_of
from pog_agent.query.sparql.expressions import Read
from pog_agent.query.sparql.select import WrittenQuery, written_query
from pog_agent.query.sparql.unread import unread_values
from pog_agent.terms import Term, is_literal, literal_value

_UNCOUNTED = "rows with a division by zero, if any, are left out without a count: the store does not tell"
_JOINS = "Virtuoso is known to lose rows of queries that join several subqueries or alternatives"
_OUTER_READS = "Virtuoso is known to err at existence tests whose conditions read the pattern around them"
_FAILS = "it does not answer the query itself"
_SURE_SUBQUERIES = 4
_UNSURE_PARTS = ("VALUES", "UNION", "MINUS", "OPTIONAL")
_READ_AS = {
    "number": Problem.NOT_NUMBER,
    "text": Problem.NOT_TEXT,
    "date": Problem.NOT_DATE,
    "dateTime": Problem.NOT_DATETIME,
}
Row = tuple[Term | None, ...]


async def evaluate_remotely(query: Query, kg: QueriedGraph, limits: QueryLimits) -> QueryResult:
    """The result of a query at a store. Raises `GraphUnavailableError`.

    Where the store may err or fails, the query is evaluated here, if it reads no more than `limits.fetched_edges`.
    """
    for_virtuoso = await kg.is_virtuoso()
    written = written_query(query, for_virtuoso=for_virtuoso)
    doubts = tuple(_doubts(query, written, for_virtuoso))
    if doubts:
        here = await evaluate_fetched(query, kg, limits, doubts[0])
        return here or await _as_answered(query, kg, limits, written, doubts)
    try:
        return await _as_answered(query, kg, limits, written, doubts)
    except QueryFailedError:
        here = await evaluate_fetched(query, kg, limits, _FAILS)
        if here is None:
            raise
        return here


async def _as_answered(
    query: Query, kg: QueriedGraph, limits: QueryLimits, written: WrittenQuery, doubts: tuple[str, ...]
) -> QueryResult:
    """The result as the store gives it."""
    skipped, is_counted = await _skipped(query, kg, written.for_virtuoso)
    if query.form == "exists":
        truth = await kg.holds(written.text)
        is_cut = truth is None or not is_counted
        return QueryResult(truth=truth, skipped=skipped, truncated=is_cut, doubts=doubts)
    found = await kg.solutions(written.text, written.columns, limits.rows)
    rows = [tuple(cell or None for cell in row) for row in found.rows]
    return QueryResult(
        columns=tuple(column.name for column in query.columns),
        rows=_sorted(query, rows),
        skipped=skipped,
        truncated=found.is_cut or not is_counted,
        doubts=doubts,
    )


def _doubts(query: Query, written: WrittenQuery, for_virtuoso: bool) -> Iterator[str]:
    if query.form != "scalar" and '"operation":"/"' in query.model_dump_json():
        yield _UNCOUNTED
    if for_virtuoso and (
        written.text.count("SELECT") > _SURE_SUBQUERIES or any(word in written.text for word in _UNSURE_PARTS)
    ):
        yield _JOINS
    patterns = (part for part in values_in(query) if isinstance(part, GraphPattern))
    if for_virtuoso and any(map(_is_read_inside, patterns)):
        yield _OUTER_READS


def _is_read_inside(pattern: GraphPattern) -> bool:
    """Whether a condition of an existence test around solutions of a pattern reads variables of theirs."""
    tests = (condition for condition in pattern.conditions if condition.kind == "existence")
    conditions = (inner for test in tests for inner in test.pattern.conditions if inner.kind != "existence")
    return any(name in pattern.variables for inner in conditions for name in mentioned(inner))


async def _skipped(query: Query, kg: QueriedGraph, for_virtuoso: bool) -> tuple[tuple[SkippedRows, ...], bool]:
    """How many values cannot be read, by reason; and whether the store has counted all of them."""
    counts: dict[str, int] = {}
    is_counted = True
    for read, written in unread_values(query, for_virtuoso=for_virtuoso):
        found = await kg.solutions(written.text, written.columns, 1)
        is_counted = is_counted and not found.is_cut
        reason = reason_of(_problem(read))
        counts[reason] = counts.get(reason, 0) + sum(read_count(count) for (count,) in found.rows)
    return tuple(SkippedRows(reason=reason, count=count) for reason, count in counts.items() if count), is_counted


def _problem(read: Read) -> Problem:
    if read.kind == "term_number":
        return Problem.NO_NUMBER_FOR
    return Problem.NO_DATE_PART if read.kind == "date_part" else _READ_AS[read.type]


def _sorted(query: Query, rows: Sequence[Row]) -> tuple[Row, ...]:
    """The rows in the order of the query, those that tie by their terms: pages may come in any order."""
    places = {column.name: place for place, column in enumerate(query.columns)}
    ordered = sorted(rows, key=lambda row: tuple(cell or "" for cell in row))
    for key in reversed(query.order_by):
        place = places[key.column]
        measure = _measure(value_type(query.columns[place].expression) == "text")
        ordered.sort(key=lambda row, place=place, measure=measure: measure(row[place]), reverse=key.descending)  # type: ignore[misc]
    return tuple(ordered)


def _measure(as_text: bool) -> Callable[[Term | None], object]:
    return _text if as_text else cmp_to_key(_compared)


def _text(term: Term | None) -> str:
    return literal_value(term) if term is not None and is_literal(term) else ""


def _compared(left: Term | None, right: Term | None) -> int:
    """Whether a number or date is less (-1), equal or greater (1) than another; exactly, if both are exact."""
    mine, other = (parse_literal(term or "") for term in (left, right))
    if mine.kind >= DATE or other.kind >= DATE:
        return (mine.mantissa > other.mantissa) - (mine.mantissa < other.mantissa)
    if INTEGER <= mine.kind < DOUBLE and INTEGER <= other.kind < DOUBLE:
        scale = max(mine.scale, other.scale)
        first, second = (int(value.mantissa * 10 ** (scale - value.scale)) for value in (mine, other))
        return (first > second) - (first < second)
    return (mine.approximate > other.approximate) - (mine.approximate < other.approximate)
