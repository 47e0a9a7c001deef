"""Texts that things have: what no word of the question asks for may be another attribute than is meant."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pog_agent import PathsOverGraph

DOGS = """
@prefix : <http://dogs.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:rex a :Dog ; rdfs:label "Rex" ; :seller "Cole" ; :colour "blue" ; :bornIn "York" ; :rival "Ajax" ;
  :not_suited_to "Sheep" .
:fly a :Dog ; rdfs:label "Fly" ; :seller "Ann" ; :colour "black" ; :bornIn "Leeds" ; :formerOwner "Bob Marsh" .
:hall a :Hall ; rdfs:label "Long Hall" ; :town "York" ; :architect "Ida Cole" ; :lastVisitedFrom "Hull" .
:barn a :Hall ; rdfs:label "Old Barn" ; :town "Selby" ; :architect "Jo Reed" .
"""


@pytest.fixture(scope="module")
def dogs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PathsOverGraph]:
    path = Path(tmp_path_factory.mktemp("dogs")) / "dogs.ttl"
    path.write_text(DOGS)
    with PathsOverGraph(path) as agent:
        yield agent


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Is the Long Hall in York?", "yes"),
        ("Is the Old Barn in York?", "no"),
        ("Which halls are in York?", "Long Hall"),
        ("Which halls are by Ida Cole?", "Long Hall"),
        ("Is Rex blue?", "yes"),
        ("Is Fly blue?", "no"),
    ],
)
def test_a_text_is_that_of_the_attribute_that_tells_it(dogs: PathsOverGraph, question: str, text: str) -> None:
    answer = dogs.ask(question)
    assert (answer.text, answer.status) == (text, "supported")


@pytest.mark.parametrize(
    ("question", "doubt"),
    [
        ("Is the Long Hall in Hull?", "'in Hull' means 'last visited from'"),
        ("Which halls are in Hull?", "'in Hull' means 'last visited from'"),
        ("Which dogs are for Sheep?", "'for Sheep' means 'not suited to'"),
        ("Is Rex in York?", "'in York' means 'born in'"),
        ("How many dogs are in York?", "'in York' means 'born in'"),
        ("Is Fly with Bob Marsh?", "'with Bob Marsh' means 'former owner'"),
        ("Is Rex Ajax?", "'Ajax' means 'rival'"),
        ("Is Rex in Cole?", "'in Cole' means 'seller'"),
    ],
)
def test_another_attribute_with_the_text_is_a_doubt(dogs: PathsOverGraph, question: str, doubt: str) -> None:
    answer = dogs.ask(question)
    assert answer.status == "partial"
    assert f"not fully supported: it is not certain that {doubt}" in answer.warnings
