"""The typed values of a graph's literals, each parsed once: the only place where a value is read of a term.

A text that says a number with a unit ("15 mm") is a text here: what `pog_agent.values` reads in such texts would
become further kinds of this table.
"""

import math
import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pog_agent.kg.adjacency import Ints
from pog_agent.models.query_walk import NUMBER_TYPES
from pog_agent.terms import XSD, Term, is_literal, literal_datatype, literal_value
from pog_agent.values.dates import moment_span

UNREAD, OTHER, TEXT, INTEGER, DECIMAL, DOUBLE, DATE, DATETIME, YEAR, YEAR_MONTH = range(10)
"""Kinds of terms. Those from INTEGER to DOUBLE are numbers, those from DATE on have a year."""

LARGEST: Final = 2**62
"""Mantissas and moments of less than this stand in 64 bits, with room for one addition."""

_Y, _PART, _ZONE = r"(-?[0-9]{4,})", r"-([0-9]{2})", r"(Z|[+-][0-9:]{5})?"
_CLOCK: Final = r"T[0-9]{2}:[0-9]{2}:[0-9]{2}.*"
_DATES: Final[dict[str, tuple[int, re.Pattern[str]]]] = {
    XSD + "date": (DATE, re.compile(_Y + _PART + _PART + _ZONE)),
    XSD + "dateTime": (DATETIME, re.compile(_Y + _PART + _PART + _CLOCK)),
    XSD + "gYear": (YEAR, re.compile(_Y + _ZONE)),
    XSD + "gYearMonth": (YEAR_MONTH, re.compile(_Y + _PART + _ZONE)),
}
_FLOATS: Final[dict[str, Callable[[str], float]]] = {
    XSD + "double": float,
    XSD + "float": lambda text: float(np.float32(text)),
}
_INTEGER: Final = re.compile(r"[+-]?[0-9]+")
_DECIMAL: Final = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)")
_DOUBLE: Final = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?|[+-]?INF")
_BLANKS: Final = " \t\r\n"
_MOST_DIGITS: Final = 200
_MICROSECONDS: Final = 10**6


class ParsedLiteral(NamedTuple):
    """What a term is read as.

    An exact number is ``mantissa / 10 ** scale``; `approximate` is every number as a double. Of a date, `mantissa`
    is the microsecond in UTC at which it begins (without a zone: as if it were UTC), and `calendar` is
    ``(year * 16 + month) * 32 + day`` as they are written.
    """

    kind: int
    mantissa: int = 0
    scale: int = 0
    approximate: float = 0.0
    zoned: bool = False
    calendar: int = 0


class LiteralTable:
    """What the literals of a graph say, by position; filled as they are asked for.

    Memory is reserved for all `size` positions, but taken only for the pages that are written.
    """

    def __init__(self, size: int) -> None:
        self.kinds: NDArray[np.uint8] = np.zeros(size, dtype=np.uint8)
        self.mantissas: NDArray[np.int64] = np.zeros(size, dtype=np.int64)
        self.scales: NDArray[np.uint8] = np.zeros(size, dtype=np.uint8)
        self.approximate: NDArray[np.float64] = np.zeros(size, dtype=np.float64)
        self.zoned: NDArray[np.bool_] = np.zeros(size, dtype=np.bool_)
        self.calendar: NDArray[np.int64] = np.zeros(size, dtype=np.int64)
        self.large: dict[int, int] = {}
        """Mantissas that need more than 62 bits, by position; their place in `mantissas` is 0."""

    def put(self, position: int, parsed: ParsedLiteral) -> None:
        """Keeps what a term was read as."""
        self.kinds[position] = parsed.kind
        if abs(parsed.mantissa) < LARGEST:
            self.mantissas[position] = parsed.mantissa
        else:
            self.large[position] = parsed.mantissa
        self.scales[position] = parsed.scale
        self.approximate[position] = parsed.approximate
        self.zoned[position] = parsed.zoned
        self.calendar[position] = parsed.calendar

    def unread(self, positions: Ints) -> Ints:
        """Those of the positions that were not parsed yet, each once."""
        missing = positions[self.kinds[positions] == UNREAD]
        return np.unique(missing)


def parse_literal(term: Term) -> ParsedLiteral:
    """What a term is read as; a literal that its datatype does not allow is of the kind OTHER."""
    if not is_literal(term):
        return ParsedLiteral(OTHER)
    datatype = literal_datatype(term)
    if datatype is None or datatype == XSD + "string":
        return ParsedLiteral(TEXT)
    text = literal_value(term).strip(_BLANKS)
    if datatype in _FLOATS:
        return _float(text, datatype)
    if datatype == XSD + "decimal":
        return _decimal(text)
    if datatype in NUMBER_TYPES:
        return _integer(text)
    return _date(text, datatype) if datatype in _DATES else ParsedLiteral(OTHER)


def _integer(text: str) -> ParsedLiteral:
    if not _INTEGER.fullmatch(text):
        return ParsedLiteral(OTHER)
    value = int(text)
    return ParsedLiteral(INTEGER, value, approximate=_as_float(value))


def _decimal(text: str) -> ParsedLiteral:
    if not _DECIMAL.fullmatch(text):
        return ParsedLiteral(OTHER)
    whole, _, fraction = text.partition(".")
    fraction = fraction.rstrip("0")
    if len(fraction) > _MOST_DIGITS:
        return ParsedLiteral(OTHER)
    value = int(f"{whole}{fraction}" if whole.strip("+-") or fraction else "0")
    return ParsedLiteral(DECIMAL, value, len(fraction), float(Decimal(text)))


def _float(text: str, datatype: str) -> ParsedLiteral:
    if not _DOUBLE.fullmatch(text):
        return ParsedLiteral(OTHER)
    value = _FLOATS[datatype](text.replace("INF", "inf"))
    return ParsedLiteral(DOUBLE, approximate=value)


def _date(text: str, datatype: str) -> ParsedLiteral:
    kind, form = _DATES[datatype]
    found, span = form.fullmatch(text), moment_span(text)
    if found is None or span is None:
        return ParsedLiteral(OTHER)
    begin = Fraction(span.low[0]) * _MICROSECONDS
    if begin != int(begin) or abs(begin) >= LARGEST:
        return ParsedLiteral(OTHER)
    numbers = [int(part) for part in found.groups()[:3] if part and part.lstrip("-").isdigit()]
    year, month, day = (*numbers, 0, 0)[:3]
    return ParsedLiteral(kind, int(begin), zoned=bool(span.zoned), calendar=(year * 16 + month) * 32 + day)


def _as_float(value: int) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.copysign(math.inf, value)
