"""The rows of a query: groups and their aggregates, distinct rows, order and ranks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pog_agent.kg.adjacency import Ints
from pog_agent.models.query import Aggregate, Expression, OrderKey, Query, RankWindow
from pog_agent.models.query_walk import aggregates_of, read_variables
from pog_agent.query.local.arrays import distinct_places, factorized, first_rows, row_codes
from pog_agent.query.local.bindings import UNBOUND, Bindings
from pog_agent.query.local.columns import Terms, ValueColumn, distinct_codes, merged, nothing_like
from pog_agent.query.local.index import QueryIndex
from pog_agent.query.local.numbers import Numbers, computed, summed
from pog_agent.query.local.solutions import Solver, as_numbers
from pog_agent.query.local.values import tested
from pog_agent.query.problems import Problem, SkipCounter

Columns = dict[str, ValueColumn]


class TooManyGroupsError(Exception):
    """A query has more groups than are allowed. It never leaves the evaluation."""


@dataclass
class RowEvaluation:
    """Evaluates queries and the queries in them, each once; `most_rows` and `most_groups` bound what it makes."""

    index: QueryIndex
    most_rows: int
    most_groups: int
    _known: dict[Query, Columns] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.solver = Solver(self.index, self.most_rows, self.columns)

    @property
    def skips(self) -> SkipCounter:
        """What was left out."""
        return self.solver.skips

    def exists(self, query: Query) -> bool:
        """Whether the pattern has a solution. Raises `TooManyRowsError`."""
        return self.solver.solve(query.pattern, ()).size > 0

    def columns(self, query: Query) -> Columns:
        """The columns of the distinct rows of a query. Raises `TooManyRowsError` and `TooManyGroupsError`."""
        if query not in self._known:
            columns = self._grouped(query) if query.is_grouped else self._plain(query)
            if query.ranks is not None:
                columns = taken(columns, _window(columns, query.order_by, query.ranks))
            self._known[query] = columns
        return self._known[query]

    def _plain(self, query: Query) -> Columns:
        needed = {name for column in query.columns for name in read_variables(column.expression)}
        table = self._solutions(query, needed)
        columns: Columns = {}
        problems = np.zeros(table.size, dtype=np.uint8)
        for column in query.columns:
            value = self.solver.value(column.expression, table)
            columns[column.name] = value
            if not isinstance(value, Terms):
                problems = merged(problems, value.problems)
        if problems.any():
            self.solver.count(problems)
            columns = taken(columns, np.flatnonzero(problems == 0))
        is_distinct = all(_shows_variable(column.expression) for column in query.columns)
        return columns if is_distinct else taken(columns, _distinct_rows(list(columns.values())))

    def _solutions(self, query: Query, needed: set[str]) -> Bindings:
        """The distinct rows of the needed variables over the pattern and the optional patterns."""
        shared = {name for optional in query.optionals for name in optional.variables}
        table = self.solver.solve(query.pattern, needed | (shared & query.pattern.variables))
        for optional in query.optionals:
            table = self.solver.extended(table, optional)
        return table.only(needed)

    def _grouped(self, query: Query) -> Columns:
        aggregates = list(dict.fromkeys(_all_aggregates(query)))
        needed = {name for column in query.keys for name in read_variables(column.expression)}
        for aggregate in aggregates:
            needed.update(aggregate.over, read_variables(aggregate))
        table = self._solutions(query, needed)
        keys = {column.name: self.solver.value(column.expression, table) for column in query.keys}
        problems = merged(np.zeros(table.size, dtype=np.uint8), *(column.problems for column in keys.values()))
        if problems.any():
            table = self.solver.drop(table, problems)
            keys = taken(keys, np.flatnonzero(problems == 0))
        groups, firsts = _groups(list(keys.values()), table.size)
        if len(firsts) > self.most_groups:
            raise TooManyGroupsError(
                f"the query has {len(firsts):,} groups, more than the {self.most_groups:,} that are allowed"
            )
        columns = taken(keys, firsts) if keys else {}
        found = {
            aggregate: self._aggregated(aggregate, table, groups, len(firsts) if keys else 1)
            for aggregate in aggregates
        }
        return self._group_rows(query, columns, found, len(firsts) if keys else 1)

    def _group_rows(
        self, query: Query, keys: Columns, aggregates: Mapping[Aggregate, ValueColumn], size: int
    ) -> Columns:
        """The columns of the groups that pass `having` and whose values can all be computed."""
        columns: Columns = {}
        problems = np.zeros(size, dtype=np.uint8)
        for column in query.columns:
            name = column.name
            columns[name] = keys[name] if name in keys else self._of_groups(column.expression, aggregates, size)
            if name not in keys:
                problems = merged(problems, columns[name].problems)
        kept = np.ones(size, dtype=np.bool_)
        for test in query.having:
            sides = (self._of_groups(side, aggregates, size) for side in (test.left, test.right))
            holds, unsure = tested(test, *sides)
            kept &= holds | (unsure != 0)
            problems = merged(problems, unsure)
        self.solver.count(np.where(kept, problems, np.uint8(0)))
        return taken(columns, np.flatnonzero(kept & (problems == 0)))

    def _of_groups(self, expression: Expression, found: Mapping[Aggregate, ValueColumn], size: int) -> ValueColumn:
        if expression.kind == "aggregate":
            return found[expression]
        if expression.kind == "arithmetic":
            left, right = (self._of_groups(side, found, size) for side in (expression.left, expression.right))
            return computed(expression.operation, as_numbers(left), as_numbers(right))
        return self.solver.value(expression, Bindings({}, size))

    def _aggregated(self, aggregate: Aggregate, table: Bindings, groups: Ints, count: int) -> ValueColumn:
        """The aggregate of each group, over distinct rows of group, `over` and what the value reads."""
        names = dict.fromkeys((*aggregate.over, *read_variables(aggregate)))
        rows = distinct_places([groups, *(table.columns[name] for name in names)], table.size)
        chosen, group_of = table.take(rows, distinct=True), groups[rows]
        if aggregate.value is None:
            for name in aggregate.over:
                group_of = group_of[chosen.columns[name] != UNBOUND]
                chosen = chosen.take(chosen.columns[name] != UNBOUND)
            return Numbers.integers(np.bincount(group_of, minlength=count).astype(np.int64))
        values = self.solver.value(aggregate.value, chosen)
        # An optional variable without a value is nothing to aggregate, and no mistake.
        self.solver.count(np.where(values.problems == Problem.UNBOUND, np.uint8(0), values.problems))
        kept = np.flatnonzero(values.problems == 0)
        kept = kept[np.argsort(group_of[kept], kind="stable")]
        return _reduced(aggregate, values.take(kept), group_of[kept], count)


def taken(columns: Columns, rows: Ints) -> Columns:
    """Some rows of all columns."""
    return {name: column.take(rows) for name, column in columns.items()}


def sorted_rows(columns: Columns, order_by: Sequence[OrderKey]) -> Ints:
    """The places of all rows: by the order, and those that tie by their terms."""
    keys: list[NDArray[Any]] = [column.order() for column in columns.values()]
    keys = [*_order_keys(columns, order_by), *keys]
    size = len(keys[0])
    return np.lexsort(keys[::-1]) if size > 1 else np.arange(size)


def _shows_variable(expression: Expression) -> bool:
    """Whether distinct solutions give distinct values."""
    return expression.kind == "variable" and expression.type != "text"


def _all_aggregates(query: Query) -> list[Aggregate]:
    expressions = [column.expression for column in query.columns]
    expressions += [side for test in query.having for side in (test.left, test.right)]
    return [aggregate for expression in expressions for aggregate in aggregates_of(expression)]


def _distinct_rows(columns: Sequence[ValueColumn]) -> Ints:
    return distinct_places([distinct_codes(column) for column in columns], len(columns[0].problems))


def _groups(keys: Sequence[ValueColumn], size: int) -> tuple[Ints, Ints]:
    """For each row the number of its group, and the first row of each group. Without keys all are one group."""
    codes, count = row_codes([distinct_codes(key) for key in keys], size)
    groups, _ = factorized(codes)
    return groups, first_rows(codes, count)


def _reduced(aggregate: Aggregate, values: ValueColumn, groups: Ints, count: int) -> ValueColumn:
    """The values of each group as one; `groups` are sorted."""
    present, starts = np.unique(groups, return_index=True)
    if not len(present):
        return nothing_like(values, np.full(count, Problem.NO_VALUE, dtype=np.uint8))
    if aggregate.function in ("sum", "average"):
        found: ValueColumn = summed(as_numbers(values), starts)
        if aggregate.function == "average":
            sizes = np.diff(np.append(starts, len(groups)))
            found = computed("/", as_numbers(found), Numbers.integers(sizes.astype(np.int64)))
    else:
        order = values.order()
        if len(present) == 1:
            chosen = int(order.argmin() if aggregate.function == "min" else order.argmax())
            return _spread_over(values.take(np.array([chosen])), present, count)
        ranked = np.lexsort((order, groups))
        ends = np.append(starts[1:], len(groups)) - 1
        found = values.take(ranked[starts if aggregate.function == "min" else ends])
    return _spread_over(found, present, count)


def _spread_over(found: ValueColumn, present: Ints, count: int) -> ValueColumn:
    """A value for each of the groups; those without one have nothing to aggregate."""
    if len(present) == count:
        return found
    problems = np.full(count, Problem.NO_VALUE, dtype=np.uint8)
    problems[present] = 0
    rows = np.zeros(count, dtype=np.int64)
    rows[present] = np.arange(len(present))
    return replace(found.take(rows), problems=problems)


def _window(columns: Columns, order_by: Sequence[OrderKey], ranks: RankWindow) -> Ints:
    """The rows at the places of the window, with all that tie with the first or the last one."""
    keys = _order_keys(columns, order_by)
    size = len(keys[0])
    if size < ranks.first:
        return np.zeros(0, dtype=np.int64)
    last = min(ranks.last, size)
    if len(keys) == 1:
        key = keys[0]
        borders = np.partition(key, (ranks.first - 1, last - 1))[[ranks.first - 1, last - 1]]
        return np.flatnonzero((key >= borders[0]) & (key <= borders[1]))
    order = np.lexsort(keys[::-1])
    # Rows that tie have equal codes: the window grows over all rows with the code of one of its borders.
    ties, _ = row_codes([np.unique(key, return_inverse=True)[1] for key in keys], size)
    sorted_ties = ties[order]
    begin = np.searchsorted(sorted_ties, sorted_ties[ranks.first - 1], side="left")
    end = np.searchsorted(sorted_ties, sorted_ties[last - 1], side="right")
    return order[begin:end]


def _order_keys(columns: Columns, order_by: Sequence[OrderKey]) -> list[NDArray[Any]]:
    """For each key of an order numbers that rise with the places."""
    return [-columns[key.column].order() if key.descending else columns[key.column].order() for key in order_by]
