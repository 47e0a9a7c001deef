"""Things that are called by a noun and a number."""

from pathlib import Path

import pytest

from pog_agent.kg.open import open_kg
from pog_agent.linking import STRONG_MATCH
from pog_agent.linking.numbered import NumberedNames

BERTHS = """@prefix : <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Berth1 a :Berth ; :lengthM 10 . :Berth2 a :Berth ; :lengthM 14 . :Berth12 a :Berth ; :lengthM 8 .
:ann rdfs:label "Ann" . :Pier2 a :Pier ; rdfs:label "Long Pier" .
:shed-1 a :Shed ; :doorNumber 7 . :shed-2 a :Shed ; :doorNumber 1 .
"""


@pytest.fixture
def names(tmp_path: Path) -> NumberedNames:
    (tmp_path / "kg.ttl").write_text(BERTHS)
    return NumberedNames(open_kg(str(tmp_path / "kg.ttl")), ("en",))


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Is berth 2 longer than Berth 1?", [("berth 2", "Berth2"), ("Berth 1", "Berth1")]),
        ("How long is berth no. 12?", [("berth no. 12", "Berth12")]),
        ("How long is berth 3?", []),
        ("Which berths are 2 m long?", []),
        ("How long is berth 2.5?", []),
        ("How long is pier 2?", []),
    ],
)
async def test_a_node_without_a_label_is_called_by_noun_and_number(
    names: NumberedNames, question: str, expected: list[tuple[str, str]]
) -> None:
    found = await names.spoken(question, ("berth",))
    assert [(item.mention, item.label) for item in found] == expected
    assert all(item.score >= STRONG_MATCH for item in found)


async def test_a_name_that_was_found_is_not_looked_up(names: NumberedNames) -> None:
    assert await names.spoken("How long is berth 2?", ("berth 2",)) == []


async def test_numbers_of_their_own_make_those_of_the_iris_unsure(names: NumberedNames) -> None:
    (shed,) = await names.spoken("Where is shed 1?", ())
    assert shed.score < STRONG_MATCH
