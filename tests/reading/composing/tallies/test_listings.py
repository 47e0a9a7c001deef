"""Where it is asked whether there are any, and for their names, the names are the answer."""

import pytest

from tests.reading.composing.cases import QuestionedGraph


@pytest.mark.parametrize(
    "question",
    [
        "Are there any clocks without a maker? Names please",
        "Are there any clocks that have no maker? Which ones?",
        "Do we have any clocks without a maker? If so, list them.",
        "Are there clocks without a maker, and which ones?",
    ],
)
def test_the_names_are_given(clocks: QuestionedGraph, question: str) -> None:
    assert clocks.answer(question) == "Noon Dial"


def test_without_a_second_question_it_is_yes_or_no(clocks: QuestionedGraph) -> None:
    assert clocks.answer("Are there any clocks without a maker?") == "yes"


def test_another_second_question_is_not_read(clocks: QuestionedGraph) -> None:
    assert "was not read" in clocks.refusal("Are there any clocks without a maker? Where are they?")
