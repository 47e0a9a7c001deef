"""Whose thing something is asks for who has it, and not for the thing."""

from collections.abc import Iterator

import pytest

from pog_agent import PathsOverGraph
from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder
from tests.answering.guards.turtle_graphs import agent_over, doubts

HIVES = """
@prefix : <http://hives.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Hive rdfs:label "hive" . :Person rdfs:label "person" . :Kayak rdfs:label "kayak" . :Mural rdfs:label "mural" .
:keeper rdfs:label "keeper" . :owns rdfs:label "owns" . :repairedBy rdfs:label "repaired by" .
:weight rdfs:label "weight (kg)" . :standsIn rdfs:label "stands in" . :Orchard rdfs:label "orchard" .
:paintedBy rdfs:label "painted by" . :depicts rdfs:label "depicts" . :formerOwner rdfs:label "former owner" .
:ea a :Person ; rdfs:label "Ea Holm" ; :owns :k1 . :gus a :Person ; rdfs:label "Gus Wren" ; :owns :k2 .
:h1 a :Hive ; rdfs:label "Hive One" ; :keeper :ea ; :standsIn :or1 ; :weight 31 ; :repairedBy :gus .
:h2 a :Hive ; rdfs:label "Hive Two" ; :keeper :gus ; :standsIn :or2 ; :weight 44 ; :repairedBy :ea ;
  :formerOwner :ea .
:or1 a :Orchard ; rdfs:label "Plum Yard" . :or2 a :Orchard ; rdfs:label "Pear Yard" .
:k1 a :Kayak ; rdfs:label "Skua" ; :repairedBy :gus . :k2 a :Kayak ; rdfs:label "Puffin" ; :repairedBy :ea .
:m1 a :Mural ; rdfs:label "Long Wall" ; :paintedBy :ea ; :depicts :gus .
:m2 a :Mural ; rdfs:label "Short Wall" ; :paintedBy :gus ; :depicts :ea .
"""


@pytest.fixture(scope="module")
def hives() -> Iterator[PathsOverGraph]:
    with agent_over(HIVES, CachedEncoder(LexicalEncoder())) as agent:
        yield agent


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Whose hive is the heaviest?", "Gus Wren"),
        ("Whose hive did Gus Wren repair?", "Ea Holm"),
        ("Whose hive stands in Pear Yard?", "Gus Wren"),
        ("In whose hive stands Plum Yard?", "Ea Holm"),
        ("Whose kayak did Ea Holm repair?", "Gus Wren"),
        ("Whose hives weigh more than 30 kg?", "Ea Holm, Gus Wren"),
    ],
)
def test_who_owns_or_keeps_a_thing_is_whose_it_is(hives: PathsOverGraph, question: str, expected: str) -> None:
    answer = hives.ask(question)
    assert (answer.text, answer.status) == (expected, "supported"), doubts(answer)


@pytest.mark.parametrize("question", ["Whose mural depicts Gus Wren?", "Whose mural did Gus Wren paint?"])
def test_a_thing_is_no_answer_to_whose_it_is(hives: PathsOverGraph, question: str) -> None:
    answer = hives.ask(question)
    assert answer.status != "supported"
    assert answer.status == "abstained" or "thing-for-owner" in doubts(answer)
