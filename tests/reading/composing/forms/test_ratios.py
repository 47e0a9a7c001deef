"""How many times as much one value or count is as another one."""

import asyncio

import pytest

from pog_agent.query.evaluate import evaluate
from tests.reading.composing.cases import QuestionedGraph

BREADS = ("Dunkel", "Weissling")
TUNNELS = ("River Tunnel", "Ridge Tunnel")


@pytest.mark.parametrize(
    ("question", "names", "expected"),
    [
        ("How many times as heavy is Dunkel as Weissling?", BREADS, "2"),
        ("How many times as heavy is Weissling as Dunkel?", BREADS, "0.5"),
        ("How many times heavier is Dunkel than Weissling?", BREADS, "2"),
        ("How many times more expensive is Dunkel than Weissling?", BREADS, "1.5"),
        ("How many times cheaper is Weissling than Dunkel?", BREADS, "1.5"),
        ("What is the ratio of the price of Dunkel to the price of Weissling?", BREADS, "1.5"),
        ("What is the ratio of the price of Dunkel to that of Weissling?", BREADS, "1.5"),
        ("What is the ratio of Dunkel's price to Weissling's price?", BREADS, "1.5"),
        ("What is the ratio of the price to the weight of Dunkel?", BREADS, "0.0045"),
        ("What is the ratio of breads to bakers?", (), "1.25"),
        ("What is the ratio between breads and bakers?", (), "1.25"),
        ("What is the ratio of the number of breads to the number of mills?", (), "2.5"),
        ("How many times as many breads as bakers are there?", (), "1.25"),
        ("How many times as many breads are sold at Krume as at Semmel?", ("Krume", "Semmel"), "1.5"),
    ],
)
def test_the_ratio_of_two_values_or_counts(
    bakeries: QuestionedGraph, question: str, names: tuple[str, ...], expected: str
) -> None:
    assert bakeries.answer(question, *names) == expected


def test_a_ratio_of_one_attribute_has_no_unit(parcels: QuestionedGraph) -> None:
    draft = parcels.draft("How many times as heavy is Birch as Cedar?", "Birch", "Cedar")
    assert draft.query is not None and draft.query.columns[0].unit == ""
    assert parcels.rows(draft.query)[0].startswith("2.7557")


def test_nothing_is_times_heavier_that_weighs_less(bakeries: QuestionedGraph) -> None:
    draft = bakeries.draft("How many times heavier is Weissling than Dunkel?", *BREADS)
    assert draft.query is not None and draft.contrary is not None
    assert bakeries.rows(draft.query) == []
    assert bakeries.rows(draft.contrary.query) == ["2"]
    assert (draft.contrary.by, draft.contrary.of_equals) == ("by a factor of", "1")


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("How many times as old is Dunkel as Weissling?", "what 'old' multiplies is not clear"),
        ("How many times as small is Dunkel as Weissling?", "what 'small' multiplies is not clear"),
        ("How many times as tasty is Dunkel as Weissling?", "what 'tasty' multiplies is not clear"),
        ("How many times prettier is Dunkel than Weissling?", "what 'prettier' multiplies is not clear"),
        ("How many times as heavy is Dunkel as all other breads?", "what 'all' asks for was not read"),
        ("What is the ratio of Dunkel to Weissling?", "it is not clear of what the ratio is meant"),
        ("What is the ratio of breads to the price of Dunkel?", None),
        ("What is the ratio of bakeries in Hollen to mills?", "it is not clear of what the ratio is meant"),
        ("What is the price ratio of Dunkel and Weissling?", "what 'ratio' asks for was not read"),
        ("Is Dunkel twice as heavy as Weissling?", None),
        ("How many times as much bread as cake is there?", "it is not clear of what the ratio is meant"),
    ],
)
def test_what_has_no_ratio_is_refused(bakeries: QuestionedGraph, question: str, reason: str | None) -> None:
    draft = bakeries.draft(question, "Dunkel", "Weissling", "Hollen")
    assert draft.query is None
    assert reason is None or draft.reason == reason


def test_temperatures_and_other_dimensions_have_no_ratio(parcels: QuestionedGraph) -> None:
    draft = parcels.draft(
        "What is the ratio of the temperature of River Tunnel to that of Ridge Tunnel?", *TUNNELS
    )
    assert draft.refused and draft.reason == "the values of 'temperature (°C)' are in °C, which have no ratio"
    draft = parcels.draft("What is the ratio of the weight to the length of Birch?", "Birch")
    assert draft.refused and draft.reason.endswith("do not compare: they are in g and cm")


def test_a_division_by_zero_has_no_result(halls: QuestionedGraph) -> None:
    draft = halls.draft("What is the ratio of the price of Yoga to that of Chess?", "Yoga", "Chess")
    assert draft.query is not None
    result = asyncio.run(evaluate(draft.query, halls.kg, index=halls.index))
    assert (result.rows, [item.reason for item in result.skipped]) == ((), ["a division by zero"])
