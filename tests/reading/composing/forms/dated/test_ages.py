"""Ages today and when something happened, and how long something lasted."""

from datetime import date

import pytest

from pog_agent.models import QueryDraft
from pog_agent.reading.composing.composer import composed_query
from pog_agent.reading.composing.forms.dated.ages import age
from pog_agent.reading.composing.forms.subquestions import WholeQuestion
from tests.finding_ids import ids
from tests.reading.composing.cases import QuestionedGraph

BEFORE_BIRTHDAY, BIRTHDAY = date(2024, 3, 3), date(2024, 3, 4)


def aged(graph: QuestionedGraph, question: str, name: str, today: date) -> QueryDraft:
    """What is composed on a day."""
    asked = WholeQuestion(question, graph.topics(name), graph.vocabulary(question, name), composed_query)
    draft = age(asked, today)
    assert draft is not None
    return draft


@pytest.mark.parametrize(("today", "years"), [(BEFORE_BIRTHDAY, "43"), (BIRTHDAY, "44")])
def test_an_age_is_the_completed_years_up_to_today_which_the_reading_tells(
    fairs: QuestionedGraph, today: date, years: str
) -> None:
    draft = aged(fairs, "How old is Otto Zick?", "Otto Zick", today)
    assert draft.query is not None
    assert fairs.rows(draft.query) == [years]
    assert draft.flaws == ()
    assert f"completed years up to today, {today}" in {item.text for item in draft.reading.elements}


def test_an_age_takes_for_granted_that_there_was_no_end(fairs: QuestionedGraph) -> None:
    draft = aged(fairs, "How old is Anna Rehm?", "Anna Rehm", BIRTHDAY)
    (alive,) = draft.presupposed
    assert fairs.rows(alive) == ["no"]


def test_an_age_from_a_year_alone_is_uncertain(fairs: QuestionedGraph) -> None:
    draft = aged(fairs, "How old is the Soup Stall?", "Soup Stall", BIRTHDAY)
    assert draft.query is not None
    assert (fairs.rows(draft.query), ids(draft.flaws)) == (["74"], ["only-years"])


def test_where_a_thing_is_younger_another_query_says_by_how_much(fairs: QuestionedGraph) -> None:
    draft = fairs.draft("How many years older is Mila Post than Otto Zick?", "Mila Post", "Otto Zick")
    assert draft.query is not None and draft.contrary is not None
    assert fairs.rows(draft.query) == []
    assert fairs.rows(draft.contrary.query) == ["10"]
    assert draft.contrary.query.columns[0].unit == "years"
