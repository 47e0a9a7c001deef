"""A time in a question is that of what it speaks of, and not of any date that is near."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pog_agent import PathsOverGraph

RACES = """
@prefix : <http://races.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Race rdfs:label "race" . :Rower rdfs:label "rower" . :Boat rdfs:label "boat" . :Yard rdfs:label "yard" .
:winner rdfs:label "winner" . :year rdfs:label "year" . :born rdfs:label "date of birth" .
:builtBy rdfs:label "built by" . :launched rdfs:label "launched" . :founded rdfs:label "founded" .
:coach rdfs:label "coach" .
:r1 a :Race ; rdfs:label "Spring Sprint" ; :winner :p1 ; :year 2011 .
:r2 a :Race ; rdfs:label "Long Haul" ; :winner :p1 ; :year 2019 .
:p1 a :Rower ; rdfs:label "Ada Krohn" ; :born "1961-04-17"^^xsd:date ; :coach :p2 .
:p2 a :Rower ; rdfs:label "Bo Lind" ; :born "1950-02-03"^^xsd:date .
:y a :Yard ; rdfs:label "Elm Yard" ; :founded "1926-01-01"^^xsd:date .
:b1 a :Boat ; rdfs:label "Heron" ; :builtBy :y ; :launched "1964-05-01"^^xsd:date .
:b2 a :Boat ; rdfs:label "Swan" ; :builtBy :y ; :launched "1979-05-01"^^xsd:date .
"""


@pytest.fixture(scope="module")
def races(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PathsOverGraph]:
    path = Path(tmp_path_factory.mktemp("races")) / "races.ttl"
    path.write_text(RACES)
    with PathsOverGraph(path) as agent:
        yield agent


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which races did Ada Krohn win before 2015?", "Spring Sprint"),
        ("Which races did Ada Krohn win after 2015?", "Long Haul"),
        ("How many races did Ada Krohn win before 2015?", "1"),
        ("Which boats did Elm Yard build before 1970?", "Heron"),
        ("Which boats were built by Elm Yard before 1970?", "Heron"),
        ("Which rowers were born before 1955?", "Bo Lind"),
    ],
)
def test_a_time_is_that_of_what_is_asked_for(races: PathsOverGraph, question: str, expected: str) -> None:
    answer = races.ask(question)
    assert (answer.text, answer.status) == (expected, "supported")


@pytest.mark.parametrize(
    "question",
    [
        "Who was the coach of Ada Krohn in 1950?",
        "Who was the coach of Ada Krohn before 1970?",
        "Which rowers did Bo Lind coach before 1970?",
        "Which yard built the Heron before 1950?",
        "Which yards built a boat before 1930?",
    ],
)
def test_a_date_of_birth_does_not_tell_when_something_was(races: PathsOverGraph, question: str) -> None:
    assert races.ask(question).status != "supported"
