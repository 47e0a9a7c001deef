"""Quantities as people write them: a number with a unit ("12 km", "5 ft 11 in") or with a currency ("€ 5")."""

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from pog_agent.values.currencies import currency_code
from pog_agent.values.durations import lasting
from pog_agent.values.numbers import WrittenNumber, written_number
from pog_agent.values.typed import Kind, Span, TypedValue, refused
from pog_agent.values.units import UnitScale, unit_scale

_NUMBER = r"[+\-\u2212]?[.,]?[0-9](?:[0-9.,'’\u00a0\u2009\u202f]*[0-9])?(?:[eE][+-]?[0-9]{1,3})?"
_AMOUNT = re.compile(rf"(?P<number>{_NUMBER})(?P<gap>[ \u00a0\u2009\u202f]?)(?P<unit>[^\s0-9][^\n]{{0,40}})")
_PART = re.compile(r"([0-9]+(?:\.[0-9]+)?) ?([^\W\d_]+)(?: |$)")
_MOST_PARTS = 4
_MONEY_FIRST = re.compile(rf"(?P<currency>[^\s0-9+\-.,]{{1,4}}) ?(?P<number>{_NUMBER})")


def written_quantity(text: str) -> TypedValue | None:
    """A number with a unit or a currency as a value, in base units; None where the text is no number with a text.

    A number with a text that is no known unit is refused by name, and so is a unit of one letter that is not set
    apart: "100m" may be a hundred million.
    """
    money = _MONEY_FIRST.fullmatch(text)
    if money:
        number, currency = written_number(money["number"]), currency_code(money["currency"])
        return numeric(text, number, currency) if number and currency else None
    amount = _AMOUNT.fullmatch(text)
    number = written_number(amount["number"]) if amount else None
    if amount is None or number is None:
        return None
    unit = amount["unit"].rstrip()
    currency = currency_code(unit)
    if currency:
        return numeric(text, number, currency)
    if len(unit) == 1 and not amount["gap"] and unit != "%":
        return refused(text, f"what {unit!r} behind the number means is not certain")
    scale = unit_scale(unit)
    if scale is not None:
        return measured(text, number, scale)
    return _compound(text) or (refused(text, f"{unit!r} is no known unit") if unit[0].isalpha() else None)


def stated_quantity(text: str) -> tuple[WrittenNumber, str] | None:
    """The number and the unit or currency that a text consists of, as they are written; None for another text."""
    money = _MONEY_FIRST.fullmatch(text)
    found = money or _AMOUNT.fullmatch(text)
    number = written_number(found["number"]) if found else None
    return (number, found["currency" if money else "unit"].rstrip()) if found and number else None


def measured(text: str, number: WrittenNumber, scale: UnitScale) -> TypedValue:
    """A number on the scale of a unit, as a quantity or, for units of time, a duration."""
    kind: Kind = "duration" if scale.dimension == "second" else "quantity"
    magnitudes = [None if value is None else Fraction(value) for value in number.readings]
    if any(value is not None and (value * scale.months).denominator > 1 for value in magnitudes):
        return refused(text, "a part of a month has no certain length")
    spans = [None if value is None else _span(value, scale) for value in magnitudes]
    return _in_either_way(text, kind, "" if kind == "duration" else scale.dimension, number, spans)


def numeric(text: str, number: WrittenNumber, dimension: str = "") -> TypedValue:
    """A number without a unit; those with a `dimension` compare only among themselves."""
    spans = [None if value is None else Span.point(value) for value in number.readings]
    return _in_either_way(text, "quantity" if dimension else "number", dimension, number, spans)


def _in_either_way(
    text: str, kind: Kind, dimension: str, number: WrittenNumber, spans: Sequence[Span | None]
) -> TypedValue:
    """The value of a number whose span may depend on the decimal mark."""
    by_point, by_comma = spans
    if number.mark is None:
        return TypedValue(text, kind, dimension, by_point, by_comma=by_comma)
    return TypedValue(text, kind, dimension, by_point or by_comma, mark=number.mark)


def _span(magnitude: Fraction, scale: UnitScale) -> Span:
    """Where a magnitude is on the scale of its unit."""
    if scale.months:
        return lasting(int(magnitude * scale.months), 0)
    base = magnitude * scale.factor + scale.offset
    return lasting(0, base) if scale.dimension == "second" else Span.point(base)


def _compound(text: str) -> TypedValue | None:
    """The sum of quantities in ever smaller units of one dimension ("5 ft 11 in"); None for another text."""
    parts = _PART.findall(text)
    if not 2 <= len(parts) <= _MOST_PARTS or _PART.sub("", text):
        return None
    scales = [unit_scale(unit) for _, unit in parts]
    known = [scale for scale in scales if scale is not None and not scale.offset]
    if len(known) < len(parts) or len({scale.dimension for scale in known}) > 1 or not _is_descending(known):
        return None
    magnitudes = [Fraction(number) for number, _ in parts]
    months = sum(value * scale.months for value, scale in zip(magnitudes, known, strict=True))
    base = sum(value * scale.factor for value, scale in zip(magnitudes, known, strict=True))
    if known[0].dimension != "second":
        return TypedValue(text, "quantity", known[0].dimension, Span.point(base))
    return TypedValue(text, "duration", span=lasting(int(months), base)) if months.denominator == 1 else None


def _is_descending(scales: Sequence[UnitScale]) -> bool:
    """Whether each unit is smaller than the one before; months are larger than all units of seconds."""
    sizes = [(scale.months, scale.factor) for scale in scales]
    return all(larger > smaller for larger, smaller in pairwise(sizes))
