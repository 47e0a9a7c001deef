"""Dates, years, times of day and moments, of any year, on the scale of seconds."""

import calendar
import re
from fractions import Fraction

from pog_agent.values.typed import Span

_ZONE = r"(?P<zone>Z|[+-][0-9]{2}:[0-9]{2})?"
_CLOCK = r"(?P<hour>[0-9]{2}):(?P<minute>[0-9]{2})(?::(?P<second>[0-9]{2})(?P<part>\.[0-9]+)?)?"
_MOMENT = re.compile(
    rf"(?P<year>[+-]?[0-9]{{4,12}})(?:-(?P<month>[0-9]{{2}})(?:-(?P<day>[0-9]{{2}})(?:[T ]{_CLOCK})?)?)?{_ZONE}"
)
_TIME = re.compile(_CLOCK + _ZONE)
_DAY = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[Tt ][0-9]{2}:[0-9]{2}.*|[Zz]|[+-][0-9]{2}:[0-9]{2})?")
_DAYS_OF_MONTH = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_DAYS_BEFORE_MONTH = tuple(sum(_DAYS_OF_MONTH[:month]) for month in range(12))
_SECONDS_A_DAY = 86400


def moment_span(text: str) -> Span | None:
    """The span of a year, month, day or moment as XML Schema writes it; None where the text is none of them.

    The year may be before 1 (``-0044-03-15``) or beyond 9999. A space may stand for the ``T`` before the time.
    """
    found = _MOMENT.fullmatch(text)
    if found is None or _is_padded(found["year"]):
        return None
    year, month, day = int(found["year"]), int(found["month"] or 1), int(found["day"] or 1)
    offset = _offset(found["zone"])
    if offset is None or not 1 <= month <= 12 or not 1 <= day <= _days_of_month(year, month):
        return None
    if found["hour"]:
        clock = _clock(found)
        if clock is None:
            return None
        start = days_before(year, month, day) * _SECONDS_A_DAY + clock[0]
        end = start + clock[1]
    else:
        start = days_before(year, month, day) * _SECONDS_A_DAY
        end = _end(year, month if found["month"] else None, day if found["day"] else None) * _SECONDS_A_DAY
    return Span((start - offset,), (end - offset,), zoned=found["zone"] is not None)


def year_span(year: int) -> Span:
    """The span of a year without a time zone."""
    return Span((days_before(year) * _SECONDS_A_DAY,), (days_before(year + 1) * _SECONDS_A_DAY,), zoned=False)


def time_span(text: str) -> Span | None:
    """The span of a time of day as XML Schema writes it, in seconds of the day in UTC; None where it is none."""
    found = _TIME.fullmatch(text)
    clock = _clock(found) if found else None
    offset = _offset(found["zone"]) if found else None
    if found is None or clock is None or offset is None:
        return None
    start = clock[0] % _SECONDS_A_DAY - offset
    return Span((start,), (start + clock[1],), zoned=found["zone"] is not None)


def calendar_day(text: str) -> str | None:
    """The day that a date or moment begins with, as it is written (``1990-05-02``); None where there is none."""
    found = _DAY.fullmatch(text)
    return found[1] if found and moment_span(found[1]) else None


def days_before(year: int, month: int = 1, day: int = 1) -> int:
    """Days from the first day of the year 0 to a day of the proleptic Gregorian calendar."""
    last = year - 1
    leap_days = last // 4 - last // 100 + last // 400 + 1
    return 365 * year + leap_days + _DAYS_BEFORE_MONTH[month - 1] + (month > 2 and calendar.isleap(year)) + day - 1


def _days_of_month(year: int, month: int) -> int:
    return _DAYS_OF_MONTH[month - 1] + (month == 2 and calendar.isleap(year))


def _end(year: int, month: int | None, day: int | None) -> int:
    """The day after a year, month or day."""
    if month is None or (day is None and month == 12):
        return days_before(year + 1)
    return days_before(year, month + 1) if day is None else days_before(year, month, day) + 1


def _is_padded(year: str) -> bool:
    """Whether a year of more than four digits begins with 0, which XML Schema does not allow."""
    digits = year.lstrip("+-")
    return len(digits) > 4 and digits.startswith("0")


def _clock(found: re.Match[str]) -> tuple[int | Fraction, int] | None:
    """Seconds since midnight, and how many seconds the time stands for; None for a time that no clock shows."""
    hour, minute, second = int(found["hour"]), int(found["minute"]), int(found["second"] or 0)
    part = Fraction(found["part"]) if found["part"] else 0
    is_midnight = hour == 24 and minute == second == part == 0
    if not (hour < 24 or is_midnight) or minute > 59 or second > 59:
        return None
    return hour * 3600 + minute * 60 + second + part, 0 if found["second"] else 60


def _offset(zone: str | None) -> int | None:
    """Seconds by which a zone is ahead of UTC, 0 without a zone; None for a zone that there cannot be."""
    if zone in (None, "Z"):
        return 0
    hours, minutes = int(zone[1:3]), int(zone[4:6])
    seconds = hours * 3600 + minutes * 60
    if minutes > 59 or seconds > 14 * 3600:
        return None
    return -seconds if zone.startswith("-") else seconds
