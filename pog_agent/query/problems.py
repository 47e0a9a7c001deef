"""Why a row is left out of a result: errors of evaluation are data, not exceptions."""

from collections import Counter
from enum import IntEnum

from pog_agent.models.query import SkippedRows


class Problem(IntEnum):
    """What keeps a value from being computed; 0 where nothing does."""

    NONE = 0
    UNBOUND = 1
    NOT_NUMBER = 2
    NOT_TEXT = 3
    NOT_DATE = 4
    NOT_DATETIME = 5
    WITHOUT_ZONE = 6
    WITH_ZONE = 7
    NO_DATE_PART = 8
    DIVISION_BY_ZERO = 9
    INCOMPARABLE = 10
    NO_VALUE = 11
    NO_NUMBER_FOR = 12


_REASONS = {
    Problem.UNBOUND: "a variable has no value",
    Problem.NOT_NUMBER: "a value is not a number",
    Problem.NOT_TEXT: "a value is not a text",
    Problem.NOT_DATE: "a value is not a date (xsd:date)",
    Problem.NOT_DATETIME: "a value is not a point in time (xsd:dateTime)",
    Problem.WITHOUT_ZONE: "a date has no time zone",
    Problem.WITH_ZONE: "a date has a time zone",
    Problem.NO_DATE_PART: "a value has no such part of a date",
    Problem.DIVISION_BY_ZERO: "a division by zero",
    Problem.INCOMPARABLE: "dates with and without a time zone are too close to compare",
    Problem.NO_VALUE: "nothing to aggregate",
    Problem.NO_NUMBER_FOR: "a term stands for no number, such as an unknown unit",
}


def reason_of(problem: Problem) -> str:
    """The problem in words."""
    return _REASONS[problem]


class SkipCounter:
    """Counts the rows that problems leave out."""

    def __init__(self) -> None:
        self._counts: Counter[Problem] = Counter()

    def add(self, problem: Problem, count: int) -> None:
        """Counts rows with a problem."""
        if count:
            self._counts[problem] += count

    def skipped(self) -> tuple[SkippedRows, ...]:
        """What was counted, in the order of the problems."""
        return tuple(
            SkippedRows(reason=reason_of(problem), count=count) for problem, count in sorted(self._counts.items())
        )
