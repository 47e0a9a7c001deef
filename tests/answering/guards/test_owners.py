"""Whose thing something is, is told by who has it, and by nothing that is called after the thing."""

from pog_agent import Answer
from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder
from tests.answering.guards.turtle_graphs import agent_over

SONGS = """
@prefix : <http://songs.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Song rdfs:label "song" . :Person rdfs:label "person" . :Instrument rdfs:label "instrument" .
:songInstrument rdfs:label "song instrument" . :singer rdfs:label "singer" . :owner rdfs:label "owner" .
:heron a :Song ; rdfs:label "Heron" ; :songInstrument :harp, :drum ; :singer :ann .
:swift a :Song ; rdfs:label "Swift" ; :songInstrument :harp ; :singer :ann %s.
:harp a :Instrument ; rdfs:label "harp" . :drum a :Instrument ; rdfs:label "drum" .
:ann a :Person ; rdfs:label "Ann Holm" .
"""


def asked(owner: str) -> Answer:
    with agent_over(SONGS % owner, CachedEncoder(LexicalEncoder())) as agent:
        return agent.ask("Whose song is Swift?")


def test_the_owner_is_whose_it_is() -> None:
    assert asked("; :owner :ann ").text == "Ann Holm"


def test_what_a_thing_has_that_is_called_after_it_is_nobody_whose_it_is() -> None:
    answer = asked("")
    assert answer.status == "abstained"
    assert "'song instrument' does not tell that" in answer.reason
