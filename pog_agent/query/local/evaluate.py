"""A query over a graph with integer ids, from its text-free form to the result that a caller sees."""

import numpy as np

from pog_agent.kg.adjacency import Ints
from pog_agent.models.query import Query, QueryResult
from pog_agent.query.limits import QueryLimits
from pog_agent.query.local.bindings import TooManyRowsError
from pog_agent.query.local.index import QueryIndex
from pog_agent.query.local.rows import Columns, RowEvaluation, TooManyGroupsError, sorted_rows
from pog_agent.terms import is_literal


def evaluate_locally(query: Query, index: QueryIndex, limits: QueryLimits) -> QueryResult:
    """The result of a query over the whole graph. A query that exceeds a limit has no rows, and says why."""
    evaluation = RowEvaluation(index, limits.joined_rows, limits.groups)
    names = tuple(column.name for column in query.columns)
    try:
        if query.form == "exists":
            truth = evaluation.exists(query)
            return QueryResult(truth=truth, skipped=evaluation.skips.skipped(), doubts=_lacking(evaluation))
        columns = evaluation.columns(query)
    except (TooManyRowsError, TooManyGroupsError) as error:
        return QueryResult(columns=names, truncated=True, doubts=_lacking(evaluation), notes=(str(error),))
    order = sorted_rows(columns, query.order_by)
    is_cut = len(order) > limits.rows
    return QueryResult(
        columns=names,
        rows=_shown(columns, order[: limits.rows], index),
        skipped=evaluation.skips.skipped(),
        truncated=is_cut,
        doubts=_lacking(evaluation),
        notes=(f"the first {limits.rows:,} of {len(order):,} rows are given",) if is_cut else (),
    )


def _lacking(evaluation: RowEvaluation) -> tuple[str, ...]:
    """The relations, classes and entities that the graph lacks: a preset may have left them out of it."""
    return tuple(f"the graph has no <{term}>" for term in evaluation.solver.unknown if not is_literal(term))


def _shown(columns: Columns, rows: Ints, index: QueryIndex) -> tuple[tuple[str | None, ...], ...]:
    """The rows as terms; each term is read once, however many rows have it."""

    def terms(ids: Ints) -> list[str]:
        used, places = np.unique(ids, return_inverse=True)
        found = np.array(index.terms(used), dtype=object)
        decoded: list[str] = found[places].tolist() if len(used) else []
        return decoded

    places = rows.tolist()
    return tuple(zip(*(column.shown(places, terms) for column in columns.values()), strict=True))
