"""Of what has no place of birth it is not known where it was not born; who sang nowhere did not sing there."""

from collections.abc import Iterator

import pytest

from pog_agent import PathsOverGraph
from pog_agent.ranking.encoder import CachedEncoder
from tests.answering.guards.turtle_graphs import agent_over, doubts

MINERS = """
@prefix : <http://folk.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Miner rdfs:label "miner" . :Town rdfs:label "town" . :Choir rdfs:label "choir" . :Lamp rdfs:label "lamp" .
:bornIn rdfs:label "born in" . :sangIn rdfs:label "sang in" . :keptIn rdfs:label "kept in" .
:ely a :Town ; rdfs:label "Ely" . :City rdfs:label "city" . :ross a :City ; rdfs:label "Ross" .
:shed rdfs:label "Lamp Shed" . :hut rdfs:label "Old Hut" .
:bass a :Choir ; rdfs:label "Pit Choir" . :alto a :Choir ; rdfs:label "Hill Choir" .
:ann a :Miner ; rdfs:label "Ann Poll" ; :bornIn :ely ; :sangIn :bass , :alto .
:bob a :Miner ; rdfs:label "Bob Rust" ; :bornIn :ross ; :sangIn :alto .
:cid a :Miner ; rdfs:label "Cid Vane" ; :bornIn :ross .
:dee a :Miner ; rdfs:label "Dee Watt" .
:Village rdfs:label "village" . :memberOf rdfs:label "member of" . :league rdfs:label "Dale League" .
:v1 a :Village ; rdfs:label "Thorn" ; :memberOf :league .
:v2 a :Village ; rdfs:label "Wick" ; :memberOf :league .
:v3 a :Village ; rdfs:label "Yew" .
:eve a :Miner ; rdfs:label "Eve Yorke" ; :bornIn :ely .
:l1 a :Lamp ; rdfs:label "Brass Lamp" ; :keptIn :shed .
:l2 a :Lamp ; rdfs:label "Tin Lamp" ; :keptIn :hut .
"""
UNKNOWN = "not-told"


@pytest.fixture(scope="module")
def miners(meaning: CachedEncoder) -> Iterator[PathsOverGraph]:
    with agent_over(MINERS, meaning) as agent:
        yield agent


@pytest.mark.parametrize(
    ("question", "known"),
    [
        ("Which miners were not born in Ely?", "Bob Rust, Cid Vane"),
        ("Which miners were born outside Ely?", "Bob Rust, Cid Vane"),
        ("How many miners were not born in Ely?", "2"),
        ("Who was not born in Ross?", "Ann Poll, Eve Yorke"),
    ],
)
def test_what_is_not_known_is_no_answer_and_is_told(miners: PathsOverGraph, question: str, known: str) -> None:
    answer = miners.ask(question)
    assert (answer.text, answer.status, doubts(answer)) == (known, "partial", [UNKNOWN])


def test_where_all_have_one_nothing_is_unknown(miners: PathsOverGraph) -> None:
    answer = miners.ask("Which lamps are not kept in the Old Hut?")
    assert (answer.text, answer.status) == ("Brass Lamp", "supported")


def test_who_has_no_event_did_not_take_part(miners: PathsOverGraph) -> None:
    answer = miners.ask("Which miners did not sing in Pit Choir?")
    assert (answer.text, answer.status) == ("Bob Rust, Cid Vane, Dee Watt, Eve Yorke", "supported")
    assert "3 of 4 have no 'sang in' at all" in answer.warnings


def test_what_is_a_member_of_nothing_is_no_member(miners: PathsOverGraph) -> None:
    answer = miners.ask("Which villages are not members of the Dale League?")
    assert (answer.text, answer.status) == ("Yew", "supported"), doubts(answer)
