"""Columns of values: one value for each row, and the problem of each row that has none.

All columns have the same protocol: `take` gives rows of it, `codes` equal codes to equal values in their order.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pog_agent.kg.adjacency import Bools, Ints
from pog_agent.query.local.arrays import factorized
from pog_agent.query.local.numbers import Numbers
from pog_agent.terms import Term, literal

Problems = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Terms:
    """Terms by id, -1 where a variable is unbound, which is a problem only where a value is needed."""

    ids: Ints
    problems: Problems

    def take(self, rows: Ints | Bools) -> "Terms":
        """Some of the rows."""
        return Terms(self.ids[rows], self.problems[rows])

    def codes(self) -> Ints:
        """A number for each value."""
        return self.ids

    def order(self) -> Ints:
        """A number for each value, in the order of the values."""
        return self.ids

    def shown(self, rows: Sequence[int], terms: Callable[[Ints], list[Term]]) -> list[Term | None]:
        """The terms of some rows."""
        ids = self.ids[np.asarray(rows, dtype=np.int64)]
        bound = iter(terms(ids[ids >= 0]))
        return [None if number < 0 else next(bound) for number in ids.tolist()]


@dataclass(frozen=True, eq=False)
class Texts:
    """Strings without their language."""

    values: NDArray[Any]
    problems: Problems

    def take(self, rows: Ints | Bools) -> "Texts":
        """Some of the rows."""
        return Texts(self.values[rows], self.problems[rows])

    def codes(self) -> Ints:
        """A number for each value, in the order of code points."""
        return np.unique(self.values, return_inverse=True)[1].astype(np.int64)

    order = codes

    def shown(self, rows: Sequence[int], terms: Callable[[Ints], list[Term]]) -> list[Term | None]:
        """The plain literals of some rows."""
        del terms
        return [literal(self.values[row]) for row in rows]


@dataclass(frozen=True, eq=False)
class Moments:
    """Dates or points in time: when they begin in microseconds, and as the calendar writes them."""

    ids: Ints
    begins: Ints
    zoned: Bools
    calendar: Ints
    problems: Problems

    def take(self, rows: Ints | Bools) -> "Moments":
        """Some of the rows."""
        return Moments(
            self.ids[rows], self.begins[rows], self.zoned[rows], self.calendar[rows], self.problems[rows]
        )

    def codes(self) -> Ints:
        """A number for each term."""
        return self.ids

    def order(self) -> Ints:
        """When the rows begin; either all or none have a time zone here."""
        return self.begins

    def shown(self, rows: Sequence[int], terms: Callable[[Ints], list[Term]]) -> list[Term | None]:
        """The terms of some rows."""
        return list(terms(self.ids[np.asarray(rows, dtype=np.int64)]))


ValueColumn = Terms | Texts | Moments | Numbers


def merged(*problems: Problems) -> Problems:
    """The first problem of each row."""
    first = problems[0]
    for others in problems[1:]:
        first = np.where(first == 0, others, first)
    return first


def nothing_like(column: ValueColumn, problems: Problems) -> ValueColumn:
    """As many rows of the kind of a column, none of which has a value."""
    zeros = np.zeros(len(problems), dtype=np.int64)
    if isinstance(column, Numbers):
        return Numbers.integers(zeros, problems)
    if isinstance(column, Moments):
        return Moments(zeros, zeros, zeros.astype(np.bool_), zeros, problems)
    if isinstance(column, Texts):
        return Texts(np.full(len(problems), "", dtype=object), problems)
    return Terms(zeros - 1, problems)


def distinct_codes(column: ValueColumn) -> Ints:
    """Codes of a column that tell different terms apart."""
    return factorized(column.codes())[0] if isinstance(column, Texts) else column.codes()
