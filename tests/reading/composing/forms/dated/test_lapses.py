"""How long something lasted, and what time lies between two events."""

import pytest

from pog_agent.reading.composing.forms.dated.lapses import NO_END
from tests.reading.composing.cases import QuestionedGraph

ASH_AND_ELM = ("Ash Shaft", "Elm Shaft")


@pytest.mark.parametrize(
    ("question", "names", "expected"),
    [
        ("How many years after Ash Shaft was Elm Shaft drilled?", ASH_AND_ELM, "33"),
        ("How many years before Elm Shaft was Ash Shaft drilled?", ASH_AND_ELM, "33"),
        ("For how many years did North Crew exist?", ("North Crew",), "32"),
        ("How long did the North Crew exist?", ("North Crew",), "32"),
        ("How many days passed between the opening and the closing of Fir Shaft?", ("Fir Shaft",), "10"),
    ],
)
def test_the_time_between_two_dates(
    wells: QuestionedGraph, question: str, names: tuple[str, ...], expected: str
) -> None:
    assert wells.answer(question, *names) == expected


def test_the_other_order_of_two_events_has_no_answer(wells: QuestionedGraph) -> None:
    draft = wells.draft("How many years before Ash Shaft was Elm Shaft drilled?", *ASH_AND_ELM)
    assert draft.query is not None
    assert wells.rows(draft.query) == []
    assert draft.contrary is not None
    assert wells.rows(draft.contrary.query) == ["33"]


def test_years_between_days_are_full_ones_or_those_of_the_calendar(wells: QuestionedGraph) -> None:
    draft = wells.draft("How many years after Ash Shaft was Elm Shaft opened?", *ASH_AND_ELM)
    assert draft.query is not None
    assert [wells.rows(item) for item in (draft.query, *(rival.query for rival in draft.rivals))] == [
        ["31"],
        ["32"],
    ]


@pytest.mark.parametrize(
    ("question", "name"),
    [("For how many years did South Crew exist?", "South Crew"), ("How long did Elm Shaft exist?", "Elm Shaft")],
)
def test_what_has_no_end_has_no_span_of_time(wells: QuestionedGraph, question: str, name: str) -> None:
    draft = wells.draft(question, name)
    assert draft.reason == NO_END or (draft.query is not None and wells.rows(draft.query) == [])


def test_days_are_not_counted_between_years(wells: QuestionedGraph) -> None:
    assert wells.draft("How many days after Ash Shaft was Elm Shaft drilled?", *ASH_AND_ELM).query is None


def test_an_event_of_no_date_is_not_read(wells: QuestionedGraph) -> None:
    assert wells.draft("How many years after Ash Shaft was Elm Shaft painted?", *ASH_AND_ELM).query is None
