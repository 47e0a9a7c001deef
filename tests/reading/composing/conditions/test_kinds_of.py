"""What kind things are, or are not, is read where the one class is a subclass of the other."""

import pytest

from tests.reading.composing.cases import QuestionedGraph


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which clocks are sundials?", "Noon Dial, Shade Dial"),
        ("Which clocks are not sundials?", "Bell Clock, Drum Clock, Owl Clock"),
        ("Which clocks aren't sundials?", "Bell Clock, Drum Clock, Owl Clock"),
        ("How many clocks are not sundials?", "3"),
        ("Which clocks other than sundials are there?", "Bell Clock, Drum Clock, Owl Clock"),
        ("Clocks that are not sundials", "Bell Clock, Drum Clock, Owl Clock"),
    ],
)
def test_things_are_or_are_not_of_a_subclass(clocks: QuestionedGraph, question: str, answer: str) -> None:
    assert clocks.answer(question) == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which clocks that are not sundials stand in West Tower?", "Owl Clock"),
        ("Which clocks other than sundials stand in West Tower?", "Owl Clock"),
        ("Which clocks standing in West Tower are sundials?", "Shade Dial"),
    ],
)
def test_other_conditions_are_joined_to_it(clocks: QuestionedGraph, question: str, answer: str) -> None:
    draft = clocks.draft(question, "West Tower")
    assert draft.query is not None
    assert clocks.rows(draft.query) == [answer]


def test_what_is_of_no_subclass_is_told(clocks: QuestionedGraph) -> None:
    (query,) = clocks.draft("Which clocks are not sundials?").untold
    assert clocks.rows(query) == ["Bell Clock", "Drum Clock", "Owl Clock"]


@pytest.mark.parametrize(
    "question",
    ["Which sundials are not clocks?", "Which clocks are not towers?", "Which clocks are not sundials or towers?"],
)
def test_other_classes_are_not_read(clocks: QuestionedGraph, question: str) -> None:
    assert "was not read" in clocks.refusal(question)
