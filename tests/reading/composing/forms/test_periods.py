"""The year, month or decade of an event, and how many things had it in each."""

import pytest

from tests.reading.composing.cases import QuestionedGraph


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("In which year was Krume founded?", "1921"),
        ("In which month was Krume founded?", "5"),
        ("In which decade was Krume founded?", "1920"),
        ("In what year was Ida Brandt born?", "1960"),
        ("In which year was the largest bakery founded?", "1988"),
        ("How many bakers were born per decade?", "1960 | 1, 1970 | 1, 1980 | 1, 1990 | 1"),
        ("How many bakeries were founded in each year?", "1921 | 1, 1975 | 1, 1988 | 1, 2004 | 1"),
    ],
)
def test_a_part_of_a_date(bakeries: QuestionedGraph, question: str, expected: str) -> None:
    assert bakeries.answer(question, "Krume", "Ida Brandt") == expected


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("In which year was Dunkel founded?", "the graph has no one date for what happened"),
        ("In which year was Krume closed?", "the graph has no one date for what happened"),
        ("How many breads were founded per decade?", "the graph has no one date for what happened"),
        ("How many bakeries in Hollen were founded per decade?", "it is not clear what is counted"),
    ],
)
def test_what_has_no_date_has_no_part(bakeries: QuestionedGraph, question: str, reason: str) -> None:
    assert bakeries.refusal(question, "Krume", "Dunkel", "Hollen") == reason


def test_people_who_died_are_counted_by_year(fairs: QuestionedGraph) -> None:
    assert fairs.answer("How many persons died per year?") == "2001 | 1"
