"""Who did something is everybody whom the relation tells, of whatever class of people, or of none."""

from collections.abc import Iterator

import pytest

from pog_agent import PathsOverGraph
from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder
from tests.answering.guards.turtle_graphs import agent_over, doubts

FERRIES = """
@prefix : <http://ferries.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Ferry rdfs:label "ferry" . :Painter rdfs:label "painter" . :Mate rdfs:label "mate" . :Dog rdfs:label "dog" .
:Frieze rdfs:label "frieze" . :Medal rdfs:label "medal" .
:paintedBy rdfs:label "painted by" . :shows rdfs:label "depicts" . :born rdfs:label "born on" .
:wonBy rdfs:label "won by" . :guest rdfs:label "guest of" .
:una a :Painter ; rdfs:label "Una Kerr" ; :guest :f1 .
:tad a :Mate ; rdfs:label "Tad Moor" ; :born "1960-01-02"^^xsd:date .
:yards rdfs:label "Yards of Leith" . :rex a :Dog ; rdfs:label "Rex" . :pia a :Painter ; rdfs:label "Pia Lund" .
:f1 a :Ferry ; rdfs:label "Isla" ; :paintedBy :una . :f2 a :Ferry ; rdfs:label "Mora" ; :paintedBy :yards .
:f3 a :Ferry ; rdfs:label "Skye" ; :paintedBy :yards .
:z1 a :Frieze ; rdfs:label "Old Quay" ; :shows :una, :tad . :z2 a :Frieze ; rdfs:label "New Quay" ; :shows :tad .
:m1 a :Medal ; rdfs:label "Gold Medal" ; :wonBy :pia, :rex . :m2 a :Medal ; rdfs:label "Tin Medal" ; :wonBy :una .
"""


@pytest.fixture(scope="module")
def ferries() -> Iterator[PathsOverGraph]:
    with agent_over(FERRIES, CachedEncoder(LexicalEncoder())) as agent:
        yield agent


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who is depicted in Old Quay?", "Tad Moor, Una Kerr"),
        ("Who does Old Quay depict?", "Tad Moor, Una Kerr"),
        ("Who is depicted in New Quay?", "Tad Moor"),
        ("Who painted ferries?", "Una Kerr, Yards of Leith"),
        ("Who painted the most ferries?", "Yards of Leith"),
        ("Who painted Mora?", "Yards of Leith"),
        ("Who won Tin Medal?", "Una Kerr"),
    ],
)
def test_people_of_another_class_and_those_of_none_are_not_lost(
    ferries: PathsOverGraph, question: str, expected: str
) -> None:
    answer = ferries.ask(question)
    assert (answer.text, answer.status) == (expected, "supported"), doubts(answer)


def test_what_may_be_nobody_is_told_and_not_left_out_in_silence(ferries: PathsOverGraph) -> None:
    answer = ferries.ask("Who won medals?")
    assert answer.status != "supported" or "Rex" in answer.text
