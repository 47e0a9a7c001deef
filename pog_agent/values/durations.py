"""Durations: months and seconds, ordered as XML Schema orders them."""

import re
from fractions import Fraction

from pog_agent.values.dates import days_before
from pog_agent.values.typed import Span

_DURATION = re.compile(
    r"(-)?P(?=.)(?:([0-9]{1,9})Y)?(?:([0-9]{1,9})M)?(?:([0-9]{1,9})D)?"
    r"(?:T(?=.)(?:([0-9]{1,9})H)?(?:([0-9]{1,9})M)?(?:([0-9]{1,9}(?:\.[0-9]{1,20})?)S)?)?"
)
_STARTS = ((1696, 9), (1697, 2), (1903, 3), (1903, 7))


def duration_span(text: str) -> Span | None:
    """The span of a duration as XML Schema writes it (``P1Y2M3DT4H5M6.5S``); None where the text is none."""
    found = _DURATION.fullmatch(text)
    if found is None:
        return None
    sign = -1 if found[1] else 1
    years, months, days, hours, minutes = (int(part or 0) for part in found.groups()[1:6])
    seconds = ((days * 24 + hours) * 60 + minutes) * 60 + Fraction(found[7] or 0)
    return lasting(sign * (12 * years + months), sign * seconds)


def lasting(months: int, seconds: Fraction | int) -> Span:
    """The span of so many months and seconds.

    A month has 28 to 31 days. XML Schema therefore measures a duration from four dates: one duration is less than
    another if it is less from each of them.
    """
    points = tuple(
        (days_before(year + (month - 1 + months) // 12, (month - 1 + months) % 12 + 1) - days_before(year, month))
        * 86400
        + seconds
        for year, month in _STARTS
    )
    return Span(points, points)
