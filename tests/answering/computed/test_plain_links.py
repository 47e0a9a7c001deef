"""Small words between a class and a name ask for the one relation of both only where they may mean it."""

import io
from collections.abc import Iterator

import pytest
import rdflib

from pog_agent import PathsOverGraph
from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder
from tests.answering.guards.turtle_graphs import agent_over, doubts

WORKSHOPS = """
@prefix : <http://kilns.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Kiln rdfs:label "kiln" . :Potter rdfs:label "potter" . :Portrait rdfs:label "portrait" .
:Wheel rdfs:label "wheel" . :Essay rdfs:label "essay" .
:Trainee rdfs:label "trainee" . :builtBy rdfs:label "built by" .
:paintedBy rdfs:label "painted by" . :depicts rdfs:label "depicts" . :ownedBy rdfs:label "owned by" .
:writtenBy rdfs:label "written by" . :trainedBy rdfs:label "trained by" .
:ida a :Potter ; rdfs:label "Ida Falk" . :jon a :Potter ; rdfs:label "Jon Marsh" .
:big a :Kiln ; rdfs:label "Big Kiln" ; :builtBy :ida . :low a :Kiln ; rdfs:label "Low Kiln" ; :builtBy :jon .
:one a :Portrait ; rdfs:label "Blue Smock" ; :paintedBy :jon ; :depicts :kay .
:two a :Portrait ; rdfs:label "At the Table" ; :paintedBy :ida ; :depicts :lev .
:kay a :Trainee ; rdfs:label "Kay Brandt" ; :trainedBy :ida .
:lev a :Trainee ; rdfs:label "Lev Ruud" ; :trainedBy :jon .
:w1 a :Wheel ; rdfs:label "Oak Wheel" ; :ownedBy :ida . :w2 a :Wheel ; rdfs:label "Ash Wheel" ; :ownedBy :jon .
:Urn rdfs:label "urn" . :madeBy rdfs:label "made by" . :sons rdfs:label "Falk & Sons" .
:u1 a :Urn ; rdfs:label "Tall Urn" ; :madeBy :sons . :u2 a :Urn ; rdfs:label "Wide Urn" ; :madeBy :jon .
:e1 a :Essay ; rdfs:label "On Glazes" ; :writtenBy :ida . :e2 a :Essay ; rdfs:label "On Clay" ; :writtenBy :jon .
"""


@pytest.fixture(scope="module")
def workshops() -> Iterator[PathsOverGraph]:
    with agent_over(WORKSHOPS, CachedEncoder(LexicalEncoder())) as agent:
        yield agent


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("Which kilns does Ida Falk have?", "have"),
        ("Which kilns are for Ida Falk?", "for"),
        ("Which kilns are with Ida Falk?", "with"),
        ("How many kilns are there of Ida Falk?", "of"),
        ("Which portraits are of Jon Marsh?", "of"),
        ("Which essays are for Jon Marsh?", "for"),
        ("Which urns does Falk & Sons have?", "have"),
    ],
)
def test_what_somebody_made_is_not_what_is_theirs(workshops: PathsOverGraph, question: str, word: str) -> None:
    answer = workshops.ask(question)
    assert answer.status == "partial"
    assert any(item.id == "unlike-link" and repr(word) in item.message for item in answer.findings), doubts(answer)


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("Which kilns does Ida Falk use?", "use"),
        ("Which kilns are used by Ida Falk?", "used"),
        ("Which kilns show Ida Falk?", "show"),
        ("Which kilns list Ida Falk?", "list"),
        ("Which kilns does Ida Falk have?", "have"),
        ("How many kilns does Ida Falk use?", "use"),
        ("Which portraits show Jon Marsh?", "show"),
    ],
)
def test_a_path_by_the_one_relation_does_not_say_another_verb(question: str, word: str) -> None:
    graph = rdflib.Graph().parse(io.StringIO(WORKSHOPS), format="turtle")
    with PathsOverGraph(graph, "offline:guess", encoder="lexical", compose="off") as agent:
        answer = agent.ask(question)
    assert answer.status == "partial"
    assert any(item.id == "unlike-link" and repr(word) in item.message for item in answer.findings), doubts(answer)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which kilns did Ida Falk build?", "Big Kiln"),
        ("Which kilns are by Ida Falk?", "Big Kiln"),
        ("Which wheels does Ida Falk have?", "Oak Wheel"),
        ("How many wheels does Jon Marsh have?", "1"),
        ("Which essays of Ida Falk are there?", "On Glazes"),
        ("Which essays does Ida Falk have?", "On Glazes"),
        ("Which urns of Falk & Sons are there?", "Tall Urn"),
        ("Which trainees does Jon Marsh have?", "Lev Ruud"),
        ("Which portraits show Kay Brandt?", "Blue Smock"),
        ("Which portraits are of Lev Ruud?", "At the Table"),
    ],
)
def test_what_somebody_has_or_wrote_is_theirs(workshops: PathsOverGraph, question: str, expected: str) -> None:
    answer = workshops.ask(question)
    assert (answer.text, answer.status) == (expected, "supported"), doubts(answer)
