"""Values of expressions for all rows at once."""

from dataclasses import replace
from typing import Any

import numpy as np

from pog_agent.kg.adjacency import Bools, Ints
from pog_agent.models.query import (
    ComparisonTest,
    DateDifference,
    DatePart,
    Operator,
    TermNumber,
    ValueType,
    VariableValue,
)
from pog_agent.query.local.columns import Moments, Terms, Texts, ValueColumn, merged
from pog_agent.query.local.index import QueryIndex
from pog_agent.query.local.literals import (
    DATE,
    DATETIME,
    DOUBLE,
    INTEGER,
    TEXT,
    YEAR,
    LiteralTable,
    parse_literal,
)
from pog_agent.query.local.numbers import Numbers, compared
from pog_agent.query.problems import Problem
from pog_agent.terms import Term, is_literal, literal_value

_NOT: dict[ValueType, Problem] = {
    "number": Problem.NOT_NUMBER,
    "text": Problem.NOT_TEXT,
    "date": Problem.NOT_DATE,
    "dateTime": Problem.NOT_DATETIME,
}
_ZONE_SLACK = 14 * 3600 * 10**6
"""Microseconds by which a moment without a zone may differ from the same moment in UTC (XML Schema)."""
_MISSING = -2
"""The id of a constant that the graph lacks: it equals no term."""


def read_variable(read: VariableValue, ids: Ints, index: QueryIndex) -> ValueColumn:
    """The values of a variable, read as a type."""
    unbound = np.where(ids < 0, np.uint8(Problem.UNBOUND), np.uint8(0))
    if read.type == "term":
        return Terms(ids, unbound)
    positions = index.positions(ids)
    kinds = np.where(positions >= 0, index.literals.kinds[np.maximum(positions, 0)], 0) if len(ids) else ids
    wrong = np.where(_of_type(kinds, read.type), np.uint8(0), np.uint8(_NOT[read.type]))
    problems = merged(unbound, wrong)
    if read.type == "number":
        return _numbers(ids, positions, kinds, problems, index.literals)
    if read.type == "text":
        return _texts(ids, problems, index)
    moments = _moments(ids, positions, problems, index.literals)
    if read.zoned is None:
        return moments
    other = Problem.WITHOUT_ZONE if read.zoned else Problem.WITH_ZONE
    zones = np.where(moments.zoned == read.zoned, np.uint8(0), np.uint8(other))
    return Moments(ids, moments.begins, moments.zoned, moments.calendar, merged(problems, zones))


def read_constant(term: Term, value_type: ValueType, size: int, index: QueryIndex) -> ValueColumn:
    """The value of a constant in every row."""
    none = np.zeros(size, dtype=np.uint8)
    if value_type == "term":
        number = index.id_of(term)
        return Terms(np.full(size, _MISSING if number is None else number, dtype=np.int64), none)
    if value_type == "text" and is_literal(term):
        return Texts(np.full(size, literal_value(term), dtype=object), none)
    table = LiteralTable(1)
    table.put(0, parse_literal(term))
    positions = np.zeros(size, dtype=np.int64)
    kinds = table.kinds[positions]
    problems = np.where(_of_type(kinds, value_type), np.uint8(0), np.uint8(_NOT[value_type]))
    if value_type == "number":
        return replace(_numbers(positions, positions, kinds, problems, table), ids=None)
    return _moments(np.full(size, _MISSING, dtype=np.int64), positions, problems, table)


def date_part(read: DatePart, ids: Ints, index: QueryIndex) -> Numbers:
    """The year, month or decade of each row."""
    positions = index.positions(ids)
    kinds = np.where(positions >= 0, index.literals.kinds[np.maximum(positions, 0)], 0) if len(ids) else ids
    has_part = (kinds >= DATE) & ((kinds != YEAR) | (read.part != "month"))
    problems = np.where(has_part, np.uint8(0), np.uint8(Problem.NO_DATE_PART))
    problems = merged(np.where(ids < 0, np.uint8(Problem.UNBOUND), np.uint8(0)), problems)
    calendar = index.literals.calendar[np.maximum(positions, 0)] if len(ids) else ids
    calendar = np.where(has_part, calendar, 0)
    if read.part == "month":
        return Numbers.integers((calendar >> 5) & 15, problems)
    years = calendar >> 9
    return Numbers.integers(years if read.part == "year" else years // 10 * 10, problems)


def term_number(read: TermNumber, ids: Ints, index: QueryIndex) -> Numbers:
    """The number that the term of each row stands for."""
    problems = np.where(ids < 0, np.uint8(Problem.UNBOUND), np.uint8(Problem.NO_NUMBER_FOR))
    table = LiteralTable(len(read.cases))
    places = np.zeros(len(ids), dtype=np.int64)
    for place, case in enumerate(read.cases):
        table.put(place, parse_literal(case.constant.term))
        number = index.id_of(case.term)
        if number is not None:
            problems = np.where(ids == number, np.uint8(0), problems)
            places = np.where(ids == number, place, places)
    return replace(_numbers(places, places, table.kinds[places], problems, table), ids=None)


def date_difference(difference: DateDifference, start: Moments, end: Moments) -> Numbers:
    """Days from one calendar day to another, or completed years."""
    problems = merged(start.problems, end.problems)
    if difference.unit == "days":
        return Numbers.integers(_day_numbers(end.calendar) - _day_numbers(start.calendar), problems)
    # Month and day in one number: the years are complete once the later one is as large.
    within = (1 << 9) - 1
    incomplete = (end.calendar & within) < (start.calendar & within)
    return Numbers.integers((end.calendar >> 9) - (start.calendar >> 9) - incomplete, problems)


def tested(test: ComparisonTest, left: ValueColumn, right: ValueColumn) -> tuple[Bools, Any]:
    """Where the test holds, and the problem of each row in which nobody can tell."""
    problems = merged(left.problems, right.problems)
    if isinstance(left, Numbers) and isinstance(right, Numbers):
        less, equal = compared(left, right)
    elif isinstance(left, Texts) and isinstance(right, Texts):
        less = np.asarray(left.values < right.values, dtype=np.bool_)
        equal = np.asarray(left.values == right.values, dtype=np.bool_)
    elif isinstance(left, Moments) and isinstance(right, Moments):
        less, equal, unsure = _compared_moments(left, right)
        problems = merged(problems, np.where(unsure, np.uint8(Problem.INCOMPARABLE), np.uint8(0)))
    elif isinstance(left, Terms) and isinstance(right, Terms):
        equal = left.ids == right.ids
        less = np.zeros(len(equal), dtype=np.bool_)
    else:
        raise TypeError(f"a comparison of {type(left).__name__} and {type(right).__name__}")
    return _holds(test.operator, less, equal) & (problems == 0), problems


def _holds(operator: Operator, less: Bools, equal: Bools) -> Bools:
    greater = ~less & ~equal
    return {"=": equal, "!=": ~equal, "<": less, "<=": less | equal, ">": greater, ">=": greater | equal}[operator]


def _compared_moments(left: Moments, right: Moments) -> tuple[Bools, Bools, Bools]:
    """Less, equal, and not to be told: a moment without a zone may be 14 hours earlier or later."""
    mixed = left.zoned != right.zoned
    gap = right.begins - left.begins
    unsure = mixed & (np.abs(gap) <= _ZONE_SLACK)
    return gap > 0, (gap == 0) & ~mixed, unsure


def _of_type(kinds: Ints, value_type: ValueType) -> Bools:
    if value_type == "number":
        return np.asarray((kinds >= INTEGER) & (kinds <= DOUBLE), dtype=np.bool_)
    kind = {"text": TEXT, "date": DATE, "dateTime": DATETIME}[value_type]
    return np.asarray(kinds == kind, dtype=np.bool_)


def _numbers(ids: Ints, positions: Ints, kinds: Ints, problems: Any, table: LiteralTable) -> Numbers:
    valid = problems == 0
    places = np.where(valid, positions, 0)
    if not len(places):
        return replace(Numbers.integers(np.zeros(0, dtype=np.int64)), ids=ids)
    exact: Any = np.where(valid, table.mantissas[places], 0)
    large = np.flatnonzero(np.isin(places, list(table.large)) & valid) if table.large else ()
    if len(large):
        exact = exact.astype(object)
        exact[large] = [table.large[place] for place in places[large].tolist()]
    scales = np.where(valid, table.scales[places], 0).astype(np.int64)
    approximate = np.where(valid, table.approximate[places], 0.0)
    is_double = valid & (kinds == DOUBLE)
    return Numbers(exact, 0, approximate, is_double, kinds == INTEGER, problems, ids).rescaled(scales)


def _texts(ids: Ints, problems: Any, index: QueryIndex) -> Texts:
    values = np.full(len(ids), "", dtype=object)
    valid = np.flatnonzero(problems == 0)
    if len(valid):
        used, places = np.unique(ids[valid], return_inverse=True)
        texts = np.array([literal_value(term) for term in index.terms(used) if is_literal(term)], dtype=object)
        values[valid] = texts[places]
    return Texts(values, problems)


def _moments(ids: Ints, positions: Ints, problems: Any, table: LiteralTable) -> Moments:
    valid = problems == 0
    places = np.where(valid, positions, 0)
    if not len(places):
        return Moments(ids, ids, ids.astype(np.bool_), ids, problems)
    begins, calendar = (np.where(valid, column[places], 0) for column in (table.mantissas, table.calendar))
    return Moments(ids, begins, valid & table.zoned[places], calendar, problems)


def _day_numbers(calendar: Any) -> Ints:
    """Days since a fixed day. The year begins in March here, so that the leap day is its last one."""
    years, months, days = calendar >> 9, (calendar >> 5) & 15, calendar & 31
    early = months < 3
    years = years - early
    months = months - 3 + 12 * early
    leaps = years // 4 - years // 100 + years // 400
    numbers: Ints = 365 * years + leaps + (153 * months + 2) // 5 + days
    return numbers
