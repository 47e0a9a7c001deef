"""A question of a form whose parts are not read is refused, and not read in another way."""

import pytest

from tests.reading.composing.cases import QuestionedGraph


@pytest.mark.parametrize(
    ("question", "name", "reason"),
    [
        ("How many courses were cancelled per year?", "Yoga", "the graph has no one date for what happened"),
    ],
)
def test_a_form_that_is_not_read_is_refused(halls: QuestionedGraph, question: str, name: str, reason: str) -> None:
    assert halls.refusal(question, name) == reason


def test_a_date_is_no_answer_to_how_old_something_is(fairs: QuestionedGraph) -> None:
    assert fairs.draft("How old is the Harbour Fair?", "Harbour Fair").query is None


def test_groups_by_an_attribute_named_year_are_no_dates_of_events(halls: QuestionedGraph) -> None:
    assert halls.answer("How many courses are there per year?") == "2021 | 2, 2022 | 1, 2023 | 1"


@pytest.mark.parametrize("word", ["ratio", "share", "percentage", "difference"])
def test_what_no_rule_computes_is_refused_by_name(halls: QuestionedGraph, word: str) -> None:
    draft = halls.draft(f"What is the {word} of the halls?")
    assert (draft.query, draft.refused) == (None, True)
    assert draft.reason == f"no rule computes a {word}: that takes a chat model"
