"""Things that nobody did something to are found, and it is told where somebody may have done it."""

import pytest

from tests.finding_ids import ids
from tests.reading.composing.cases import QuestionedGraph


@pytest.mark.parametrize(
    "question",
    [
        "Which clocks has nobody repaired?",
        "which clocks has no one repaired yet",
        "List the clocks that no-one has repaired",
        "Which clocks were repaired by nobody?",
        "Which clocks haven't been repaired by anyone?",
        "Which clocks were never repaired by anybody?",
        "Which clocks have not been repaired yet?",
        "Which clocks are not repaired?",
        "Clocks that nobody repaired",
    ],
)
def test_what_nobody_did_something_to_has_nobody_who_did_it(clocks: QuestionedGraph, question: str) -> None:
    assert clocks.answer(question) == "Noon Dial, Owl Clock"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which menders has nobody taught?", "Ute Falk"),
        ("Which menders have not been taught?", "Ute Falk"),
        ("Which menders were taught by no one?", "Ute Falk"),
        ("Which menders have nobody teaching them?", "Ute Falk"),
        ("Which menders have taught nobody?", "Wim Orth"),
        ("Which menders have never taught anyone?", "Wim Orth"),
    ],
)
def test_word_order_tells_who_does_nothing(clocks: QuestionedGraph, question: str, answer: str) -> None:
    assert clocks.answer(question) == answer


def test_they_are_counted_and_joined_with_other_conditions(clocks: QuestionedGraph) -> None:
    assert clocks.answer("How many clocks has nobody repaired?") == "2"
    assert clocks.answer("Which clocks in East Tower has nobody repaired?", "East Tower") == "Noon Dial"


def test_a_place_where_it_was_done_tells_that_somebody_did_it(clocks: QuestionedGraph) -> None:
    draft = clocks.draft("Which clocks has nobody inspected?")
    assert "had-in-another-way" in ids(draft.flaws)


def test_what_has_no_place_where_it_is_done_may_be_done(clocks: QuestionedGraph) -> None:
    draft = clocks.draft("Which clocks have not been displayed?")
    assert ids(draft.flaws) == ["undone-may-have"]


def test_a_word_that_no_relation_has_leaves_open_what_nobody_did(clocks: QuestionedGraph) -> None:
    draft = clocks.draft("Which clocks has nobody sold?")
    assert "noun-unclear" in ids(draft.flaws)


def test_of_whom_who_asks_is_not_clear(clocks: QuestionedGraph) -> None:
    assert "asked-of-whom" in ids(clocks.draft("who has taught nobody?").flaws)


@pytest.mark.parametrize(
    "question",
    [
        "Which clocks has nobody but Ute Falk repaired?",
        "Which clocks has nobody else repaired?",
        "Which menders have nobody to teach?",
        "Which menders have nobody they taught?",
        "Has nobody repaired the Owl Clock?",
        "Which clocks have nothing in them?",
    ],
)
def test_who_is_left_out_and_whether_it_is_nobody_are_refused(clocks: QuestionedGraph, question: str) -> None:
    names = [name for name in ("Ute Falk", "Owl Clock") if name in question]
    assert "was not read" in clocks.refusal(question, *names)
