"""Two questions in one sentence are not answered by the answer to one."""

import pytest

from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder
from tests.answering.guards.turtle_graphs import agent_over, doubts

KNIVES = """
@prefix : <http://knives.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Knife rdfs:label "knife" . :Smith rdfs:label "smith" . :Town rdfs:label "town" .
:forgedBy rdfs:label "forged by" . :bornIn rdfs:label "born in" . :length rdfs:label "length" .
:k a :Knife ; rdfs:label "Long Tom" ; :forgedBy :ina ; :length 31 .
:ina a :Smith ; rdfs:label "Ina Rook" ;
  :bornIn :ulm .
:m a :Knife ; rdfs:label "Short Meg" ; :forgedBy :jo ; :length 12 .
:jo a :Smith ; rdfs:label "Jo Pyke" ;
  :bornIn :erl .
:ulm a :Town ; rdfs:label "Ulmen" . :erl a :Town ; rdfs:label "Erlau" .
"""


@pytest.mark.parametrize(
    ("question", "is_whole"),
    [
        ("Which smith forged Long Tom and in which town was she born?", False),
        ("Who forged Long Tom and where was she born?", False),
        ("Which smith forged Long Tom?", True),
        ("Which knives that Ina Rook forged and which are longer than 20 are there?", False),
    ],
)
def test_half_an_answer_is_not_supported(question: str, is_whole: bool) -> None:
    with agent_over(KNIVES, CachedEncoder(LexicalEncoder())) as agent:
        answer = agent.ask(question)
    assert (answer.status == "supported") is is_whole, doubts(answer)
