"""Finds periods in questions: "in the nineties", "the 19th century", "the last 5 years", "this year"."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final

from pog_agent.models.query import Operator
from pog_agent.reading.composing.heads import Test
from pog_agent.reading.composing.stated.numbers import NUMBERS
from pog_agent.values.dates import last_day_of_month, months_later

_DECADES: Final = {
    **{"noughties": 0, "twenties": 20, "thirties": 30, "forties": 40, "fifties": 50, "sixties": 60},
    **{"seventies": 70, "eighties": 80, "nineties": 90},
}
_HUNDREDS: Final = {"eighteen": 1800, "nineteen": 1900, "twenty": 2000}
_ORDINALS: Final = {
    word: number
    for number, word in enumerate(
        """
        tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth
        twentieth twenty-first
        """.split(),  # noqa: SIM905
        10,
    )
}
_UNITS: Final = r"year|decade|centur(?:y|ie)|month|week|day|quarter|season|winter|spring|summer|autumn|fall"
_DECADE: Final = re.compile(
    r"(?<![\w.,])(?:(?P<full>[1-9]\d\d0)['’]?s|(?P<sign>(?<=the )['’]?|['’])?(?P<short>\d0)['’]?s"
    rf"|(?P<the>(?<=the )|(?P<hundreds>{'|'.join(_HUNDREDS)})[\s-])?(?P<word>{'|'.join(_DECADES)}))(?!\w)"
)
_CENTURY: Final = re.compile(
    rf"\b(?:(?P<number>\d{{1,2}})(?:st|nd|rd|th)|(?P<word>{'|'.join(_ORDINALS)}))[\s-]"
    r"(?:century|(?P<several>centuries))\b(?P<era>\s+(?:b\.?c|a\.?d|ce)\b)?"
)
_RELATIVE: Final = re.compile(
    r"(?P<the>\bthe\s+)?\b(?P<which>last|past|previous|this|current|next|coming|following)\s+"
    rf"(?:(?P<number>\d+|{'|'.join(NUMBERS)}|few|couple\s+of|several|many)\s+)?(?P<unit>{_UNITS})(?P<several>s)?\b"
    r"(?P<of>\s+(?:of|that|when|which|in\s+which|before|but)\b)?"
)
_AGO: Final = re.compile(
    rf"\b(?:\d+|an?|few|several|{'|'.join(NUMBERS)})\s+(?:{_UNITS})s?\s+ago\b|\b(?:{_UNITS})\s+before\s+last\b"
)
_WHOLE_YEARS: Final = re.compile(
    r"\b(?:between\s+the\s+(?:start|beginning)\s+of\s+(?P<first>[12]\d{3})\s+and|"
    r"from\s+the\s+(?:start|beginning)\s+of\s+(?P<since>[12]\d{3})\s+(?:to|until|till))\s+"
    r"the\s+end\s+of\s+(?P<last>[12]\d{3})\b(?!-)"
)
_PART: Final = re.compile(
    r"\b(?:early|mid|middle|late|later|latter|beginning|start|end|turn|eve|close|half|parts?|quarter|third|thirds"
    r"|decades?|years?|months?|rest|most)(?:\s+of)?(?:\s+the)?[\s-]+$"
)
_CUE: Final = re.compile(
    r"\b(?P<cue>before|prior\s+to|earlier\s+than|after|later\s+than|since|from|until|till?|up\s+to|by|between|than)"
    r"(?:\s+the)?\s+$"
)
_FROM_ON: Final = re.compile(r"\s+(?:on|onwards?)\b(?!\s+(?:the|a)\b)")
_WITHIN: Final = re.compile(r"\b(?:in|during|within|over|throughout|for|from|of|since|before|after)\s+$")
_JOINT: Final = re.compile(r"(?:\s*,)?\s*(?:\b(?:and|or|to|until|till|through)\b|[-–/])?(?:\s*\bthe)?\s*")
_YEAR_BEFORE: Final = re.compile(r"\b\d{4}\s*(?:\b(?:and|or|to|until|till|through)\b|[-–])\s*(?:the\s+)?$")
_YEAR_BEHIND: Final = re.compile(r"\s*(?:\b(?:and|or|to|until|till|through)\b|[-–])\s*(?:the\s+)?\d")
_SIDES: Final = {"before": -1, "prior": -1, "earlier": -1, "after": 1, "later": 1}
_OPPOSITE: Final[dict[Operator, Operator]] = {">=": "<", ">": "<=", "<=": ">"}

Bounds = tuple[Test, Test]
"""The tests that a value is not before a period, and not behind it."""


@dataclass(frozen=True)
class StatedPeriod:
    """A period at characters `start` to `end` of a question, as tests of a date or year.

    It has no tests where it was read only half ("the early nineties"). `meaning` says the years or days. Where it
    `is_relative` ("the last 5 years"), it also says the day from which they are counted.
    """

    text: str
    start: int
    end: int
    tests: tuple[Test, ...] = ()
    meaning: str = ""
    is_relative: bool = False


@dataclass(frozen=True)
class _Found:
    """A period in the ways that it may be counted; none where it is not read."""

    start: int
    end: int
    ways: tuple[Bounds, ...] = ()
    is_relative: bool = False


def stated_periods(question: str, today: date) -> tuple[StatedPeriod, ...]:
    """The periods in a question, in order; "this year" and the like are counted from `today`.

    A period that is counted in several ways has tests with other ways: the 19th century is 1801 to 1900, or 1800
    to 1899; "the twenties" are of the last century, or of this one.
    """
    text = question.lower()
    found: list[_Found] = []
    for item in sorted(_periods(text, today), key=lambda item: (item.start, -item.end)):
        if not found or item.start >= found[-1].end:
            found.append(item)
    return tuple(_stated(question, item, today) for item in _joined(text, found))


def _periods(text: str, today: date) -> Iterator[_Found]:
    for match in _DECADE.finditer(text):
        yield _Found(*match.span(), _decade(match, today))
    for match in _CENTURY.finditer(text):
        number = int(match["number"]) if match["number"] else _ORDINALS[match["word"]]
        yield _Found(*match.span(), () if match["several"] or match["era"] or not number else _century(number))
    for match in _RELATIVE.finditer(text):
        if not match["the"] or _WITHIN.search(text[: match.start()]):
            ways = _relative(match, today) or _rolling(match, today)
            yield _Found(*match.span(), ways if _is_whole(match) else (), is_relative=True)
    for match in _AGO.finditer(text):
        yield _Found(*match.span())
    for match in _WHOLE_YEARS.finditer(text):
        yield _Found(*match.span(), (_years(int(match["first"] or match["since"]), int(match["last"])),))


def _decade(match: re.Match[str], today: date) -> tuple[Bounds, ...]:
    """Ten years; of whole hundreds, a hundred years as well, and of tens those of this century, if it had them.

    Tens without "the" may be years of age ("in her nineties").
    """
    if match["full"]:
        year = int(match["full"])
        ways = (_years(year, year + 9), _years(year, year + 99))
        return ways[: 1 if year % 100 else 2]
    if match["sign"] is None and match["the"] is None:
        return ()
    tens = _DECADES[match["word"]] if match["word"] else int(match["short"])
    if match["hundreds"]:
        hundreds = [_HUNDREDS[match["hundreds"]]]
    else:
        hundreds = [start for start in (1900, 2000) if start + tens <= today.year and (tens or start == 2000)]
    return tuple(_years(start + tens, start + tens + 9) for start in hundreds)


def _century(number: int) -> tuple[Bounds, ...]:
    """The hundred years from 1 on, and from 0 on."""
    last = number * 100
    return _years(last - 99, last), _years(last - 100, last - 1)


def _years(first: int, last: int) -> Bounds:
    return Test(">=", f"{first:04}", as_year=True), Test("<=", f"{last:04}", as_year=True)


def _days(operator: Operator, first: date, last: date, *, by_year: bool = False) -> Bounds:
    low = Test(operator, first.isoformat(), as_date=True, by_year=by_year)
    return low, Test("<=", last.isoformat(), as_date=True, by_year=by_year)


def _is_whole(match: re.Match[str]) -> bool:
    """Whether all that is said of a period from today is read: not "last years", "the last year of the war"."""
    is_some = match["several"] and not match["number"]
    return not (match["of"] or is_some or (match["number"] and match["which"] not in ("last", "past")))


def _relative(match: re.Match[str], today: date) -> tuple[Bounds, ...]:
    """The year, decade, century or month of today, the one before or the next one."""
    step = {"last": -1, "previous": -1, "this": 0, "current": 0, "next": 1}.get(match["which"])
    is_rolling = match["which"] == "last" and match["the"] and match["unit"] != "century"
    if step is None or match["number"] or is_rolling:
        return ()
    year, decade = today.year + step, today.year // 10 * 10 + 10 * step
    first = months_later(today.replace(day=1), step)
    ways: dict[str, tuple[Bounds, ...]] = {
        "year": (_years(year, year),),
        "decade": (_years(decade, decade + 9),),
        "century": _century((today.year - 1) // 100 + 1 + step),
        "month": (_days(">=", first, last_day_of_month(first)),),
    }
    return ways.get(match["unit"], ())


def _rolling(match: re.Match[str], today: date) -> tuple[Bounds, ...]:
    """So many years, decades, months, weeks or days up to today: "the last 5 years", "the past month".

    Where the graph has years only, the first one belongs to it or does not. A single year or decade may also be
    the last one of the calendar.
    """
    number, unit = match["number"] or "one", match["unit"]
    count = int(number) if number.isdigit() else NUMBERS.get(number, 0)
    months, days = {"month": 1, "year": 12, "decade": 120}.get(unit), {"day": 1, "week": 7}.get(unit)
    is_counted = match["which"] == "past" or (match["which"] == "last" and (match["the"] or match["number"]))
    if not is_counted or not 0 < count < today.year or not (months or days):
        return ()
    since = months_later(today, -months * count) if months else today - timedelta(days=(days or 0) * count)
    by_year = unit in ("year", "decade")
    ways = tuple(_days(operator, since, today, by_year=by_year) for operator in (">", ">="))
    if count > 1 or not by_year:
        return ways
    last = today.year - 1 if unit == "year" else today.year // 10 * 10 - 1
    return (*ways, _years(last if unit == "year" else last - 9, last))


def _joined(text: str, found: Sequence[_Found]) -> list[_Found]:
    """Periods with "and", "or" or "to" between them are one, which is not read."""
    joined: list[_Found] = []
    for item in found:
        if joined and _JOINT.fullmatch(text, joined[-1].end, item.start):
            joined[-1] = _Found(joined[-1].start, item.end)
        else:
            joined.append(item)
    return joined


def _stated(question: str, found: _Found, today: date) -> StatedPeriod:
    """A period with the word before it, which says whether the time is in it, before or after it."""
    text, start, end = question.lower(), found.start, found.end
    before = text[:start]
    cue, part, onwards = _CUE.search(before), _PART.search(before), _FROM_ON.match(text, end)
    word = cue["cue"].split()[0] if cue else "in"
    if cue and word != "from":
        start = cue.start()
    if word == "from":
        word, end = ("since", onwards.end()) if onwards else ("in", end)
    is_range = _YEAR_BEFORE.search(before) or _YEAR_BEHIND.match(text, end)
    if part or is_range or not found.ways or word not in ("in", "since", *_SIDES):
        start = part.start() if part else start
        return StatedPeriod(question[start:end], start, end)
    ways = [_sides_of(bounds, word) for bounds in found.ways]
    tests = tuple(replace(first, otherwise=tuple(others)) for first, *others in zip(*ways, strict=True))
    meaning = " and ".join(f"{test.operator} {test.number}" for test in tests)
    counted = f", counted from today, {today.isoformat()}" if found.is_relative else ""
    return StatedPeriod(question[start:end], start, end, tests, meaning + counted, found.is_relative)


def _sides_of(bounds: Bounds, word: str) -> tuple[Test, ...]:
    """The tests of a time that is in a period, since its begin, before or after it."""
    low, high = bounds
    side = _SIDES.get(word)
    if side is not None:
        bound = low if side < 0 else high
        return (replace(bound, operator=_OPPOSITE[bound.operator]),)
    return (low,) if word == "since" else bounds
