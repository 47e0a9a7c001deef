"""Texts of a graph are found among the words of a question."""

import pytest

from pog_agent.reading.schema.text_values import MOST_WORDS, TextValues
from pog_agent.terms import XSD, literal

TEXTS = TextValues(
    {
        "urn:colour": [literal("red"), literal("Dark Red", language="en"), literal("dark red")],
        "urn:part": [literal("Africa"), literal("Asia"), literal("red")],
        "urn:kind": [literal("dog"), literal("of"), literal("12"), literal(" ".join(["very"] * 7))],
    }
)


def found(question: str) -> list[tuple[str, str]]:
    return [(item.text, item.relation) for item in TEXTS.find(question)]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which are RED?", [("RED", "urn:colour"), ("RED", "urn:part")]),
        ("Which are dark red?", [("dark red", "urn:colour")]),
        ("How many dogs are there?", [("dogs", "urn:kind")]),
        ("What is the dog's name?", [("dog", "urn:kind")]),
        ("Which African lakes are there?", [("African", "urn:part")]),
        ("Which african lakes are there?", []),
        ("Which lakes of Asia are there?", [("Asia", "urn:part")]),
        ("Which reddish things are there?", []),
    ],
)
def test_texts_are_found_in_other_forms_and_the_longest_first(
    question: str, expected: list[tuple[str, str]]
) -> None:
    assert found(question) == expected


def test_a_mention_says_where_it_stands_and_has_all_spellings() -> None:
    question = "Is the dark red one old?"
    (mention,) = TEXTS.find(question)
    assert question[mention.start : mention.end] == mention.text == "dark red"
    assert mention.terms == ('"Dark Red"@en', '"dark red"')


def test_function_words_numbers_and_long_texts_are_not_looked_for() -> None:
    question = f"Of what are 12 {' '.join(['very'] * (MOST_WORDS + 1))}?"
    assert found(question) == []


def test_no_texts_are_found_without_any() -> None:
    assert TextValues({}).find("Which are red?") == ()
    assert TextValues({"urn:size": [literal("3", XSD + "integer")]}).find("Which are 3?") == ()


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Which prize did it win?", {"win"}),
        ("Which prize has it won?", {"won"}),
        ("Which one is the winner?", set()),
        ("Which prize did it get?", set()),
    ],
)
def test_a_verb_is_said_by_the_text_for_its_doer(question: str, said: set[str]) -> None:
    texts = TextValues({"outcome": [literal("winner"), literal("nominee")], "size": [literal("large")]})
    assert texts.of_deeds(question) == {(word, "outcome") for word in said}
