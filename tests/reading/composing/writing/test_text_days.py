"""Days that are texts are compared and ranked as dates are."""

import pytest

from tests.reading.composing.cases import QuestionedGraph


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which gardens opened before 1950?", "Elm Park, Lakeside"),
        ("Which gardens opened after 1931?", "Fern Dell"),
        ("Which gardens opened since 1931?", "Elm Park, Fern Dell"),
        ("Which gardens opened in 1931?", "Elm Park"),
        ("Which gardens opened between 1899 and 1931?", "Elm Park, Lakeside"),
        ("Which gardens opened in the 2000s?", "Fern Dell"),
        ("Which gardens opened in May 2009?", "Fern Dell"),
        ("Which gardens opened after April 2009?", "Fern Dell"),
        ("Which garden opened first?", "Lakeside"),
        ("Which garden opened last?", "Fern Dell"),
    ],
)
def test_a_day_in_a_text_is_compared(gardens: QuestionedGraph, question: str, expected: str) -> None:
    assert gardens.answer(question) == expected


def test_days_of_two_things_are_compared(gardens: QuestionedGraph) -> None:
    names = "Elm Park", "Fern Dell"
    assert gardens.answer("Did Elm Park open before Fern Dell?", *names) == "yes"
    assert gardens.answer("Which opened first, Elm Park or Fern Dell?", *names) == "Elm Park"


@pytest.mark.parametrize(
    "question",
    [
        "How old is Elm Park?",
        "In which decade was Elm Park opened?",
        "Which gardens did not open in 1931?",
    ],
)
def test_nothing_is_computed_with_them(gardens: QuestionedGraph, question: str) -> None:
    """A year, a difference or a negation is not written of texts."""
    draft = gardens.draft(question, "Elm Park")
    assert draft.query is None or gardens.rows(draft.query)
