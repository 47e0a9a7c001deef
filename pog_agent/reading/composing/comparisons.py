"""Reads comparisons with numbers, years and days."""

import re
from calendar import monthrange
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import zip_longest
from typing import Final

from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_words
from pog_agent.models.query import Operator
from pog_agent.reading.composing.conditions.rivals import RivalReader
from pog_agent.reading.composing.heads import Head, Place, Test
from pog_agent.reading.composing.measures import (
    measured_head,
    noun_head,
    unit_head,
    verb_head,
    year_head,
)
from pog_agent.reading.composing.scan import Scan
from pog_agent.reading.composing.stated.amounts import StatedAmount
from pog_agent.reading.composing.stated.numbers import NUMBERS
from pog_agent.reading.extremes import LOW_WORDS, degree_of_comparative
from pog_agent.reading.schema.lexicon import SchemaLexicon
from pog_agent.values.numbers import written_number
from pog_agent.words import MONTHS, stem

_TESTS: Final[Sequence[tuple[Operator, str]]] = (
    (">=", "at_least"),
    ("<=", "at_most"),
    (">", "above"),
    ("<", "below"),
    (">=", "since"),
    ("=", "exactly"),
)
"""Operators with the patterns that tell them."""
_OF_STATES: Final = frozenset(map(stem, english_words("lasting")))


class ComparisonReader:
    """Reads comparisons with numbers, years and days, and what `RivalReader` reads."""

    def __init__(self, scan: Scan, lexicon: SchemaLexicon) -> None:
        self._scan = scan
        self._lexicon = lexicon

    def read(self) -> None:
        """Puts tests on attributes and counts into the scan."""
        RivalReader(self._scan, self._lexicon).read()
        self._read_tests()

    def _read_tests(self) -> None:
        self._read_dates()
        text = self._scan.lower_without_units
        for match in english_pattern("comparison", "between").finditer(text):
            self._read_test(match.span(), [(">=", match["n"]), ("<=", match["m"])], None)
        for match in english_pattern("comparison", "or_more").finditer(text):
            operator: Operator = "<=" if match["way"] in english_words("less") else ">="
            self._read_test(match.span(), [(operator, match["n"])], None)
        for operator, cue in _TESTS:
            pattern = english_pattern("comparison", cue).pattern
            for match in english_pattern("comparison", "with_number", cue=pattern).finditer(text):
                self._read_test(match.span(), [(operator, match["n"])], None)
        for match in english_pattern("comparison", "than_number").finditer(text):
            adjective = degree_of_comparative(match["word"])
            if adjective:
                self._read_test(match.span(), [("<" if adjective in LOW_WORDS else ">", match["n"])], adjective)
        for match in english_pattern("numbers", "one_or_two").finditer(text):
            place = self._scan.place(*match.span())
            if place is not None and self._scan.is_free(place) and not self._is_rank(match):
                if match["m"]:
                    self._scan.unread.append(match.group())
                    continue
                self._read_test(match.span(), [("=", match["n"])], None)

    def _read_dates(self) -> None:
        """Comparisons with a day or a month of a year."""
        for match in english_pattern("dates", "date").finditer(self._scan.lower):
            place = self._scan.place(*match.span())
            if place is None or not self._scan.is_free(place):
                continue
            before, first, last = _date_cues(match)
            target = self._scan.previous_attribute(place[0]) or verb_head(
                self._scan, self._lexicon, place, is_year=True
            )
            if place[0] - 1 in self._scan.free and stem(self._scan.words[place[0] - 1].text) not in _OF_STATES:
                # A verb that names no date stays unread: "came in May 2009".
                target = target or year_head(self._scan, self._lexicon, place)
            if target is None:
                self._scan.unread.append(match.group())
                self._scan.use(place)
                continue
            tests: list[Test] = []
            if before in ("after", "since", "from"):
                tests = [
                    Test(">" if before == "after" else ">=", last if before == "after" else first, as_date=True)
                ]
            elif before in ("before", "until"):
                tests = [Test("<", first, as_date=True)]
            else:
                tests = [Test(">=", first, as_date=True), Test("<=", last, as_date=True)]
            target.tests += tests
            self._scan.use(place)

    def _is_rank(self, match: re.Match[str]) -> bool:
        before = self._scan.lower[: match.start()].rstrip()
        behind = self._scan.lower[match.end() :].lstrip()
        return before.endswith(("top", "first")) or bool(english_pattern("extremes", "first").match(behind))

    def _read_test(self, span: Place, tests: Sequence[tuple[Operator, str]], adjective: str | None) -> None:
        amounts = self._amounts_of(span, len(tests))
        span = (span[0], max(span[1], *(amount.end for amount in amounts))) if amounts else span
        place = self._scan.place(*span)
        if place is None or not self._scan.is_free(place):
            return
        numbers = [(operator, _number(text)) for operator, text in tests]
        is_year = not amounts and _is_year(numbers[0][1])
        following = self._scan.next_head(place[1])
        if following is not None and not self._scan.is_near(place[1], following.place[0]):
            following = None
        is_thing = following is not None and following.kind in ("class", "role")
        is_counted = is_thing and not (adjective or is_year or amounts) and len(numbers) == 1
        if following is not None and is_counted and following.counted is None:
            following.counted = Test(*numbers[0])
            self._scan.use(place)
            return
        target = self._compared(place, following, adjective)
        if target is not None and target.place[1] <= place[0] and numbers[0][0] == "=":
            numbers = [(self._operator_before(target.place[0]), numbers[0][1])]
        if target is not None and is_year and not self._may_have_years(target):
            target = None
        target = target or verb_head(self._scan, self._lexicon, place, is_year=is_year)
        if target is None and is_year:
            target = year_head(self._scan, self._lexicon, place)
        if target is None and amounts and adjective is None:
            target = unit_head(self._scan, self._lexicon, place, amounts[0].unit)
        if target is None and not (amounts or is_year):
            target = noun_head(self._scan, self._lexicon, place)
        if target is None:
            self._scan.unread.append(self._scan.question[span[0] : span[1]])
            return
        if amounts:
            target.measures = self._lexicon.fitting(target.measures, amounts[0].unit)
        target.tests += [
            Test(operator, number, as_year=is_year, amount=amount)
            for (operator, number), amount in zip_longest(numbers, amounts)
        ]
        self._scan.use(place)

    def _amounts_of(self, span: Place, count: int) -> list[StatedAmount]:
        """The amounts in the characters of a comparison: none, or one for each number.

        The last one has the unit of the numbers before it: "between 2 and 3 kg".
        """
        found = [amount for amount in self._scan.amounts if span[0] <= amount.start < span[1]]
        if not found or len(found) == count:
            return found
        first, last = self._scan.lower_without_units[slice(*span)].split()[1], found[-1]
        return [replace(last, number=Fraction(_number(first)), text=f"{first} {last.unit.text}"), last]

    def _compared(self, place: Place, following: Head | None, adjective: str | None) -> Head | None:
        """The attribute that is compared: the one before, what the adjective measures, or the one behind."""
        before = self._scan.previous_attribute(place[0])
        if before is not None and self._scan.is_near(before.place[1], place[0], 0):
            return before
        if adjective:
            return measured_head(self._scan, self._lexicon, place, adjective)
        return following if following is not None and following.kind == "attribute" else before

    def _may_have_years(self, head: Head) -> bool:
        relations = [item.relation for item in head.measures]
        return any(self._lexicon.is_numeric(item) or self._lexicon.is_of_time(item) for item in relations)

    def _operator_before(self, word: int) -> Operator:
        """The comparison right before an attribute: "above age 20"."""
        for operator, cue in _TESTS:
            start = self._scan.words[word].start
            pattern = english_pattern("comparison", cue).pattern
            at_end = english_pattern("comparison", "at_the_end", cue=pattern)
            found = at_end.search(self._scan.lower[:start])
            place = self._scan.place(*found.span()) if found else None
            if place is not None and self._scan.is_free(place):
                self._scan.use(place)
                return operator
        return "="


def _number(text: str) -> str:
    if text in NUMBERS:
        return str(NUMBERS[text])
    plain = text.rstrip(".,")
    written = written_number(plain)
    if written is not None and written.by_point is None:
        return f"{written.by_comma:f}"
    return re.sub(r",(?=\d{3}\b)", "", plain)


def _is_year(number: str) -> bool:
    return re.fullmatch(r"1\d{3}|20\d{2}", number) is not None


def _date_cues(match: re.Match[str]) -> tuple[str, str, str]:
    """The cue of a date, and its first and last day."""
    year, month = int(match["year"]), MONTHS.index(match["month"]) + 1
    last = int(match["day"]) if match["day"] else monthrange(year, month)[1]
    first = int(match["day"]) if match["day"] else 1
    days = [f"{year:04}-{month:02}-{day:02}" for day in (first, last)]
    return match["cue"] or "", days[0], days[1]
