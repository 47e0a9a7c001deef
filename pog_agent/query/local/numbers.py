"""Columns of numbers: exact for integers and decimals, doubles otherwise, as SPARQL 1.1 computes.

The exact numbers of a column are integers with one common scale: ``exact / 10 ** scale``. They stand in 64 bits as
long as they fit, else in Python's integers.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pog_agent.kg.adjacency import Bools, Ints
from pog_agent.query.problems import Problem
from pog_agent.terms import XSD, Term, literal

DIVISION_DIGITS: Final = 18
"""Digits behind the point of a quotient of exact numbers; further ones are cut off."""

_FITS: Final = 2.0**61
_NO_PROBLEM: Final = 0


@dataclass(frozen=True, eq=False)
class Numbers:
    """One number for each row.

    `approximate` has every number as a double. `double` marks the rows that are doubles: their `exact` is 0.
    `integer` marks the rows whose datatype is an integer; the others are decimals. `ids` are the terms that were
    read, None for what was computed.
    """

    exact: NDArray[Any]
    scale: int
    approximate: NDArray[np.float64]
    double: Bools
    integer: Bools
    problems: NDArray[np.uint8]
    ids: Ints | None = None

    @classmethod
    def integers(cls, values: Ints, problems: NDArray[np.uint8] | None = None) -> "Numbers":
        """A column of integers."""
        none = np.zeros(len(values), dtype=np.uint8) if problems is None else problems
        return cls(
            values,
            0,
            values.astype(np.float64),
            np.zeros(len(values), dtype=np.bool_),
            np.ones(len(values), dtype=np.bool_),
            none,
        )

    def rescaled(self, scales: Ints) -> "Numbers":
        """The same column, whose exact numbers have been given with a scale each."""
        scale = int(scales.max(initial=0))
        if not scale:
            return self
        return replace(self, exact=_times_power(self.exact, scale - scales), scale=scale)

    def __len__(self) -> int:
        """Number of rows."""
        return len(self.exact)

    def take(self, rows: Ints | Bools) -> "Numbers":
        """Some of the rows."""
        columns = (self.approximate[rows], self.double[rows], self.integer[rows], self.problems[rows])
        return Numbers(self.exact[rows], self.scale, *columns, None if self.ids is None else self.ids[rows])

    def codes(self) -> Ints:
        """A number for each term, or for each value and datatype."""
        if self.ids is not None:
            return self.ids
        codes = np.unique(self.order(), return_inverse=True)[1].astype(np.int64)
        return codes * 4 + self.double * 2 + self.integer

    def order(self) -> NDArray[Any]:
        """A number for each value, in the order of the values; the problems anywhere.

        Where some are doubles, all are compared as doubles.
        """
        if self.double.any():
            return self.approximate
        if self.exact.dtype == np.int64:
            return self.exact
        return np.unique(self.exact, return_inverse=True)[1].astype(np.int64)

    def shown(self, rows: Sequence[int], terms: Callable[[Ints], list[Term]]) -> list[Term | None]:
        """The terms of some rows."""
        if self.ids is not None:
            return list(terms(self.ids[np.asarray(rows, dtype=np.int64)]))
        return [self._literal(row) for row in rows]

    def _literal(self, row: int) -> Term:
        if self.double[row]:
            return literal(_double_text(float(self.approximate[row])), XSD + "double")
        value = int(self.exact[row])
        if self.integer[row] and self.scale == 0:
            return literal(str(value), XSD + "integer")
        if self.integer[row]:
            return literal(str(value // 10**self.scale), XSD + "integer")
        return literal(_decimal_text(value, self.scale), XSD + "decimal")


def computed(operation: str, left: Numbers, right: Numbers) -> Numbers:
    """The sum, difference, product or quotient, row by row."""
    problems = np.where(left.problems == _NO_PROBLEM, right.problems, left.problems)
    double = left.double | right.double
    integer = left.integer & right.integer
    with np.errstate(all="ignore"):
        approximate = _ON_DOUBLES[operation](left.approximate, right.approximate)
    if operation == "/":
        return _quotient(left, right, approximate, double, problems)
    if operation == "*":
        exact, scale = _product(left, right), left.scale + right.scale
    else:
        mine, other, scale = aligned(left, right)
        exact = mine + other if operation == "+" else mine - other
    exact = _narrowed(np.where(double, 0, exact) if double.any() else exact)
    return _checked(Numbers(exact, scale, approximate, double, integer, problems))


def compared(left: Numbers, right: Numbers) -> tuple[Bools, Bools]:
    """Where the left number is less, and where they are equal. Exact numbers compare exactly."""
    mine, other, _ = aligned(left, right)
    double = left.double | right.double
    less, equal = np.asarray(mine < other, dtype=np.bool_), np.asarray(mine == other, dtype=np.bool_)
    if double.any():
        less = np.where(double, left.approximate < right.approximate, less)
        equal = np.where(double, left.approximate == right.approximate, equal)
    return less, equal


def summed(values: Numbers, starts: Ints) -> Numbers:
    """The sums of runs of rows; `starts` has the first row of each run, and no run is empty."""
    exact = values.exact
    if exact.dtype == np.int64 and float(np.abs(exact.astype(np.float64)).sum()) >= _FITS:
        exact = exact.astype(object)
    double = np.logical_or.reduceat(values.double, starts)
    totals = np.add.reduceat(exact, starts)
    approximate = _as_doubles(totals, values.scale)
    if double.any():
        parts = np.add.reduceat(np.where(values.double, values.approximate, 0.0), starts)
        approximate = np.where(double, approximate + parts, approximate)
    none = np.zeros(len(starts), dtype=np.uint8)
    integer = np.logical_and.reduceat(values.integer, starts)
    totals = np.where(double, 0, totals) if double.any() else totals
    return _checked(Numbers(_narrowed(totals), values.scale, approximate, double, integer, none))


def aligned(left: Numbers, right: Numbers) -> tuple[NDArray[Any], NDArray[Any], int]:
    """The exact numbers of two columns at one scale."""
    scale = max(left.scale, right.scale)
    mine, other = (_times_power(side.exact, scale - side.scale) for side in (left, right))
    if mine.dtype != other.dtype:
        mine, other = mine.astype(object), other.astype(object)
    return mine, other, scale


def _quotient(
    left: Numbers,
    right: Numbers,
    approximate: NDArray[np.float64],
    double: Bools,
    problems: NDArray[np.uint8],
) -> Numbers:
    by_zero = ~double & (right.exact == 0)
    problems = np.where((problems == _NO_PROBLEM) & by_zero, Problem.DIVISION_BY_ZERO, problems).astype(np.uint8)
    numerators = left.exact.astype(object) * 10 ** (DIVISION_DIGITS + right.scale)
    denominators = np.where(right.exact == 0, 1, right.exact).astype(object) * 10**left.scale
    exact = _cut(numerators, denominators) if len(numerators) else numerators
    exact = _narrowed(np.where(double, 0, exact))
    integer = np.zeros(len(exact), dtype=np.bool_)
    return _checked(Numbers(exact, DIVISION_DIGITS, approximate, double, integer, problems))


def _cut_quotient(numerator: int, denominator: int) -> int:
    quotient = abs(numerator) // abs(denominator)
    return quotient if (numerator < 0) == (denominator < 0) else -quotient


_cut: Final = np.frompyfunc(_cut_quotient, 2, 1)


def _product(left: Numbers, right: Numbers) -> NDArray[Any]:
    largest = [float(np.abs(side.exact.astype(np.float64)).max(initial=0)) for side in (left, right)]
    if left.exact.dtype == right.exact.dtype == np.int64 and largest[0] * largest[1] < _FITS:
        product: NDArray[Any] = left.exact * right.exact
        return product
    wide: NDArray[Any] = left.exact.astype(object) * right.exact.astype(object)
    return wide


def _times_power(exact: NDArray[Any], powers: Any) -> NDArray[Any]:
    """The numbers times a power of ten, in 64 bits where they fit."""
    most = int(np.max(powers, initial=0))
    if not most:
        return exact
    if exact.dtype == np.int64 and float(np.abs(exact.astype(np.float64)).max(initial=0)) * 10.0**most < _FITS:
        product: NDArray[Any] = exact * np.power(10, powers, dtype=np.int64)
        return product
    factors = np.array([10 ** int(power) for power in np.atleast_1d(powers)], dtype=object)
    wide: NDArray[Any] = exact.astype(object) * (factors if len(factors) > 1 else factors[0])
    return wide


def _narrowed(exact: NDArray[Any]) -> NDArray[Any]:
    """The numbers in 64 bits if they fit."""
    if exact.dtype != object:
        return exact
    if not len(exact) or max(abs(int(exact.max())), abs(int(exact.min()))) < _FITS:
        return exact.astype(np.int64)
    return exact


def _as_doubles(exact: NDArray[Any], scale: int) -> NDArray[np.float64]:
    values = exact.astype(np.float64)
    return values / 10.0**scale if scale else values


def _checked(values: Numbers) -> Numbers:
    """The column with a problem where a double is not a number, and the doubles of what is exact."""
    approximate = np.where(values.double, values.approximate, _as_doubles(values.exact, values.scale))
    is_nan = values.double & np.isnan(approximate) & (values.problems == _NO_PROBLEM)
    problems = np.where(is_nan, Problem.NOT_NUMBER, values.problems).astype(np.uint8)
    return Numbers(values.exact, values.scale, approximate, values.double, values.integer, problems)


def _double_text(value: float) -> str:
    if np.isinf(value):
        return "INF" if value > 0 else "-INF"
    return repr(value).replace("e", "E").replace("E+", "E")


def _decimal_text(value: int, scale: int) -> str:
    text = _digits(value, scale)
    return text.rstrip("0").rstrip(".") if "." in text else text


def _digits(value: int, scale: int) -> str:
    digits = str(abs(value)).rjust(scale + 1, "0")
    whole, part = (digits[:-scale], digits[-scale:]) if scale else (digits, "")
    return f"{'-' if value < 0 else ''}{whole}{'.' if part else ''}{part}"


_ON_DOUBLES: Final[dict[str, Callable[[Any, Any], NDArray[np.float64]]]] = {
    "+": np.add,
    "-": np.subtract,
    "*": np.multiply,
    "/": np.divide,
}
