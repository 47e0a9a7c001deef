"""What joins two things beside the words of a question, and what is denied of what."""

from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder
from tests.answering.guards.turtle_graphs import agent_over

GARDENS = """
@prefix : <http://show.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Garden rdfs:label "garden" . :Prize rdfs:label "prize" . :forGarden rdfs:label "for garden" .
:status rdfs:label "status" .
:rose a :Garden ; rdfs:label "Rose Garden" . :moss a :Garden ; rdfs:label "Moss Garden" .
:fern a :Garden ; rdfs:label "Fern Garden" .
:p1 a :Prize ; :forGarden :rose ; :status "awarded" . :p2 a :Prize ; :forGarden :moss ; :status "refused" .
"""

YARD = """
@prefix : <http://yard.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Yard rdfs:label "yard" . :Boat rdfs:label "boat" . :Sailor rdfs:label "sailor" . :Hire rdfs:label "hire" .
:ownedBy rdfs:label "owned by" . :hiredTo rdfs:label "hired to" . :hiredBoat rdfs:label "hired boat" .
:quay a :Yard ; rdfs:label "Quay Yard" .
:gull a :Boat ; rdfs:label "Gull" ; :ownedBy :quay .
:ann a :Sailor ; rdfs:label "Ann" . :bo a :Sailor ; rdfs:label "Bo" .
:h1 a :Hire ; :hiredTo :ann ; :hiredBoat :gull . :h2 a :Hire ; :hiredTo :bo ; :hiredBoat :gull .
"""


def test_what_was_never_awarded_a_prize_is_not_what_has_one_that_was_refused() -> None:
    with agent_over(GARDENS, CachedEncoder(LexicalEncoder())) as agent:
        answer = agent.ask("Which gardens have never been awarded a prize?")
    assert (answer.text, answer.status) != ("Moss Garden", "supported")


def test_things_with_a_denied_value_are_found_where_the_thing_stands_before_the_negation() -> None:
    with agent_over(GARDENS, CachedEncoder(LexicalEncoder())) as agent:
        answer = agent.ask("Which gardens have a prize that was not awarded?")
    assert (answer.text, answer.status) == ("Moss Garden", "supported")


def test_who_owns_a_yard_is_not_who_hires_what_the_yard_owns() -> None:
    with agent_over(YARD, CachedEncoder(LexicalEncoder())) as agent:
        assert agent.ask("Who owns the yard?").status != "supported"
