"""Names that stand for one thing together are one head."""

import pytest

from tests.reading.composing.cases import EX, QuestionedGraph


@pytest.mark.parametrize(
    ("question", "kind", "iri"),
    [
        ("Which bakers work at the bakery Linde?", "Bakery", "lindenbakery"),
        ("Which bakers work at Linde bakery?", "Bakery", "lindenbakery"),
        ("Which bakeries are in the town of Linde?", "Town", "linde"),
        ("Which bakeries are in a town named Linde?", "Town", "linde"),
        ("Which bakeries are in a town called Linde?", "Town", "linde"),
    ],
)
def test_a_class_beside_a_name_says_which_namesake_is_meant(
    bakeries: QuestionedGraph, question: str, kind: str, iri: str
) -> None:
    (_, head) = bakeries.scan(question, "Linde").heads
    assert head.is_named_kind
    assert (head.classes, head.terms) == ((EX + kind,), (EX + iri,))


def test_a_class_beside_a_name_of_another_class_stays_a_thing_of_its_own(bakeries: QuestionedGraph) -> None:
    heads = bakeries.scan("Which baker Krume?", "Krume").heads
    assert [(head.kind, head.is_named_kind) for head in heads] == [("class", False), ("entity", False)]


def test_a_class_called_by_the_name_of_another_thing_is_not_read(bakeries: QuestionedGraph) -> None:
    assert bakeries.scan("Which bakeries are in a town called Krume?", "Krume").unread == ["town called Krume"]
    assert bakeries.scan("Which bakeries are in a town called Hollen?", "Hollen").unread == []


def test_names_of_one_class_with_or_are_one_head(bakeries: QuestionedGraph) -> None:
    heads = bakeries.scan("Which breads are in Krume or Semmel?", "Krume", "Semmel").heads
    assert heads[-1].text == "Krume or Semmel"
    assert heads[-1].terms == (EX + "krume", EX + "semmel")


def test_names_of_unlike_things_with_or_are_not_read(bakeries: QuestionedGraph) -> None:
    scan = bakeries.scan("Which breads are in Krume or Hollen?", "Krume", "Hollen")
    assert [head.text for head in scan.heads[-2:]] == ["Krume", "Hollen"]
    assert scan.unread == ["or"]


def test_texts_with_or_are_one_head_with_all_of_them(rowing: QuestionedGraph) -> None:
    head = rowing.scan("Which boats are red or green?").heads[-1]
    assert head.texts == {EX + "color": ('"red"', '"green"')}


@pytest.mark.parametrize("question", ["Which breads have wheat flour?", "Which breads have the flour wheat?"])
def test_a_text_beside_its_attribute_is_one_head(bakeries: QuestionedGraph, question: str) -> None:
    (_, head) = bakeries.scan(question).heads
    assert (head.kind, head.texts) == ("text", {EX + "flour": ('"wheat"',)})


@pytest.mark.parametrize("question", ["How many red boats are there?", "What is the longest red boat?"])
def test_a_text_beside_its_class_narrows_the_class(rowing: QuestionedGraph, question: str) -> None:
    (head,) = [head for head in rowing.scan(question).heads if head.kind == "class"]
    assert head.kept == (EX + "color", ('"red"',))
    assert head.classes == (EX + "Boat",)


def test_a_text_in_the_plural_stands_for_what_has_it(rowing: QuestionedGraph) -> None:
    (head,) = rowing.scan("How many reds are there?").heads
    assert (head.kind, head.kept) == ("class", (EX + "color", ('"red"',)))
    assert set(head.classes) == {EX + "Boat", EX + "Eight"}


def test_attributes_of_nothing_belong_to_what_has_them_all(rowing: QuestionedGraph) -> None:
    *attributes, owner = rowing.scan("Which lengths and colors are there?").heads
    assert [head.kind for head in attributes] == ["attribute", "attribute"]
    assert owner.is_hint
    assert set(owner.classes) == {EX + "Boat", EX + "Eight"}


def test_attributes_that_nothing_has_together_have_no_owner(rowing: QuestionedGraph) -> None:
    heads = rowing.scan("Which depths and colors are there?").heads
    assert [head.kind for head in heads] == ["attribute", "attribute"]


def test_somebody_of_somebody_is_another_one(bakeries: QuestionedGraph) -> None:
    heads = bakeries.scan("Which bread is by the baker of Ida Brandt?", "Ida Brandt").heads
    assert not any(head.is_named_kind for head in heads)
    named = bakeries.scan("Which bread is by the baker Ida Brandt?", "Ida Brandt").heads
    assert any(head.is_named_kind for head in named)
