"""The greatest of some things is not certain where others have the same measure in another attribute."""

from collections.abc import Iterator

import pytest

from pog_agent import PathsOverGraph
from pog_agent.ranking.encoder import CachedEncoder
from tests.answering.guards.turtle_graphs import agent_over, doubts

SMITHY = """
@prefix : <http://smithy.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Anvil rdfs:label "anvil" . :Crane rdfs:label "crane" . :Tongs rdfs:label "tong" .
:a1 a :Anvil ; rdfs:label "Old Ned" ; :weight_kg 210 ; :width_cm 30 .
:a2 a :Anvil ; rdfs:label "Big Moll" ; :weight_kg 340 ; :width_cm 41 .
:a3 a :Anvil ; rdfs:label "Wee Tam" ; :weight "62 kg" ; :width_cm 18 .
:c1 a :Crane ; rdfs:label "Dock Crane" ; :height "12 m" .
:c2 a :Crane ; rdfs:label "Yard Crane" ; :height "19 m" .
:t1 a :Tongs ; rdfs:label "Long Tong" ; :reach "ca. 60 cm" .
:t2 a :Tongs ; rdfs:label "Short Tong" .
"""


@pytest.fixture(scope="module")
def smithy(meaning: CachedEncoder) -> Iterator[PathsOverGraph]:
    with agent_over(SMITHY, meaning) as agent:
        yield agent


@pytest.mark.parametrize(
    "question",
    ["Which anvil is the heaviest?", "Name the heaviest anvil.", "Which anvil has the greatest weight?"],
)
def test_a_measure_in_another_attribute_is_told(smithy: PathsOverGraph, question: str) -> None:
    answer = smithy.ask(question)
    assert answer.status != "supported"
    assert "measure-beside" in doubts(answer)


@pytest.mark.parametrize(
    ("question", "right"),
    [("Which anvil is the widest?", "Big Moll"), ("Which crane is the tallest?", "Yard Crane")],
)
def test_one_attribute_of_all_is_compared(smithy: PathsOverGraph, question: str, right: str) -> None:
    answer = smithy.ask(question)
    assert (answer.text, answer.status) == (right, "supported"), doubts(answer)


def test_the_only_value_of_several_things_is_no_extreme(smithy: PathsOverGraph) -> None:
    answer = smithy.ask("Which tong has the greatest reach?")
    assert answer.status != "supported"
    assert answer.text != "Long Tong" or "only-one-value" in doubts(answer)
