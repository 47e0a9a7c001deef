"""Superlatives are extremes of attributes, or of the numbers of things."""

import pytest

from pog_agent.reading.composing.heads import Superlative
from tests.reading.composing.cases import EX, QuestionedGraph

HIGHEST, LOWEST = Superlative(descending=True), Superlative(descending=False)


def test_age_is_the_other_way_round_by_dates(bakeries: QuestionedGraph) -> None:
    for adjective, is_reversed in (("oldest", True), ("youngest", False)):
        (head,) = [head for head in bakeries.scan(f"Which baker is the {adjective}?").heads if head.extreme]
        (born,) = [item for item in head.measures if item.relation == EX + "dateOfBirth"]
        assert (head.extreme, born.reversed) == (HIGHEST, is_reversed)


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
