"""The share of a part in all things of a class, and whether all of them are so."""

import pytest

from pog_agent.reading.composing.forms.parts import UNCLEAR
from tests.reading.composing.cases import QuestionedGraph

NAMES = ("Krume", "Kornhof", "Ida Brandt", "Dinkelkruste")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What percentage of the breads are rye breads?", "40"),
        ("What share of the breads is sold at Krume?", "60"),
        ("What is the percentage of breads that are sold at Krume?", "60"),
        ("What is the share of breads which are rye breads?", "40"),
        ("What percentage of bakers work at Krume?", "50"),
        ("What percentage of the breads are not sold at Krume?", "40"),
        ("What proportion of the breads baked by Ida Brandt are sold at Krume?", "100"),
        ("Are all breads sold at Krume?", "no"),
        ("Are all rye breads sold at Kornhof?", "yes"),
        ("Are all rye breads breads?", "yes"),
        ("Are all breads rye breads?", "no"),
        ("Does every bread have a price above 2?", "yes"),
        ("Does every bread have a price above 3?", "no"),
        ("Does every baker own a bakery?", "no"),
        ("Does every baker work at a bakery?", "yes"),
    ],
)
def test_a_part_is_held_against_all_things_of_the_class(
    bakeries: QuestionedGraph, question: str, expected: str
) -> None:
    (answer,) = bakeries.answer(question, *NAMES).split(", ")
    assert answer.removesuffix(".0") == expected


def test_a_text_tells_a_part(rowing: QuestionedGraph) -> None:
    assert rowing.answer("What percentage of boats are red?") == "50"
    assert rowing.answer("Are all boats red?") == "no"
    assert rowing.answer("Are all eights red?") == "yes"


def test_a_part_takes_for_granted_that_there_is_some_of_it(bakeries: QuestionedGraph) -> None:
    draft = bakeries.draft("What percentage of the bakers are towns?")
    assert [bakeries.rows(query) for query in draft.presupposed] == [["no"]]


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("Are all breads baked by Ida Brandt sold at Krume?", UNCLEAR),
        ("Is every bread sold at Krume a rye bread?", UNCLEAR),
        ("What percentage of the breads that are sold at Krume are rye breads?", ""),
        ("Are all breads cheaper than Dinkelkruste?", "what all are compared with may be one of them"),
        ("What is the share of rye breads?", "it is not clear of what the share is meant"),
        ("Are all cakes sold at Krume?", "it is not clear of which things all are meant"),
        ("Are all breads not sold at Krume?", "it is not clear of which things all are meant"),
        ("What share of cakes is sold at Krume?", ""),
    ],
)
def test_a_part_of_unclear_things_is_refused(bakeries: QuestionedGraph, question: str, reason: str) -> None:
    assert bakeries.refusal(question, *NAMES).startswith(reason)


@pytest.mark.parametrize("words", ["What percentage", "How many percent", "What per cent"])
def test_a_percentage_is_asked_for_in_several_words(halls: QuestionedGraph, words: str) -> None:
    assert halls.answer(f"{words} of courses are free?") == "50"


@pytest.mark.parametrize(
    ("question", "names", "expected"),
    [
        ("Are all the gardens in Rowley walled?", (), "no"),
        ("Were all the trees in Elm Park planted before 1860?", ("Elm Park",), "yes"),
        ("Were all the trees planted before 1860?", (), "no"),
        ("Are all the Rowley gardens walled?", (), "no"),
    ],
)
def test_all_things_that_are_so_as_well(
    gardens: QuestionedGraph, question: str, names: tuple[str, ...], expected: str
) -> None:
    assert gardens.answer(question, *names) == expected
