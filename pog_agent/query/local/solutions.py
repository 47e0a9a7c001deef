"""The solutions of graph patterns, and the values of expressions in them."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from pog_agent.kg.adjacency import Bools, Ints
from pog_agent.models.query import (
    Combination,
    Condition,
    DatePart,
    ExistenceTest,
    Expression,
    GraphPattern,
    InQuery,
    PatternElement,
    Query,
    TermNumber,
    TextTest,
    VariableValue,
)
from pog_agent.models.query_walk import mentioned, value_type
from pog_agent.query.local.bindings import UNBOUND, Bindings, joined, stacked, without
from pog_agent.query.local.columns import Moments, Problems, ValueColumn, merged, nothing_like
from pog_agent.query.local.elements import Joinable, JoinedEdges, JoinedTable, JoinedTerms
from pog_agent.query.local.index import QueryIndex
from pog_agent.query.local.literals import TEXT
from pog_agent.query.local.numbers import Numbers, computed
from pog_agent.query.local.values import (
    date_difference,
    date_part,
    read_constant,
    read_variable,
    term_number,
    tested,
)
from pog_agent.query.problems import Problem, SkipCounter
from pog_agent.terms import Term, is_literal, literal_language, literal_value

_ROW: Final = "#row"
"""The column that tells which row of an outer table a solution belongs to."""


@dataclass
class Solver:
    """Solves the patterns of one query over a graph.

    `most_rows` bounds every join. `nested` gives the columns of another query by name. `skips` counts rows that
    could not be evaluated, `unknown` the relations and classes that the graph lacks.
    """

    index: QueryIndex
    most_rows: int
    nested: Callable[[Query], dict[str, ValueColumn]]
    skips: SkipCounter = field(default_factory=SkipCounter)
    unknown: Counter[str] = field(default_factory=Counter)

    def solve(self, pattern: GraphPattern, needed: Collection[str], seed: Bindings | None = None) -> Bindings:
        """The distinct solutions of a pattern in the needed variables, joined with the rows of a seed.

        Raises `TooManyRowsError`.
        """
        for_tests = {name for condition in pattern.conditions for name in mentioned(condition)}
        elements = [self._looked_up(element) for element in pattern.elements]
        table = Bindings.unit() if seed is None else seed
        table = self._joined(table, elements, for_tests.union(needed))
        return self._filtered(table, pattern).only(set(needed))

    def extended(self, table: Bindings, optional: GraphPattern) -> Bindings:
        """The left join: the rows with the solutions of an optional pattern, or without where there are none."""
        shared = [name for name in table.columns if name in optional.variables]
        added = sorted(optional.variables - set(shared))
        seed = Bindings(
            {**{name: table.columns[name] for name in shared}, _ROW: np.arange(table.size)}, table.size
        )
        found = self.solve(optional, {_ROW, *added}, seed)
        alone = np.ones(table.size, dtype=np.bool_)
        alone[found.columns[_ROW]] = False
        rows = np.concatenate((found.columns[_ROW], np.flatnonzero(alone)))
        longer = table.take(rows, distinct=table.distinct)
        missing = np.full(int(np.count_nonzero(alone)), UNBOUND, dtype=np.int64)
        for name in added:
            longer = longer.with_column(name, np.concatenate((found.columns[name], missing)))
        return longer

    def value(self, expression: Expression, table: Bindings) -> ValueColumn:
        """The value of an expression without aggregates in each row."""
        if isinstance(expression, VariableValue | DatePart | TermNumber):
            return _read(expression, table.columns[expression.variable], self.index)
        if expression.kind == "constant":
            return read_constant(expression.term, value_type(expression), table.size, self.index)
        if expression.kind == "arithmetic":
            left, right = self.value(expression.left, table), self.value(expression.right, table)
            return computed(expression.operation, as_numbers(left), as_numbers(right))
        if expression.kind == "date_difference":
            start, end = self.value(expression.start, table), self.value(expression.end, table)
            if not (isinstance(start, Moments) and isinstance(end, Moments)):
                raise TypeError("a difference of dates takes dates")
            return date_difference(expression, start, end)
        if expression.kind == "scalar":
            return self.scalar(expression.query, table.size)
        raise ValueError(f"the aggregate {expression.function!r} stands outside of a group")

    def scalar(self, query: Query, size: int) -> ValueColumn:
        """The value of a scalar query in each of so many rows; a problem where it has none."""
        column = self.nested(query)[query.columns[0].name]
        if len(column.problems):
            return column.take(np.zeros(size, dtype=np.int64))
        return nothing_like(column, np.full(size, Problem.NO_VALUE, dtype=np.uint8))

    def drop(self, table: Bindings, problems: Problems) -> Bindings:
        """The rows without a problem; the others are counted."""
        self.count(problems)
        return table.take(problems == 0) if problems.any() else table

    def count(self, problems: Problems) -> None:
        """Counts the rows with a problem."""
        for problem, count in enumerate(np.bincount(problems, minlength=1).tolist()):
            if problem:
                self.skips.add(Problem(problem), count)

    def _joined(self, table: Bindings, elements: Sequence[Joinable], needed: set[str]) -> Bindings:
        """Joins the elements one by one, the one that adds the fewest rows first.

        A variable that nothing asks for any more is dropped at once, which keeps the tables small.
        """
        left = list(elements)
        while left:
            bound = frozenset(table.columns)
            near = [element for element in left if element.variables & bound] or left
            chosen = min(near, key=lambda element: element.growth(bound))
            left.remove(chosen)
            table = chosen.extend(table, self.most_rows)
            table = table.only(needed.union(*(element.variables for element in left)))
        return table

    def _looked_up(self, element: PatternElement) -> Joinable:
        if element.kind == "edge":
            edges = self.index.edges(element.relation)
            if not len(edges):
                self.unknown[element.relation] += 1
            return JoinedEdges(element.source, element.target, edges)
        if element.kind == "constant":
            found = [number for term in element.terms if (number := self._id_of(term)) is not None]
            return JoinedTerms(element.variable, np.unique(np.array(found, dtype=np.int64)))
        if element.kind == "instance":
            self._id_of(element.class_)
            members = self.index.members(element.class_, element.type_relations, element.subclass_relation)
            return JoinedTerms(element.variable, members)
        return JoinedTable(self._nested(element) if element.kind == "in_query" else self._combined(element))

    def _id_of(self, term: Term) -> int | None:
        number = self.index.id_of(term)
        if number is None:
            self.unknown[term] += 1
        return number

    def _nested(self, element: InQuery) -> Bindings:
        found = self.nested(element.query)
        columns: dict[str, Ints] = {}
        for name, column in zip(element.variables, element.columns, strict=True):
            columns[name] = found[column].codes()
        size = len(next(iter(columns.values())))
        return Bindings(columns, size, distinct=False).unrepeated()

    def _combined(self, element: Combination) -> Bindings:
        tables = [self.solve(pattern, element.variables) for pattern in element.patterns]
        if element.operation == "union":
            return stacked(tables, element.variables)
        result = tables[0]
        for table in tables[1:]:
            both = without(result, table) if element.operation == "difference" else None
            result = joined(result, table, self.most_rows) if both is None else both
        return result

    def _filtered(self, table: Bindings, pattern: GraphPattern) -> Bindings:
        """The rows in which all conditions hold. A row counts as skipped if some cannot be told and none fails."""
        simple = [condition for condition in pattern.conditions if condition.kind != "existence"]
        if simple:
            kept = np.ones(table.size, dtype=np.bool_)
            unsure = np.zeros(table.size, dtype=np.uint8)
            for condition in simple:
                holds, problems = self._tested(condition, table)
                kept &= holds | (problems != 0)
                unsure = merged(unsure, problems)
            self.count(np.where(kept, unsure, np.uint8(0)))
            table = table.take(kept & (unsure == 0))
        for test in pattern.conditions:
            if test.kind == "existence":
                table = table.take(self._exists(test, table, pattern.variables))
        return table

    def _tested(self, condition: Condition, table: Bindings) -> tuple[Bools, Problems]:
        if condition.kind == "comparison":
            left, right = self.value(condition.left, table), self.value(condition.right, table)
            return tested(condition, left, right)
        if condition.kind == "text":
            return self._tested_text(condition, table.columns[condition.variable])
        raise ValueError("an existence is tested for whole tables")

    def _tested_text(self, test: TextTest, ids: Ints) -> tuple[Bools, Problems]:
        positions = self.index.positions(ids)
        is_text = positions >= 0
        is_text[is_text] = self.index.literals.kinds[positions[is_text]] == TEXT
        used, places = np.unique(ids[is_text], return_inverse=True)
        holds = np.zeros(len(ids), dtype=np.bool_)
        holds[is_text] = np.array([_is_like(test, term) for term in self.index.terms(used)], np.bool_)[places]
        return holds, np.where(is_text, np.uint8(0), np.uint8(Problem.NOT_TEXT))

    def _exists(self, test: ExistenceTest, table: Bindings, outer: frozenset[str]) -> Bools:
        """The rows that a solution of the inner pattern belongs to, or does not (`negated`).

        `outer` are the variables of the pattern around it, which are the only ones that it shares.
        """
        asked = outer & test.pattern.variables.union(*map(mentioned, test.pattern.conditions))
        columns = {name: ids for name, ids in table.columns.items() if name in asked}
        seed = Bindings({**columns, _ROW: np.arange(table.size)}, table.size)
        found = np.zeros(table.size, dtype=np.bool_)
        found[self.solve(test.pattern, {_ROW}, seed).columns[_ROW]] = True
        return ~found if test.negated else found


def as_numbers(column: ValueColumn) -> Numbers:
    """The column, which the checks of a query have found to be numbers."""
    if not isinstance(column, Numbers):
        raise TypeError(f"a column of numbers is expected, not {type(column).__name__}")
    return column


def _is_like(test: TextTest, term: Term) -> bool:
    if not is_literal(term):
        return False
    if test.test == "language":
        tag, wanted = (literal_language(term) or "").lower(), test.text.lower()
        return tag == wanted or tag.startswith(f"{wanted}-")
    text, wanted = literal_value(term).lower(), test.text.lower()
    if test.test == "equals":
        return text == wanted
    if test.test == "contains":
        return wanted in text
    return text.startswith(wanted) if test.test == "starts_with" else text.endswith(wanted)


def _read(expression: VariableValue | DatePart | TermNumber, ids: Ints, index: QueryIndex) -> ValueColumn:
    """What is read of the terms of a variable."""
    if expression.kind == "variable":
        return read_variable(expression, ids, index)
    if expression.kind == "date_part":
        return date_part(expression, ids, index)
    return term_number(expression, ids, index)
