"""What is shown, beside what the question asks for."""

import pytest

from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder
from tests.answering.guards.turtle_graphs import agent_over

FAIRS = """
@prefix : <http://fair.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Fair rdfs:label "fair" . :firstDay rdfs:label "first day" . :lastDay rdfs:label "last day" .
:may a :Fair ; rdfs:label "May Fair" ; :firstDay "2023-05-01"^^xsd:date ; :lastDay "2023-05-03"^^xsd:date .
:goose a :Fair ; rdfs:label "Goose Fair" ; :firstDay "2024-10-02"^^xsd:date ; :lastDay "2024-10-05"^^xsd:date .
"""


@pytest.mark.parametrize(
    "question",
    ["How much was it to get in for a day in 2023?", "How much did you take on a first day in 2023?"],
)
def test_an_amount_is_not_told_by_a_day_of_which_the_question_speaks_by_the_way(question: str) -> None:
    with agent_over(FAIRS, CachedEncoder(LexicalEncoder())) as agent:
        answer = agent.ask(question)
    assert answer.status != "supported"


def test_a_day_that_is_asked_for_is_answered() -> None:
    with agent_over(FAIRS, CachedEncoder(LexicalEncoder())) as agent:
        answer = agent.ask("What is the first day of the Goose Fair?")
    assert (answer.text, answer.status) == ("2024-10-02", "supported")
