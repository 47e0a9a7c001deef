"""The heir of the heir is two steps away: one step is no supported answer."""

import pytest

from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder
from tests.answering.guards.turtle_graphs import agent_over, doubts

HOUSES = """
@prefix : <http://houses.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:House rdfs:label "house" . :seat rdfs:label "seat" . :heir rdfs:label "heir" . :tutorOf rdfs:label "tutor of" .
:one a :House ; rdfs:label "House Arden" ; :heir :two ; :seat :keep . :keep rdfs:label "Arden Keep" .
:two a :House ; rdfs:label "House Brook" ; :heir :three ; :tutorOf :one .
:three a :House ; rdfs:label "House Crane" ; :tutorOf :two .
"""


@pytest.mark.parametrize(
    ("question", "near"),
    [
        ("What is the heir of the heir of House Arden?", "House Brook"),
        ("What is the seat of the seat of House Arden?", "Arden Keep"),
        ("What is House Arden's heir's heir?", "House Brook"),
        ("Who tutored the tutor of House Arden?", "House Brook"),
    ],
)
def test_a_relation_that_is_said_twice_is_not_read_once(question: str, near: str) -> None:
    with agent_over(HOUSES, CachedEncoder(LexicalEncoder())) as agent:
        answer = agent.ask(question)
    assert (answer.text, answer.status) != (near, "supported"), doubts(answer)


def test_a_relation_that_is_said_once_is_supported() -> None:
    with agent_over(HOUSES, CachedEncoder(LexicalEncoder())) as agent:
        answer = agent.ask("What is the heir of House Arden?")
    assert (answer.text, answer.status) == ("House Brook", "supported"), doubts(answer)
