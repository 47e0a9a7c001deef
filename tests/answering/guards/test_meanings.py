"""A number in another unit, of an event, or of few people, and kin of either sex: none of them is supported."""

import pytest

from pog_agent import PathsOverGraph
from pog_agent.ranking.encoder import CachedEncoder
from tests.answering.guards.turtle_graphs import agent_over, doubts

HARBOUR = """
@prefix : <http://harbour.example/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:tern a :Boat ; rdfs:label "Tern" ; :lengthM 7.5 ; :weight 900 ; :feeInPence 250 ; :builtIn 1990 ;
  :status "lent" ;
  :repair [ :costEuro 320 ; :doneBy :yard ] ; :hire [ :dailyRate 40 ; :hiredTo :ann ] .
:gull a :Boat ; rdfs:label "Gull" ; :lengthM 1210 ; :weight 700 ; :feeInPence 300 ; :builtIn 1980 ;
  :status "home" .
:yard a :Company ; rdfs:label "Marlow Yard" .
:shedA a :Shed ; rdfs:label "Shed A" ; :paintedYear 1950 .
:shedB a :Shed ; rdfs:label "Shed B" ; :paintedYear 1960 .
:alder a :Town ; rdfs:label "Alder" ; :population 8200 .
:brook a :Town ; rdfs:label "Brook" .
:rose a :House ; rdfs:label "Rose Cottage" .
:ann a :Person ; rdfs:label "Ann Lee" ; :livesIn :alder ; :parent :bob , :cleo .
:bob a :Person ; rdfs:label "Bob Lee" ; :livesIn :alder .
:cleo a :Person ; rdfs:label "Cleo Lee" ; :livesIn :brook , :rose ; :marriage [ :year 1896 ; :spouse :bob ] .
"""


@pytest.fixture(scope="module")
def agent(meaning: CachedEncoder) -> PathsOverGraph:
    return agent_over(HARBOUR, meaning)


@pytest.mark.parametrize(
    ("question", "doubt"),
    [
        ("How many feet long is the Tern?", "other-unit"),
        ("How long is the Tern in feet?", "other-unit"),
        ("How many shillings is the fee of the Tern?", "other-unit"),
        ("How much does the Tern cost?", "number-of-event"),
        ("How much does the Tern cost in euro?", "number-of-event"),
        ("Where was the Tern repaired?", "no-place"),
        ("Who is the mother of Ann Lee?", "gender-not-told"),
        ("How many people live in Alder?", "population-stated"),
        ("How many people live in Brook?", "population-stated"),
        ("Is Shed B older than Shed A?", "measured-by-meaning"),
        ("How many years was Cleo Lee married?", "date-for-span"),
        ("Which boats are in use?", "word-not-said"),
    ],
)
def test_what_is_near_to_the_question_is_no_answer_to_it(agent: PathsOverGraph, question: str, doubt: str) -> None:
    answer = agent.ask(question)
    assert answer.status != "supported"
    assert doubt in doubts(answer), (answer.text, answer.warnings)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How many metres long is the Tern?", "7.5"),
        ("What is the length of the Tern in metres?", "7.5"),
        ("How long is the Gull?", "1210"),
        ("How many pence is the fee of the Tern?", "250"),
        ("How much did the repair of the Tern cost?", "320"),
        ("What is the daily rate of the Tern?", "40"),
        ("Who are the parents of Ann Lee?", "Bob Lee, Cleo Lee"),
        ("How many people live in Rose Cottage?", "1"),
        ("Is the Gull older than the Tern?", "yes"),
        ("Which is heavier, the Gull or the Tern?", "Tern"),
        ("Which weighs less, the Gull or the Tern?", "Gull"),
        ("What weighs more: the Gull or the Tern?", "Tern"),
    ],
)
def test_what_the_question_says_is(agent: PathsOverGraph, question: str, text: str) -> None:
    answer = agent.ask(question)
    assert (answer.status, doubts(answer)) == ("supported", [])
    assert answer.text.startswith(text)


def test_a_role_that_the_graph_has_is_no_amount_that_is_like_it(meaning: CachedEncoder) -> None:
    turtle = """@prefix : <http://prints.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    :p1 a :Print ; rdfs:label "Canal in Snow" ; :acquisition [ :seller :denholm ; :pricePaid 310 ] .
    :p2 a :Print ; rdfs:label "Old Lock" ; :acquisition [ :seller :denholm ; :pricePaid 90 ] .
    :denholm a :University ; rdfs:label "Denholm" ."""
    with agent_over(turtle, meaning) as prints:
        assert prints.ask('From which seller was "Canal in Snow" acquired?').text != "310"
        assert prints.ask('What price was paid for "Canal in Snow"?').text == "310"
