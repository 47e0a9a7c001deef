"""Days and months as a text writes them: 2024-04-11, 11 April 2024, April 11, 2024, in May 2024."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from pog_agent.terms import XSD, literal
from pog_agent.values.reading import read_literal, read_text
from pog_agent.values.typed import Span
from pog_agent.words import MONTHS

_MONTH: Final = "|".join(f"{month}|{month[:3]}" for month in MONTHS)
_DAY: Final = r"\d{1,2}(?:st|nd|rd|th)?"
_WRITTEN: Final = re.compile(
    r"(?<![\w-])(?:(?P<iso>\d{4}-\d\d(?:-\d\d)?)"
    rf"|(?:the\s+)?(?:(?P<day>{_DAY})\s+(?:of\s+)?)?(?P<month>{_MONTH})\.?(?:\s+(?P<behind>{_DAY})(?!\d))?,?"
    r"\s+(?P<year>[12]\d{3}))(?![\w-])",
    re.IGNORECASE,
)


class WrittenDate(NamedTuple):
    """A day or a month at characters `start` to `end` of a text, and the seconds that it stands for."""

    text: str
    start: int
    end: int
    span: Span


def written_dates(text: str) -> Iterator[WrittenDate]:
    """The days and months that a text has, in their order; no years alone, and no days that there are not."""
    for match in _WRITTEN.finditer(text):
        span = read_text(match["iso"]).span if match["iso"] else _span_of(match)
        if span is not None:
            yield WrittenDate(match.group(), *match.span(), span)


def _span_of(match: re.Match[str]) -> Span | None:
    """The seconds of a day or a month in words: May 2001 is no span of years, as 2001-05 may be."""
    text = _as_iso(match)
    datatype = "gYearMonth" if len(text) == len("2001-05") else "date"
    return read_literal(literal(text, datatype=XSD + datatype)).span


def _as_iso(match: re.Match[str]) -> str:
    month = next(place for place, name in enumerate(MONTHS, 1) if name.startswith(match["month"].lower()))
    day = re.sub(r"\D", "", match["day"] or match["behind"] or "")
    return f"{match['year']}-{month:02}" + (f"-{int(day):02}" if day else "")
