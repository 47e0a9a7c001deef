"""A text is somebody where the name of its relation says who does something."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pog_agent import PathsOverGraph

ROWING = """
@prefix : <http://rowing.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:otter a :Crew ; rdfs:label "Otter Crew" ; :sponsor "Marl Breweries" ; :coach "Ida Stone" ; :founded 1990 ;
  :colour "blue" .
:pike a :Crew ; rdfs:label "Pike Crew" ; :sponsor "Elm Bank" ; :coach "Jo Reed" ; :colour "red" ; :founded 1991 .
:boat a :Boat ; rdfs:label "Kingfisher" ; :builder "Hale & Sons" ; :owner :otter ; :place "Dunmore" .
"""


@pytest.fixture(scope="module")
def rowing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PathsOverGraph]:
    path = Path(tmp_path_factory.mktemp("rowing")) / "rowing.ttl"
    path.write_text(ROWING)
    with PathsOverGraph(path) as agent:
        yield agent


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Who sponsors the Otter Crew?", "Marl Breweries"),
        ("Who is the coach of the Pike Crew?", "Jo Reed"),
        ("Who built the Kingfisher?", "Hale & Sons"),
    ],
)
def test_who_is_answered_by_the_text_of_who_does_it(rowing: PathsOverGraph, question: str, text: str) -> None:
    answer = rowing.ask(question)
    assert (answer.text, answer.status) == (text, "supported")


@pytest.mark.parametrize(
    "question",
    [
        "Who founded the Otter Crew?",
        "Who coloured the Otter Crew?",
        "Who is the place of the Kingfisher?",
        "Who does the Otter Crew sponsor?",
        "Who coaches the Kingfisher?",
    ],
)
def test_other_texts_and_the_other_side_are_nobody(rowing: PathsOverGraph, question: str) -> None:
    assert rowing.ask(question).status != "supported"
