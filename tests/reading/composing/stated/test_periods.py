"""Decades, centuries and times counted from today are tests of years or days; what is read only half is none."""

from datetime import date

import pytest

from pog_agent.reading.composing.stated.periods import stated_periods
from tests.reading.composing.cases import TODAY, QuestionedGraph


def bounds(text: str, today: date = TODAY) -> list[list[str]]:
    """The tests of the only period in a text, in each way that it is counted."""
    (period,) = stated_periods(text, today)
    ways = 1 + max((len(test.otherwise) for test in period.tests), default=0)
    each = [[test.in_way(way) for test in period.tests] for way in range(ways)]
    return [[f"{test.operator} {test.number}" for test in tests] for tests in each]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("in the nineties", [">= 1990", "<= 1999"]),
        ("in the 1990s", [">= 1990", "<= 1999"]),
        ("in the 1990's", [">= 1990", "<= 1999"]),
        ("the 90s", [">= 1990", "<= 1999"]),
        ("the '80s", [">= 1980", "<= 1989"]),
        ("the nineteen-sixties", [">= 1960", "<= 1969"]),
        ("the noughties", [">= 2000", "<= 2009"]),
        ("from the seventies", [">= 1970", "<= 1979"]),
        ("from the seventies onwards", [">= 1970"]),
        ("since the 1980s", [">= 1980"]),
        ("before the 1980s", ["< 1980"]),
        ("later than the 1980s", ["> 1989"]),
        ("last year", [">= 2025", "<= 2025"]),
        ("this year", [">= 2026", "<= 2026"]),
        ("before this year", ["< 2026"]),
        ("next year", [">= 2027", "<= 2027"]),
        ("this decade", [">= 2020", "<= 2029"]),
        ("the previous decade", []),
        ("in the previous decade", [">= 2010", "<= 2019"]),
        ("this month", [">= 2026-05-01", "<= 2026-05-31"]),
        ("last month", [">= 2026-04-01", "<= 2026-04-30"]),
    ],
)
def test_a_period_of_the_calendar_is_a_range_of_whole_years_or_months(text: str, expected: list[str]) -> None:
    found = stated_periods(text, TODAY)
    assert [f"{test.operator} {test.number}" for item in found for test in item.tests] == expected
    assert not any(test.otherwise for item in found for test in item.tests)


@pytest.mark.parametrize(
    ("text", "ways"),
    [
        ("in the 19th century", [[">= 1801", "<= 1900"], [">= 1800", "<= 1899"]]),
        ("nineteenth-century", [[">= 1801", "<= 1900"], [">= 1800", "<= 1899"]]),
        ("before the 20th century", [["< 1901"], ["< 1900"]]),
        ("this century", [[">= 2001", "<= 2100"], [">= 2000", "<= 2099"]]),
        ("the 1900s", [[">= 1900", "<= 1909"], [">= 1900", "<= 1999"]]),
        ("the twenties", [[">= 1920", "<= 1929"], [">= 2020", "<= 2029"]]),
    ],
)
def test_a_period_that_is_counted_in_two_ways_has_both(text: str, ways: list[list[str]]) -> None:
    assert bounds(text) == ways


@pytest.mark.parametrize(
    ("text", "ways"),
    [
        ("in the last 5 years", [["> 2021-05-20", "<= 2026-05-20"], [">= 2021-05-20", "<= 2026-05-20"]]),
        ("over the past three months", [["> 2026-02-20", "<= 2026-05-20"], [">= 2026-02-20", "<= 2026-05-20"]]),
        ("in the last 2 weeks", [["> 2026-05-06", "<= 2026-05-20"], [">= 2026-05-06", "<= 2026-05-20"]]),
        (
            "in the last year",
            [["> 2025-05-20", "<= 2026-05-20"], [">= 2025-05-20", "<= 2026-05-20"], [">= 2025", "<= 2025"]],
        ),
        (
            "in the last decade",
            [["> 2016-05-20", "<= 2026-05-20"], [">= 2016-05-20", "<= 2026-05-20"], [">= 2010", "<= 2019"]],
        ),
    ],
)
def test_the_last_years_months_or_weeks_end_today(text: str, ways: list[list[str]]) -> None:
    assert bounds(text) == ways
    (period,) = stated_periods(text, TODAY)
    assert period.is_relative
    assert period.meaning.endswith("counted from today, 2026-05-20")


def test_a_leap_day_is_the_last_day_of_february_in_other_years() -> None:
    assert bounds("in the last 3 years", date(2024, 2, 29))[0] == ["> 2021-02-28", "<= 2024-02-29"]


@pytest.mark.parametrize(
    "text",
    [
        *("the early nineties", "the mid-1990s", "the second half of the 19th century", "the end of the 1980s"),
        *("the 18th and 19th centuries", "the 5th century BC", "the eighties or nineties"),
        *("between the 1980s and the 1990s", "from the 1980s to the 1990s", "from 1985 to the 1990s"),
        *("until the nineties", "by the nineties", "in her nineties", "5 years ago", "a decade ago"),
        *(
            "in the last year of the war",
            "in the past few years",
            "last week",
            "this season",
            "the year before last",
        ),
        *("in the last 0 years", "in the last 9000 years", "in the next 5 years"),
    ],
)
def test_what_is_read_only_half_has_no_tests(text: str) -> None:
    found = stated_periods(f"Which fairs began {text}?", TODAY)
    assert found
    assert any(not item.tests for item in found)


@pytest.mark.parametrize("text", ["the last year", "the 10 best", "1990", "80s-like songs", "my century"])
def test_other_words_are_no_period(text: str) -> None:
    assert not [item for item in stated_periods(text, TODAY) if item.tests]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which bakeries were founded in the 1980s?", "Kornhof"),
        ("How many bakeries were founded in the 20th century?", "3"),
        ("Which bakeries were founded since the eighties?", "Kornhof, Semmel"),
        ("Was any bakery founded in the seventies?", "yes"),
        ("Which bakeries founded before the 1980s have a floor area above 75?", "Krume"),
        ("Which bakeries were founded in the last 25 years?", "Semmel"),
        ("What is the largest floor area of bakeries founded in the 1920s?", "80"),
    ],
)
def test_things_of_a_period_are_found_counted_and_joined_with_other_conditions(
    bakeries: QuestionedGraph, question: str, expected: str
) -> None:
    assert bakeries.answer(question) == expected


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("Which bakeries were founded in the early eighties?", "early eighties"),
        ("How many bakeries were founded 5 years ago?", "5 years ago"),
        ("How many bakers were born in the 1970s or 1980s?", "1970s or 1980s"),
    ],
)
def test_a_question_with_half_a_period_is_refused_by_its_name(
    bakeries: QuestionedGraph, question: str, asked: str
) -> None:
    draft = bakeries.draft(question)
    assert (draft.query, draft.refused) == (None, True)
    assert draft.reason == f"it is not clear which time {asked!r} is"


def test_a_graph_without_dates_has_nothing_of_a_period(parcels: QuestionedGraph) -> None:
    assert (
        parcels.refusal("Which parcels were sent in the nineties?") == "no dates or years compare with 'nineties'"
    )


@pytest.mark.parametrize(
    ("today", "rows", "others"),
    [(date(2011, 5, 1), [], [["Toy Stall"]]), (date(2010, 5, 1), ["Toy Stall"], [["Toy Stall"]])],
)
def test_where_only_years_are_known_the_first_year_may_belong_to_the_last_years_or_not(
    fairs: QuestionedGraph, today: date, rows: list[str], others: list[list[str]]
) -> None:
    draft = fairs.draft("Which stalls were built in the last 50 years?", today=today)
    assert draft.query is not None
    assert fairs.rows(draft.query) == rows
    assert [fairs.rows(rival.query) for rival in draft.rivals] == others
    assert draft.reason.endswith(f"counted from today, {today}")


def test_a_month_is_compared_with_days_only(fairs: QuestionedGraph) -> None:
    reason = fairs.refusal("Which stalls were built this month?")
    assert reason == "'built' has no days that compare with 2026-05-01"
