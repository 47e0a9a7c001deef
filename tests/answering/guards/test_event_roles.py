"""Who takes part in an event is no answer to what was done to another one who takes part in it."""

from collections.abc import Iterator

import pytest

from pog_agent import PathsOverGraph
from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder
from tests.answering.guards.turtle_graphs import agent_over, doubts

HARBOUR = """
@prefix : <http://harbour.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Skipper rdfs:label "skipper" . :Boat rdfs:label "boat" . :Tool rdfs:label "tool" .
:Deal rdfs:label "deal" . :Repair rdfs:label "repair" . :Barter rdfs:label "barter" .
:orderedBy rdfs:label "ordered by" . :repairedBy rdfs:label "repaired by" .
:inReturnFor rdfs:label "in return for" .
:ann a :Skipper ; rdfs:label "Ann Berg" . :ben a :Skipper ; rdfs:label "Ben Holm" .
:cleo a :Skipper ; rdfs:label "Cleo Dahl" . :dirk a :Skipper ; rdfs:label "Dirk Moe" .
:gull a :Boat ; rdfs:label "Grey Gull" . :tern a :Boat ; rdfs:label "Red Tern" .
:lamp a :Tool ; rdfs:label "brass lamp" . :anchor a :Tool ; rdfs:label "small anchor" .
_:r1 a :Repair ; :hull :gull ; :repairedBy :ann ; :orderedBy :ben .
_:r2 a :Repair ; :hull :tern ; :repairedBy :cleo ; :orderedBy :dirk .
_:d1 a :Deal ; :ware :gull ; :vendor :ben ; :purchaser :cleo .
_:d2 a :Deal ; :ware :tern ; :vendor :dirk ; :purchaser :ann .
_:b1 a :Barter ; :giver :ann ; :given :lamp ; :taker :dirk ; :inReturnFor :anchor .
"""


@pytest.fixture(scope="module")
def harbour() -> Iterator[PathsOverGraph]:
    with agent_over(HARBOUR, CachedEncoder(LexicalEncoder())) as agent:
        yield agent


@pytest.mark.parametrize(
    ("question", "wrong"),
    [
        ("Who ordered Ann Berg?", "Ben Holm"),
        ("Which skipper ordered Ann Berg?", "Ben Holm"),
        ("Which skipper is the taker of Ann Berg?", "Dirk Moe"),
        ("Who is the taker of Ann Berg?", "Dirk Moe"),
        ("Who is Ann Berg's taker?", "Dirk Moe"),
        ("Who is the purchaser of Ben Holm?", "Cleo Dahl"),
        ("Who was the giver of the small anchor?", "Ann Berg"),
        ("Whom did Grey Gull purchase?", "Cleo Dahl"),
        ("Who was purchased by Grey Gull?", "Cleo Dahl"),
        ("Whom did Grey Gull order?", "Ben Holm"),
    ],
)
def test_a_role_is_not_given_to_another_participant(harbour: PathsOverGraph, question: str, wrong: str) -> None:
    answer = harbour.ask(question)
    assert (answer.text, answer.status) != (wrong, "supported"), question


@pytest.mark.parametrize(
    ("question", "right"),
    [
        ("Who repaired Grey Gull?", "Ann Berg"),
        ("Who was the purchaser of Grey Gull?", "Cleo Dahl"),
        ("Which skipper purchased Grey Gull?", "Cleo Dahl"),
        ("Who purchased Grey Gull?", "Cleo Dahl"),
        ("Who was the giver of the brass lamp?", "Ann Berg"),
        ("Who ordered the repair of Red Tern?", "Dirk Moe"),
    ],
)
def test_what_an_event_was_about_asks_for_its_roles(harbour: PathsOverGraph, question: str, right: str) -> None:
    answer = harbour.ask(question)
    assert (answer.text, answer.status) == (right, "supported"), doubts(answer)
