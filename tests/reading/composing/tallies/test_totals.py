"""Sums and averages that the end of a question asks for."""

import pytest

from tests.finding_ids import ids
from tests.reading.composing.cases import QuestionedGraph

OAK = ("Monarch Oak",)
ELM = ("Elm Park",)


@pytest.mark.parametrize(
    ("question", "names", "expected"),
    [
        ("How much did the prunings of the Monarch Oak cost in total?", OAK, "750"),
        ("What did all the prunings of the Monarch Oak cost together?", OAK, "750"),
        ("What did Elm Park's purchases cost altogether?", ELM, "465.5"),
        ("How much do all the gardens cost together?", (), "13.5"),
        ("How tall are the trees in Elm Park on average?", ELM, "29.25"),
        ("What's the average height in Elm Park?", ELM, "29.25"),
        ("What's the average height?", (), "32.166666666666666666"),
    ],
)
def test_values_are_added_up(
    gardens: QuestionedGraph, question: str, names: tuple[str, ...], expected: str
) -> None:
    assert gardens.answer(question, *names) == expected


def test_what_is_paid_may_be_a_fee(gardens: QuestionedGraph) -> None:
    draft = gardens.draft("What do people pay for a garden on average?")
    assert draft.query is not None
    assert gardens.rows(draft.query) == ["4.5"]
    assert ids(draft.flaws) == ["measured-by-meaning"]


def test_a_unit_in_which_nothing_is_told_is_refused(gardens: QuestionedGraph) -> None:
    assert "kilos" in gardens.refusal("How many kilos are all the trees together?")
