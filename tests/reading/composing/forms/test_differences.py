"""Differences of one attribute, between two things or between extremes."""

import pytest

from tests.finding_ids import ids
from tests.reading.composing.cases import QuestionedGraph

BOTH = ("Dunkel", "Zopfbrot")


@pytest.mark.parametrize(
    ("question", "names", "expected"),
    [
        ("What is the difference in price between Weissling and Dunkel?", ("Dunkel", "Weissling"), "1.5"),
        (
            "What is the difference between the price of Dunkel and that of Zopfbrot?",
            ("Dunkel", "Zopfbrot"),
            "0.5",
        ),
        ("What is the difference between the price of Dunkel and Zopfbrot?", BOTH, "0.5"),
        ("What is the difference between the highest and the lowest price of breads?", (), "3"),
        ("What is the difference between the lowest and the highest price of the rye breads?", (), "0.5"),
        ("What is the difference in floor area between the largest and the smallest bakery?", (), "90"),
    ],
)
def test_the_difference_of_two_values(
    bakeries: QuestionedGraph, question: str, names: tuple[str, ...], expected: str
) -> None:
    assert bakeries.answer(question, *names) == expected


def test_the_difference_of_equal_values_is_0(rowing: QuestionedGraph) -> None:
    assert rowing.answer("What is the difference in length between Swift and Minnow?", "Swift", "Minnow") == "0"


def test_namesakes_are_a_flaw(rowing: QuestionedGraph) -> None:
    draft = rowing.draft("How much taller is Finn Aas than Lena Berg?", "Finn Aas", "Lena Berg")
    assert ids(draft.flaws) == ["several-named"]
    assert draft.asks_for_one


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        (
            "What is the difference between the price of Dunkel and the weight of Weissling?",
            "the two values are not those of one attribute",
        ),
        (
            "What is the difference in flour between Dunkel and Weissling?",
            "the values of 'flour' are neither numbers nor dates",
        ),
        (
            "What is the difference in price between Dunkel and Krume?",
            "'price' is an attribute of something that is not named",
        ),
    ],
)
def test_values_that_do_not_compare_have_no_difference(
    bakeries: QuestionedGraph, question: str, reason: str
) -> None:
    assert bakeries.refusal(question, "Dunkel", "Weissling", "Krume") == reason


@pytest.mark.parametrize(
    ("question", "names", "expected"),
    [
        ("How much heavier is Birch than Amber?", ["Birch", "Amber"], ("1000", "g")),
        ("What is the difference in fee between Amber and Cedar?", ["Amber", "Cedar"], ("7", "EUR")),
        ("What is the difference between the highest and the lowest fee of parcels?", [], ("7", "EUR")),
    ],
)
def test_a_difference_has_the_unit_of_the_attribute(
    parcels: QuestionedGraph, question: str, names: list[str], expected: tuple[str, str]
) -> None:
    draft = parcels.draft(question, *names)
    assert draft.query is not None, draft.reason
    assert (parcels.rows(draft.query)[0].removesuffix(".0"), draft.query.columns[0].unit) == expected


def test_numbers_in_several_units_are_not_subtracted(parcels: QuestionedGraph) -> None:
    for question in (
        "How much wider is Birch than Amber?",
        "What is the difference in width between Birch and Amber?",
    ):
        assert parcels.draft(question, "Birch", "Amber").query is None


def test_values_that_are_no_numbers_are_refused_by_name(parcels: QuestionedGraph) -> None:
    draft = parcels.draft("What is the difference in girth between Birch and Amber?", "Birch", "Amber")
    assert draft.query is None and draft.refused
    assert "'girth'" in draft.reason
