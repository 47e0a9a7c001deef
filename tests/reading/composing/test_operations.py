"""Counts, sums, averages, groups, orders and negations are read, and what is not understood is told."""

import pytest

from tests.reading.composing.cases import QuestionedGraph


@pytest.mark.parametrize(
    "question",
    [
        "How many breads are there?",
        "What is the number of breads?",
        "What is the total number of breads?",
        "Count the breads",
    ],
)
def test_a_class_is_counted(bakeries: QuestionedGraph, question: str) -> None:
    scan = bakeries.scan(question)
    assert (scan.form, scan.unread) == ("count", [])
    assert scan.heads[scan.roots[0]].text == "breads"


@pytest.mark.parametrize(
    ("word", "function"), [("average", "average"), ("mean", "average"), ("total", "sum"), ("combined", "sum")]
)
def test_an_attribute_is_aggregated(bakeries: QuestionedGraph, word: str, function: str) -> None:
    scan = bakeries.scan(f"What is the {word} weight of breads?")
    assert (scan.form, scan.heads[scan.roots[0]].aggregation) == ("aggregate", function)


@pytest.mark.parametrize("words", ["per flour", "for each flour", "by each flour"])
def test_groups_are_found(bakeries: QuestionedGraph, words: str) -> None:
    scan = bakeries.scan(f"How many breads are there {words}?")
    assert scan.group is not None
    assert scan.heads[scan.group].text == "flour"


def test_an_order_is_found(rowing: QuestionedGraph) -> None:
    scan = rowing.scan("List the boats sorted by length")
    assert [scan.heads[place].text for place in scan.order] == ["length"]


@pytest.mark.parametrize(
    ("question", "negated"),
    [
        ("Which breads are not sold at Krume?", "Krume"),
        ("Which breads were never sold at Krume?", "Krume"),
        ("Which breads aren't sold at Krume?", "Krume"),
        ("Which towns have no bakeries?", "bakeries"),
        ("Which towns are without bakeries?", "bakeries"),
        ("Which bakeries outside Hollen are there?", "Hollen"),
    ],
)
def test_a_negation_denies_what_follows(bakeries: QuestionedGraph, question: str, negated: str) -> None:
    names = [name for name in ("Krume", "Hollen") if name in question]
    scan = bakeries.scan(question, *names)
    assert [(head.text, head.excluded) for head in scan.heads if head.negated] == [(negated, False)]
    assert scan.unread == []


@pytest.mark.parametrize("cue", ["except", "except for", "besides", "other than", "apart from", "excluding"])
def test_an_exception_leaves_out_what_follows(bakeries: QuestionedGraph, cue: str) -> None:
    head = bakeries.scan(f"Which bakers work in Hollen {cue} Ida Brandt?", "Hollen", "Ida Brandt").heads[-1]
    assert (head.text, head.negated, head.excluded) == ("Ida Brandt", True, True)


def test_both_before_two_names_says_nothing_more(bakeries: QuestionedGraph) -> None:
    scan = bakeries.scan("Which breads are sold at both Krume and Semmel?", "Krume", "Semmel")
    assert scan.unread == []


@pytest.mark.parametrize(
    ("question", "cue"),
    [
        ("Which bakers bake only rye bread?", "only"),
        ("Which breads are cheap or heavy?", "or"),
        ("Which bakeries and mills are there?", "and"),
        ("What is the average of breads?", "average"),
        ("What percentage of breads is made of rye?", "percentage"),
        ("What is the difference between Krume and Semmel?", "difference"),
        ("Which breads are not?", "not"),
        ("How many breads are there? And how many mills?", "And how many mills?"),
        ("How many?", "How many"),
    ],
)
def test_what_is_not_understood_is_told(bakeries: QuestionedGraph, question: str, cue: str) -> None:
    assert cue.casefold() in [text.casefold() for text in bakeries.scan(question).unread]


def test_at_all_behind_a_negation_says_no_more(gardens: QuestionedGraph) -> None:
    assert gardens.answer("Which trees have not been pruned at all?") == "Twin Beech"
    assert "at all" not in gardens.scan("Which trees have not been pruned at all?").unread
