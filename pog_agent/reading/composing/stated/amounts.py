"""Finds numbers with units in questions: "2 kg", "€ 5", "1 h 30 min", "an hour and a half"."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Final

from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_table, english_words
from pog_agent.models.query import Operator
from pog_agent.values.known_units import (
    DIGITS,
    KnownUnit,
    are_comparable,
    exact_decimal,
    known_unit,
    shown_fraction,
)
from pog_agent.values.numbers import written_number

_FIGURES: Final = r"\d[\d.,]*\d|\d"
_UNIT_WORDS: Final = r"[^\W\d_]+[²³23]?(?:/[^\W\d_]+)?|°[CF]|%|[€$£¥]"
_UNIT: Final = rf"(?P<unit>(?:{_UNIT_WORDS})(?:\s(?:{_UNIT_WORDS})){{0,3}})"
_BEFORE: Final = r"(?<![\w.,/-])"
_WITH_FIGURES: Final = re.compile(rf"{_BEFORE}(?P<number>{_FIGURES})(?P<gap>[  ]?){_UNIT}")
_MONEY_FIRST: Final = re.compile(rf"{_BEFORE}(?P<unit>[€$£¥]|[A-Z]{{2,3}}\$?)\s?(?P<number>{_FIGURES})(?![\w-])")


@dataclass(frozen=True)
class StatedAmount:
    """A number with a unit at characters `start` to `end` of a question; the unit begins at `unit_start`."""

    text: str
    start: int
    end: int
    unit_start: int
    number: Fraction
    unit: KnownUnit

    @property
    def figures(self) -> str:
        """The number in plain digits."""
        decimal = exact_decimal(self.number)
        assert decimal is not None
        return f"{decimal:f}"


@dataclass(frozen=True)
class ConvertedAmount:
    """An amount in the unit of an attribute, in figures.

    `shown` is the conversion ("2 kg = 2000 g"), empty where there is none, and `flaw` what is doubtful of it.
    """

    amount: StatedAmount
    figures: str
    shown: str
    flaw: str = ""


def in_unit(amount: StatedAmount, unit: KnownUnit | None, operator: Operator) -> ConvertedAmount | None:
    """An amount in the unit of an attribute; None where they do not compare.

    Where the unit is not known, the number is taken as it is, with a flaw. A number without an end is cut so that
    each value with no more digits is on the same side of both, which is nothing to be equal to.
    """
    if unit is None:
        return ConvertedAmount(
            amount, amount.figures, "", f"the unit is not known, so {amount.text!r} was taken as it is"
        )
    if not are_comparable(amount.unit, unit):
        return None
    if amount.unit.dimension != unit.dimension:
        return ConvertedAmount(amount, amount.figures, "", f"{amount.text!r} was taken to be in {unit.text}")
    number = amount.unit.converted(amount.number, unit)
    is_exact = exact_decimal(number) is not None
    if not is_exact:
        scaled = number * 10**DIGITS
        number = Fraction(floor(scaled) if operator in (">", "<=") else ceil(scaled), 10**DIGITS)
    figures = shown_fraction(number, None)
    shown = f"{amount.text} {'=' if is_exact else '≈'} {figures} {unit.text}" if amount.unit != unit else ""
    flaw = "" if is_exact or operator not in ("=", "!=") else f"{amount.text!r} is {figures} {unit.text}, rounded"
    return ConvertedAmount(amount, figures, shown, flaw)


def stated_amounts(question: str) -> tuple[StatedAmount, ...]:
    """The numbers with units in a question, in order; "5 ft 11 in" is one number, in its smallest unit.

    "A" and "half a" are numbers behind a word of comparison only. One letter right behind figures is no unit:
    "100m" may be a hundred million.
    """
    found: list[StatedAmount] = []
    for amount in sorted(_amounts(question), key=lambda item: (item.start, -item.end)):
        if not found or amount.start >= found[-1].end:
            found.append(amount)
    return tuple(_compounds(question, found))


def _amounts(question: str) -> Iterator[StatedAmount]:
    for match in _WITH_FIGURES.finditer(question):
        is_one_letter = re.match(r"[^\W\d_](?!\w|/)", match["unit"]) is not None
        number = _figures(match["number"])
        if number is not None and (match["gap"] or not is_one_letter):
            yield from _amount(question, match, match.start(), number)
    for match in _MONEY_FIRST.finditer(question):
        number, unit = _figures(match["number"]), known_unit(match["unit"])
        if number is not None and unit is not None and unit.is_currency:
            yield StatedAmount(match.group(), *match.span(), match.start("unit"), number, unit)
    for match in english_pattern("numbers", "of_unit", unit=_UNIT).finditer(question):
        whole = english_table("lexicon", "numbers")[match["number"].lower()]
        number = whole + (Fraction(1, 2) if match["half"] else Fraction(0))
        yield from _amount(question, match, match.start(), number)
    for match in english_pattern("numbers", "one_of_unit", unit=_UNIT).finditer(question):
        yield from _amount(question, match, match.start("whole"), Fraction(1, 2) if match["half"] else Fraction(1))


def _amount(question: str, match: re.Match[str], start: int, number: Fraction) -> Iterator[StatedAmount]:
    """A number with the longest run of the words behind it that is a unit."""
    words = [match.start("unit") + part.end() for part in re.finditer(r"\S+", match["unit"])]
    for end in reversed(words):
        text = question[match.start("unit") : end]
        is_whole = not re.match(r"[\w-]", question[end : end + 1] or " ")
        is_inch = english_pattern("numbers", "feet").search(question[:start]) is not None
        is_word = text.lower() in english_words("seldom_unit") and not is_inch
        unit = known_unit(text) if is_whole and not is_word else None
        if unit is None:
            continue
        half = english_pattern("numbers", "and_a_half").match(question, end) if number == 1 else None
        if half:
            number += Fraction(1, 2)
        stop = half.end() if half else end
        yield StatedAmount(question[start:stop], start, stop, match.start("unit"), number, unit)
        return


def _figures(text: str) -> Fraction | None:
    """Figures with a point, a decimal comma or grouped digits; "1,234" is grouped, as English groups."""
    written = written_number(text)
    if written is None:
        return None
    value = written.by_point if written.by_point is not None else written.by_comma
    return None if value is None else Fraction(value)


def _compounds(question: str, amounts: Sequence[StatedAmount]) -> Iterator[StatedAmount]:
    """The amounts, with those right behind each other in ever smaller units as one."""
    runs: list[list[StatedAmount]] = []
    for amount in amounts:
        if runs and _is_continued(question, runs[-1][-1], amount):
            runs[-1].append(amount)
        else:
            runs.append([amount])
    for run in runs:
        last = run[-1]
        number = sum((item.unit.converted(item.number, last.unit) for item in run), Fraction(0))
        start, end = run[0].start, last.end
        if exact_decimal(number) is not None:
            yield StatedAmount(question[start:end], start, end, run[0].unit_start, number, last.unit)


def _is_continued(question: str, one: StatedAmount, other: StatedAmount) -> bool:
    is_smaller = one.unit.dimension == other.unit.dimension and one.unit.factor > other.unit.factor
    has_origin = not (one.unit.offset or other.unit.offset or one.unit.is_currency)
    return is_smaller and has_origin and question[one.end : other.start] in (" ", " and ")


def masked(text: str, amounts: Sequence[StatedAmount]) -> str:
    """A text of the same length in which each amount is its number in figures, and blanks."""
    for amount in amounts:
        size = amount.end - amount.start
        text = text[: amount.start] + amount.figures.ljust(size)[:size] + text[amount.end :]
    return text
