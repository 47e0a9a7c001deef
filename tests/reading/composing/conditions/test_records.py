"""Words that say no more than that the graph has something are read, and those that may ask for more are not."""

import pytest

from tests.reading.composing.cases import QuestionedGraph


@pytest.mark.parametrize(
    "question",
    [
        "Which clocks have no maker?",
        "Which clocks have no maker named?",
        "Which clocks have no known maker",
        "List the clocks without a known maker",
        "Which clocks have no maker written down?",
        "Which clocks have no maker on record?",
    ],
)
def test_that_something_is_not_in_the_records_is_that_there_is_none(
    clocks: QuestionedGraph, question: str
) -> None:
    assert clocks.answer(question) == "Noon Dial"


@pytest.mark.parametrize("noun", ["repairer", "known repairer"])
def test_a_noun_for_who_does_it_names_the_relation_that_has_its_verb(clocks: QuestionedGraph, noun: str) -> None:
    assert clocks.answer(f"Which clocks have no {noun}?") == "Noon Dial, Owl Clock"


@pytest.mark.parametrize("word", ["dismissed", "displayed", "paid"])
def test_other_words_behind_a_noun_are_unread(clocks: QuestionedGraph, word: str) -> None:
    draft = clocks.draft(f"Which clocks have no maker {word}?")
    assert word in draft.reading.unread


def test_what_we_know_and_what_something_has_got_say_no_more(rowing: QuestionedGraph) -> None:
    assert rowing.answer("How many boats do we know of?") == "4"
    assert rowing.answer("How many boats has the Heron Club got?", "Heron Club") == "2"
    assert "got" in rowing.draft("How many boats got lost?").reading.unread
