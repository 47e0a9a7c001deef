"""Which of two named things has more, or was first."""

import pytest

from tests.finding_ids import ids
from tests.reading.composing.cases import QuestionedGraph

BREADS = ("Dunkel", "Weissling")
BAKERS = ("Ida Brandt", "Ole Tamm")


@pytest.mark.parametrize(
    ("question", "names", "expected"),
    [
        ("Which is heavier, Dunkel or Weissling?", BREADS, "Dunkel"),
        ("Which bread is cheaper, Dunkel or Weissling?", BREADS, "Weissling"),
        ("Which has the higher price, Dunkel or Weissling?", BREADS, "Dunkel"),
        ("Which bread has the lower price: Dunkel or Weissling?", BREADS, "Weissling"),
        ("Which bread weighs more, Dunkel or Weissling?", BREADS, "Dunkel"),
        ("Which weighs less, Dunkel or Weissling?", BREADS, "Weissling"),
        ("Which town has more population, Hollen or Marnau?", ("Hollen", "Marnau"), "Marnau"),
        ("Who is older, Ida Brandt or Ole Tamm?", BAKERS, "Ida Brandt"),
        ("Who was born first, Ole Tamm or Ida Brandt?", BAKERS, "Ida Brandt"),
        ("Who was born last, Ole Tamm or Ida Brandt?", BAKERS, "Ole Tamm"),
        ("Which was founded earlier, Krume or Kornhof?", ("Krume", "Kornhof"), "Krume"),
    ],
)
def test_the_one_of_two_that_has_more(
    bakeries: QuestionedGraph, question: str, names: tuple[str, ...], expected: str
) -> None:
    assert bakeries.answer(question, *names) == expected


def test_both_have_to_be_of_the_class_that_the_question_calls_them(bakeries: QuestionedGraph) -> None:
    draft = bakeries.draft("Which rye bread is heavier, Dunkel or Weissling?", *BREADS)
    assert [bakeries.rows(query) for query in draft.presupposed] == [["yes"], ["yes"], ["yes"], ["no"]]
    assert draft.query is not None
    assert bakeries.rows(draft.query) == ["Dunkel"]


def test_an_adjective_that_measures_nothing_is_not_read(bakeries: QuestionedGraph) -> None:
    assert bakeries.refusal("Which is nicer, Dunkel or Weissling?", *BREADS)


@pytest.mark.parametrize(
    ("question", "names", "expected"),
    [
        ("Which one is taller, the Monarch Oak or the Twin Beech?", ("Monarch Oak", "Twin Beech"), "Twin Beech"),
        ("Which one's taller, Monarch Oak or Twin Beech?", ("Monarch Oak", "Twin Beech"), "Twin Beech"),
        ("Which of the two is taller, Monarch Oak or Twin Beech?", ("Monarch Oak", "Twin Beech"), "Twin Beech"),
        ("What's dearer, Elm Park or Fern Dell?", ("Elm Park", "Fern Dell"), "Elm Park"),
        ("Which garden costs more, Elm Park or Fern Dell?", ("Elm Park", "Fern Dell"), "Elm Park"),
        ("Who gets paid better, Kit Marlow or Ida Voss?", ("Kit Marlow", "Ida Voss"), "Ida Voss"),
        ("Who is paid less, Kit Marlow or Ida Voss?", ("Kit Marlow", "Ida Voss"), "Kit Marlow"),
        ("Who earns more, Kit Marlow or Ida Voss?", ("Kit Marlow", "Ida Voss"), "Ida Voss"),
    ],
)
def test_everyday_words_for_the_one_of_two(
    gardens: QuestionedGraph, question: str, names: tuple[str, ...], expected: str
) -> None:
    assert gardens.answer(question, *names) == expected


def test_a_fee_may_be_what_is_paid_for_a_thing(gardens: QuestionedGraph) -> None:
    draft = gardens.draft("Which garden gets paid more, Elm Park or Fern Dell?", "Elm Park", "Fern Dell")
    assert ids(draft.flaws) == ["measured-by-meaning"]
