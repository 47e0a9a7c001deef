"""Superlatives are extremes of attributes, or of the numbers of things."""

import pytest

from pog_agent.reading.composing.heads import Superlative
from pog_agent.reading.composing.scan import Scan
from tests.finding_ids import ids
from tests.reading.composing.cases import EX, QuestionedGraph

HIGHEST, LOWEST = Superlative(descending=True), Superlative(descending=False)


def extremes(scan: Scan) -> list[tuple[str, Superlative]]:
    return [
        (head.measures[0].relation.removeprefix(EX), head.extreme)
        for head in scan.heads
        if head.extreme is not None
    ]


@pytest.mark.parametrize(
    ("question", "relation", "expected"),
    [
        ("Which bread is the heaviest?", "weight", HIGHEST),
        ("Which bread is the lightest?", "weight", LOWEST),
        ("Which bread is the most expensive?", "price", HIGHEST),
        ("Which bread is the least expensive?", "price", LOWEST),
        ("Which bread has the highest price?", "price", HIGHEST),
        ("Which bread has the lowest price?", "price", LOWEST),
        ("Which bread has the least weight?", "weight", LOWEST),
        ("What is the minimum price of breads?", "price", LOWEST),
        ("Which bread has the maximum price?", "price", HIGHEST),
        ("What is the second heaviest bread?", "weight", Superlative(True, 2, 2)),
        ("What is the 3rd heaviest bread?", "weight", Superlative(True, 3, 3)),
        ("What are the 3 heaviest breads?", "weight", Superlative(True, 1, 3)),
        ("What are the top three heaviest breads?", "weight", Superlative(True, 1, 3)),
        ("Top 3 breads by price", "price", Superlative(True, 1, 3)),
    ],
)
def test_an_attribute_is_ranked(
    bakeries: QuestionedGraph, question: str, relation: str, expected: Superlative
) -> None:
    scan = bakeries.scan(question)
    assert extremes(scan) == [(relation, expected)]
    assert scan.unread == []


def test_an_adjective_before_a_class_ranks_that_class(bakeries: QuestionedGraph) -> None:
    scan = bakeries.scan("Which baker bakes the heaviest bread?")
    (ranked,) = [head for head in scan.heads if head.extreme]
    assert ranked.owner is not None
    assert ranked.owner.text == "bread"


def test_age_is_the_other_way_round_by_dates(bakeries: QuestionedGraph) -> None:
    for adjective, is_reversed in (("oldest", True), ("youngest", False)):
        (head,) = [head for head in bakeries.scan(f"Which baker is the {adjective}?").heads if head.extreme]
        (born,) = [item for item in head.measures if item.relation == EX + "dateOfBirth"]
        assert (head.extreme, born.reversed) == (HIGHEST, is_reversed)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which club has the most boats?", HIGHEST),
        ("Which club has the largest number of boats?", HIGHEST),
        ("Which club has the fewest boats?", LOWEST),
        ("Which club has the smallest number of boats?", LOWEST),
        ("Which club has the second most boats?", Superlative(True, 2, 2)),
    ],
)
def test_a_number_of_things_is_ranked(rowing: QuestionedGraph, question: str, expected: Superlative) -> None:
    scan = rowing.scan(question)
    assert (scan.heads[-1].text, scan.heads[-1].counted) == ("boats", expected)
    assert extremes(scan) == []


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which is longer, Swift or Pike?", HIGHEST),
        ("Which is shorter, Swift or Pike?", LOWEST),
    ],
)
def test_one_of_two_named_things_is_chosen(rowing: QuestionedGraph, question: str, expected: Superlative) -> None:
    scan = rowing.scan(question, "Swift", "Pike")
    (chosen,) = [scan.heads[place] for place in scan.roots]
    assert chosen.text == "Swift or Pike"
    assert [item for _, item in extremes(scan)] == [expected]


@pytest.mark.parametrize(
    ("question", "cue"),
    [
        ("Which lake is the warmest and hottest?", "hottest"),
        ("Which boat has the most people?", "most people"),
        ("Which boats are long?", "long"),
    ],
)
def test_what_the_graph_cannot_measure_is_not_read(rowing: QuestionedGraph, question: str, cue: str) -> None:
    assert cue in rowing.scan(question).unread


@pytest.mark.parametrize(
    ("question", "relation", "expected"),
    [
        ("Who earns the most?", "hourlyPay", HIGHEST),
        ("Which gardener earns least?", "hourlyPay", LOWEST),
        ("Which garden costs us the most?", "entryFeeEuro", HIGHEST),
    ],
)
def test_the_most_of_what_a_verb_speaks_of(
    gardens: QuestionedGraph, question: str, relation: str, expected: Superlative
) -> None:
    scan = gardens.scan(question)
    found = {(item.relation.removeprefix(EX), head.extreme) for head in scan.heads for item in head.measures}
    assert (relation, expected) in found
    assert scan.unread == []


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which shaft goes down the deepest?", "Fir Shaft"),
        ("Which shaft is the highest above sea level?", "Ash Shaft"),
        ("Which shaft is the deepest that we know of?", "Fir Shaft"),
        ("Which shaft has the lowest altitude on record?", "Fir Shaft"),
        ("Which shaft pumped the most litres?", "Ash Shaft"),
    ],
)
def test_what_something_does_is_part_of_a_superlative(
    wells: QuestionedGraph, question: str, expected: str
) -> None:
    assert wells.answer(question) == expected


def test_the_longest_time_is_no_length(wells: QuestionedGraph) -> None:
    draft = wells.draft("Which pump has the longest running time?")
    assert draft.query is not None
    assert (wells.rows(draft.query), draft.reading.unread) == (["Little Tim"], ())
    assert ids(draft.flaws) == ["measured-by-meaning"]


def test_a_verb_that_is_no_part_of_the_value_stays_unread(wells: QuestionedGraph) -> None:
    assert wells.draft("Which shaft painted the most litres?").reading.unread == ("painted",)
