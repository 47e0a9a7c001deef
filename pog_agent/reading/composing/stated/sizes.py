"""Finds sizes of two numbers in questions: "15x15", "15 x 10 mm", "15 by 10 cm"."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from pog_agent.models.query import Operator
from pog_agent.reading.composing.heads import Test
from pog_agent.reading.composing.stated.amounts import StatedAmount
from pog_agent.values.known_units import KnownUnit, known_unit, shown_fraction
from pog_agent.values.numbers import written_number

_NUMBER: Final = r"\d+(?:[.,]\d+)?"
_UNIT: Final = r"[^\W\d_]{1,11}"
_BY: Final = r"\s*(?:[x×]|\bby\b)\s*"
_SIZE: Final = re.compile(
    rf"(?<![\w.,])(?P<one>{_NUMBER})(?:\s?(?P<unit_of_one>{_UNIT}))??(?P<by>{_BY})(?P<other>{_NUMBER})"
    rf"(?P<more>{_BY}{_NUMBER})?(?:\s?(?P<unit>{_UNIT}))?(?![\w-])",
    re.IGNORECASE,
)
_CUES: Final[Sequence[tuple[Operator, str]]] = (
    ("<=", r"fits?(?:\s+(?:on|onto|in|into|inside|within))?"),
    ("<=", r"at\s+most|up\s+to|no\s+(?:larger|bigger|more)\s+than"),
    (">=", r"at\s+least|no\s+(?:smaller|less)\s+than"),
)
_NOUN: Final = re.compile(
    r"\b(?:(?:an?|the)\s+)?(?:size|dimensions?|measures|format|area|footprint)(?:\s+of)?\s+$", re.IGNORECASE
)
_COMPARING: Final = re.compile(
    r"\b(?:than|above|below|over|under|beyond|exceed(?:s|ing)?|within|not|between|until|around|about|roughly|nearly)\s+$",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class StatedSize:
    """Two numbers at characters `start` to `end` of a question, as a test of each of two measures.

    Each test has the other number as another way to be meant. There are none where the size was read only half.
    `unit` is None where the question has none.
    """

    text: str
    start: int
    end: int
    tests: tuple[Test, ...] = ()
    unit: KnownUnit | None = None


def stated_sizes(question: str) -> tuple[StatedSize, ...]:
    """The sizes in a question, in order. "By" makes a size of numbers with a unit only."""
    found = []
    for match in _SIZE.finditer(question):
        unit = known_unit(match["unit"]) if match["unit"] else None
        if unit is not None or match["by"].strip().lower() != "by":
            found.append(_stated(question, match, unit))
    return tuple(found)


def _stated(question: str, match: re.Match[str], unit: KnownUnit | None) -> StatedSize:
    end = match.end("unit" if unit else "more" if match["more"] else "other")
    noun = _NOUN.search(question, 0, match.start())
    start = noun.start() if noun else match.start()
    operator, cue = _cue(question[:start])
    start = cue.start() if cue else start
    numbers = [_number(match[name]) for name in ("one", "other")]
    is_other_unit = match["unit_of_one"] is not None and known_unit(match["unit_of_one"]) != unit
    if operator is None or match["more"] or is_other_unit or None in numbers:
        return StatedSize(question[start:end], start, end)
    one, other = (_test(operator, number, unit, (match.start(), end)) for number in numbers if number is not None)
    tests = (one, other)
    if one.number != other.number:
        tests = replace(one, otherwise=(other,)), replace(other, otherwise=(one,))
    return StatedSize(question[start:end], start, end, tests, unit)


def _cue(before: str) -> tuple[Operator | None, re.Match[str] | None]:
    """How both numbers are compared, with the words that say so; None for a comparison that is not read."""
    for operator, words in _CUES:
        found = re.search(rf"\b(?:{words})\s+$", before, re.IGNORECASE)
        if found:
            return operator, found
    comparing = _COMPARING.search(before)
    return (None, comparing) if comparing else ("=", None)


def _test(operator: Operator, number: Fraction, unit: KnownUnit | None, place: tuple[int, int]) -> Test:
    figures = shown_fraction(number, None)
    amount = StatedAmount(f"{figures} {unit.text}", *place, place[1], number, unit) if unit else None
    return Test(operator, figures, amount=amount)


def _number(text: str) -> Fraction | None:
    """A number with a point or a decimal comma; None where it may be grouped digits ("1,250")."""
    written = written_number(text)
    if written is None or written.mark is None:
        return None
    value = written.by_comma if written.mark == "," else written.by_point
    return None if value is None else Fraction(value)
