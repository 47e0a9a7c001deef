"""What is read off a question: its words, cues, values, and the kind of answer."""

import pytest

from pog_agent.asking.question import CuedQuestion
from pog_agent.language.cues import cue_book


def read(text: str) -> CuedQuestion:
    cues = cue_book("en")
    assert cues is not None
    return CuedQuestion(text, cues)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Who runs the shop?", "person"),
        ("When was it built?", "date"),
        ("How many boats are there?", "number"),
        ("Is Ann older than Bo?", "whether"),
        ("Can you tell me which boats sank?", "which"),
        ("boats of Hull", "list"),
    ],
)
def test_the_question_word_tells_the_kind_of_answer(text: str, asked: str) -> None:
    assert read(text).asked_for == asked


@pytest.mark.parametrize("text", ["isn't it here", "it isn’t here", "it cannot swim", "nobody came"])
def test_all_ways_of_denying_are_cues(text: str) -> None:
    assert read(text).cues["denial"]


def test_a_noun_that_ends_like_a_superlative_is_none() -> None:
    assert not read("which guest came to the forest").cues["extreme"]
    assert read("which is the rustiest boat").cues["extreme"] == {3}


def test_days_are_no_numbers_and_years_are_both() -> None:
    question = read("what was sold on 11 April 2024 or in 1990")
    assert [(item.low, item.high) for item in question.times] == [
        ("2024-04-11", "2024-04-11"),
        ("1990-01-01", "1990-12-31"),
    ]
    assert [item.figures for item in question.numbers] == ["1990"]


def test_a_number_has_the_unit_behind_it() -> None:
    (number,) = read("boats over 12 km from Hull").numbers
    assert number.figures == "12"
    assert number.unit is not None
    assert number.unit.text == "km"
