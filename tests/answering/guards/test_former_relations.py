"""What was so is not told by what is so, where the graph tells both."""

from collections.abc import Iterator

import pytest

from pog_agent import PathsOverGraph
from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder
from tests.answering.guards.turtle_graphs import agent_over, doubts

CHOIRS = """
@prefix : <http://choirs.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Choir rdfs:label "choir" . :Singer rdfs:label "singer" . :Town rdfs:label "town" .
:lead rdfs:label "lead" . :formerLead rdfs:label "former lead" . :patron rdfs:label "patron" .
:owner rdfs:label "owner" . :previouslyOwnedBy rdfs:label "previously owned by" . :founder rdfs:label "founder" .
:north a :Choir ; rdfs:label "North Choir" ; :lead :ada ; :formerLead :bo ; :founder :cy ; :patron :di .
:hall a :Hall ; rdfs:label "Elm Hall" ; :owner :ada ; :previouslyOwnedBy :di . :Hall rdfs:label "hall" .
:ada a :Singer ; rdfs:label "Ada Finch" . :bo a :Singer ; rdfs:label "Bo Grimm" .
:cy a :Singer ; rdfs:label "Cy Hale" . :di a :Singer ; rdfs:label "Di Ives" .
"""


@pytest.fixture(scope="module")
def choirs() -> Iterator[PathsOverGraph]:
    with agent_over(CHOIRS, CachedEncoder(LexicalEncoder())) as agent:
        yield agent


@pytest.mark.parametrize(
    "question",
    [
        "Who was the lead of North Choir?",
        "Who led North Choir?",
        "Which singer led North Choir?",
        "Who was the owner of Elm Hall?",
        "Who owned Elm Hall?",
        "Which singers owned Elm Hall?",
    ],
)
def test_who_is_does_not_tell_who_was(choirs: PathsOverGraph, question: str) -> None:
    answer = choirs.ask(question)
    assert (answer.text, answer.status) != ("Ada Finch", "supported"), question


@pytest.mark.parametrize(
    ("question", "right"),
    [
        ("Who is the lead of North Choir?", "Ada Finch"),
        ("Who leads North Choir?", "Ada Finch"),
        ("Who is the owner of Elm Hall?", "Ada Finch"),
        ("Who was the former lead of North Choir?", "Bo Grimm"),
        ("Who was the founder of North Choir?", "Cy Hale"),
        ("Who was the patron of North Choir?", "Di Ives"),
    ],
)
def test_who_is_and_what_was_once_are_told(choirs: PathsOverGraph, question: str, right: str) -> None:
    answer = choirs.ask(question)
    assert (answer.text, answer.status) == (right, "supported"), doubts(answer)
