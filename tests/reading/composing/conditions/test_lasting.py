"""The longest that something has been so is told by the earliest date since when it is."""

import pytest

from tests.finding_ids import ids
from tests.reading.composing.cases import QuestionedGraph


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which garden has been open the longest?", "Lakeside"),
        ("Which garden has been open the shortest?", "Fern Dell"),
        ("Which gardener has been with us the longest?", "Ida Voss"),
        ("Which gardener has been working here longest?", "Ida Voss"),
    ],
)
def test_the_longest_began_first(gardens: QuestionedGraph, question: str, expected: str) -> None:
    assert gardens.answer(question) == expected


def test_dates_that_are_only_like_an_origin_are_a_guess(gardens: QuestionedGraph) -> None:
    draft = gardens.draft("Which tree has been around longest?")
    assert ids(draft.flaws) == ["measured-by-meaning"]


def test_a_state_without_a_date_is_not_read(gardens: QuestionedGraph) -> None:
    draft = gardens.draft("Which garden has been closed the longest?")
    assert draft.query is None or draft.flaws
