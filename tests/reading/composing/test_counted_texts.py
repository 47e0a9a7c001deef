"""What stands behind "how many people" is what they did, and no text of that word is counted."""

from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder
from tests.answering.guards.turtle_graphs import agent_over

BAND = """
@prefix : <http://band.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Band rdfs:label "band" . :Person rdfs:label "person" . :seat rdfs:label "seat" . :who rdfs:label "who" .
:part rdfs:label "part" .
:tin a :Band ; rdfs:label "Tin Harbour" ; :seat [ :who :cal ; :part "drums" ] , [ :who :edda ; :part "drums" ] .
:cal a :Person ; rdfs:label "Cal Marsh" . :edda a :Person ; rdfs:label "Edda Lund" .
"""


def test_people_who_did_something_are_not_counted_by_a_text_of_that_word() -> None:
    with agent_over(BAND, CachedEncoder(LexicalEncoder())) as agent:
        answer = agent.ask("How many people have drummed for Tin Harbour?")
    assert (answer.text, answer.status) != ("1", "supported")
