"""Whether a value that somebody states is one that is known, as far as both are precise."""

from decimal import Decimal
from fractions import Fraction
from typing import Final, Literal

from pog_agent.values.typed import Span, TypedValue

Comparator = Literal["=", "<", ">", "<=", ">="]

LEAST_DIFFERENCE: Final = Fraction(1, 20)
"""Quantities that differ by a smaller part than this may be one that was converted and rounded."""


def agrees(known: TypedValue, stated: TypedValue) -> bool | None:
    """Whether a known number, quantity or date is the stated one; None where that is not certain.

    A number beside a date is a year. Values of other kinds, or of different dimensions, are not compared.
    """
    if stated.by_comma is not None:
        readings = (stated._replace(by_comma=None), stated._replace(span=stated.by_comma, by_comma=None))
        return False if all(agrees(known, reading) is False for reading in readings) else None
    if "date" in (known.kind, stated.kind):
        return _agrees_in_time(known, stated)
    if known.kind == stated.kind == "number":
        return _agrees_in_number(known, stated)
    if (known.kind, known.dimension) != (stated.kind, stated.dimension):
        return None
    if known.span is None or stated.span is None:
        return None
    return True if known.span == stated.span else _surely_differ(known.span, stated.span)


def fulfils(known: TypedValue, stated: TypedValue, comparator: Comparator) -> bool | None:
    """Whether a known number or date compares so with the stated one; None where that is not certain.

    A year does not tell the day: no day in a year is surely before it.
    """
    if comparator == "=":
        return agrees(known, stated)
    if known.by_comma or stated.by_comma or not {known.kind, stated.kind} <= {"number", "date"}:
        return None
    is_time = "date" in (known.kind, stated.kind)
    own, span = (_time_of(known), _time_of(stated)) if is_time else (known.span, stated.span)
    if own is None or span is None:
        return None
    if own == span and own.low == own.high:
        return "=" in comparator
    is_less, is_more = own.surely_before(span), span.surely_before(own)
    return (is_less if comparator.startswith("<") else is_more) if is_less or is_more else None


def _agrees_in_time(known: TypedValue, stated: TypedValue) -> bool | None:
    """Whether a known date lies in a stated year or day; None where that is not certain."""
    own, span = _time_of(known), _time_of(stated)
    if own is None or span is None:
        return None
    is_in = span.low <= own.low and own.high <= span.high
    return False if own.surely_before(span) or span.surely_before(own) else is_in or None


def _agrees_in_number(known: TypedValue, stated: TypedValue) -> bool | None:
    """Whether a known number is the stated one; None for one that it may be rounded from."""
    if stated.span is None or known.span is None:
        return None
    one, other = Decimal(str(known.span.low[0])), Decimal(str(stated.span.low[0]))
    if one == other:
        return True
    if not (one.is_finite() and other.is_finite()):
        return False
    digits = len(other.normalize().as_tuple().digits)
    return None if one and round(one, digits - 1 - one.adjusted()) == other else False


def _surely_differ(one: Span, other: Span) -> Literal[False] | None:
    """False for two points of a scale that are far from each other; None where they may be one."""
    pairs = [(Fraction(first), Fraction(second)) for first, second in zip(one.low, other.low, strict=True)]
    is_far = all(abs(first - second) > LEAST_DIFFERENCE * max(abs(first), abs(second)) for first, second in pairs)
    return False if is_far else None


def _time_of(value: TypedValue) -> Span | None:
    return value.span if value.kind == "date" else value.as_year
