"""Things that share something with what is asked of, parts of nameless things, times and facts that have ended."""

import pytest

from pog_agent.models import Answer
from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder
from tests.answering.guards.turtle_graphs import agent_over, doubts

CABINET = """
@prefix : <http://cabinet.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Shell rdfs:label "shell" . :Beach rdfs:label "beach" . :Case rdfs:label "case" . :Person rdfs:label "person" .
:foundIn rdfs:label "found in" . :keptAt rdfs:label "kept at" . :madeOf rdfs:label "made of" .
:foundBy rdfs:label "found by" .
:cone a :Shell ; rdfs:label "blue cone" ; :foundIn :b7 ; :foundBy :ann .
:whelk a :Shell ; rdfs:label "red whelk" ; :foundIn :b7 ; :foundBy :bo .
:b7 a :Beach .
:case a :Case ; rdfs:label "Oak Case" .
:s1 a :Shell ; :keptAt :case ; :madeOf :pearl ; :foundBy :ann .
:s2 a :Shell ; :keptAt :case ; :madeOf :lime ; :foundBy :bo .
:pearl rdfs:label "pearl" . :lime rdfs:label "lime" .
:ann a :Person ; rdfs:label "Ann" . :bo a :Person ; rdfs:label "Bo" .
"""
HOUSE = """
@prefix : <http://house.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:House rdfs:label "house" . :Person rdfs:label "person" . :Ownership rdfs:label "ownership" .
:owner rdfs:label "owner" . :property rdfs:label "property" . :until rdfs:label "until" . :from rdfs:label "from" .
:elm a :House ; rdfs:label "Elm House" . :ash a :House ; rdfs:label "Ash House" .
:ann a :Person ; rdfs:label "Ann" . :bo a :Person ; rdfs:label "Bo" . :cy a :Person ; rdfs:label "Cy" .
[] a :Ownership ; :owner :ann ; :property :elm ; :from 1950 ; :until 1980 .
[] a :Ownership ; :owner :bo ; :property :elm ; :from 1980 .
[] a :Ownership ; :owner :cy ; :property :ash ; :from 1990 .
"""
FAIR = """
@prefix : <http://fair.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Fair rdfs:label "fair" . :Show rdfs:label "show" . :edition rdfs:label "edition" .
:startsAt rdfs:label "starts at" . :stage rdfs:label "stage" .
:may a :Fair ; rdfs:label "May Fair" . :goose a :Fair ; rdfs:label "Goose Fair" .
[] :edition :may ; :stage "North" ; :startsAt "2023-05-01T10:00:00"^^xsd:dateTime .
[] :edition :may ; :stage "South" ; :startsAt "2023-05-02T12:00:00"^^xsd:dateTime .
"""
PICTURES = """
@prefix : <http://pictures.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Painting rdfs:label "painting" . :Person rdfs:label "person" . :creator rdfs:label "creator" .
:brewer a :Painting ; rdfs:label "The Brewer" ; :creator :ann . :ann a :Person ; rdfs:label "Ann Fell" .
"""


def ask(turtle: str, question: str) -> Answer:
    with agent_over(turtle, CachedEncoder(LexicalEncoder())) as agent:
        return agent.ask(question)


def test_where_something_was_found_is_not_told_by_what_was_found_there_too() -> None:
    assert ask(CABINET, "Where was the blue cone found?").status != "supported"
    assert ask(CABINET, "Where was the blue cone found?").text != "red whelk"


def test_what_is_kept_somewhere_is_not_what_it_is_made_of() -> None:
    answer = ask(CABINET, "What is kept at the Oak Case?")
    assert not ("pearl" in answer.text and answer.status == "supported")


def test_who_owns_something_is_not_who_owned_it() -> None:
    answer = ask(HOUSE, "Who owns Elm House?")
    assert answer.status != "supported"
    assert "facts-ended" in doubts(answer)


@pytest.mark.parametrize("question", ["Who owns Ash House?", "Who is the owner of Ash House?"])
def test_facts_that_go_on_are_supported(question: str) -> None:
    answer = ask(HOUSE, question)
    assert (answer.text, answer.status) == ("Cy", "supported")


def test_a_fair_starts_once_and_its_shows_at_other_times() -> None:
    answer = ask(FAIR, "When did May Fair start?")
    assert answer.status != "supported"


def test_a_common_noun_is_no_painting_to_tell_of() -> None:
    assert ask(PICTURES, "Who was the brewer?").kind != "profile"
    assert ask(PICTURES, "What is The Brewer?").kind == "profile"
