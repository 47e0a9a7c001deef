"""A yes or no that tells two things apart is not supported where they have one name."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pog_agent import PathsOverGraph

BOATS = """
@prefix : <http://boats.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:owner rdfs:label "owner" . :builder rdfs:label "builder" .
:b1 a :Boat ; rdfs:label "Heron" ; :owner :p1 ; :builder :p4 .
:b2 a :Boat ; rdfs:label "Swan" ; :owner :p2 ; :builder :p4 .
:b3 a :Boat ; rdfs:label "Gull" ; :owner :p3 ; :builder :p5 .
:p1 rdfs:label "Jan Kok" . :p2 rdfs:label "jan kok" . :p3 rdfs:label "Mia Prins" .
:p4 rdfs:label "Bo Vos" . :p5 rdfs:label "Tim Blom" .
:Boat rdfs:label "boat" .
"""


@pytest.fixture(scope="module")
def boats(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PathsOverGraph]:
    path = Path(tmp_path_factory.mktemp("boats")) / "boats.ttl"
    path.write_text(BOATS)
    with PathsOverGraph(path) as agent:
        yield agent


@pytest.mark.parametrize(
    ("question", "expected"),
    [("Do Heron and Swan have the same owner?", "no"), ("Do Heron and Swan have different owners?", "yes")],
)
def test_two_things_of_one_name_are_not_surely_two(boats: PathsOverGraph, question: str, expected: str) -> None:
    answer = boats.ask(question)
    assert (answer.status, answer.text) == ("partial", expected)
    assert any("two things of the name 'jan kok'" in warning.lower() for warning in answer.warnings)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Do Heron and Swan have the same builder?", "yes"),
        ("Do Swan and Gull have the same owner?", "no"),
        ("Do Swan and Gull have different owners?", "yes"),
        ("Do Heron and Swan have different builders?", "no"),
    ],
)
def test_things_of_different_names_are_told_apart(boats: PathsOverGraph, question: str, expected: str) -> None:
    answer = boats.ask(question)
    assert (answer.status, answer.text) == ("supported", expected)


def test_the_evidence_shows_both_that_are_different(boats: PathsOverGraph) -> None:
    paths = [item.text for item in boats.ask("Do Swan and Gull have different builders?").paths]
    assert paths == ["{Swan} - builder -> {Bo Vos}", "{Gull} - builder -> {Tim Blom}"]
