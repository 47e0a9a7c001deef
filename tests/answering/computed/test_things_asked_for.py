"""What keeps an answer from being supported, and what does not: forms of a name, and things without a name."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pog_agent import PathsOverGraph
from pog_agent.ranking.encoder import CachedEncoder
from tests.answering.guards.turtle_graphs import agent_over
from tests.cases.seen import GRAPHS

KILNS = (GRAPHS / "kilns.ttl").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def kilns(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PathsOverGraph]:
    path = Path(tmp_path_factory.mktemp("kilns")) / "kilns.ttl"
    path.write_text(KILNS)
    with PathsOverGraph(path) as agent:
        yield agent


def test_things_of_a_class_that_is_asked_for_need_no_name(kilns: PathsOverGraph) -> None:
    answer = kilns.ask("Which firings were in Big Anna?")
    assert {item.iri for item in answer.answers} == {"http://kilns.example/f-0012", "http://kilns.example/f-0014"}
    assert answer.status == "supported"
    assert "2 of the answers have no name but their IRI" in answer.warnings


GIFTS = """
@prefix : <http://gifts.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Club rdfs:label "club" . :Town rdfs:label "town" . :giver rdfs:label "giver" . :in rdfs:label "location" .
:population rdfs:label "population" . :price rdfs:label "price" .
:c1 a :Club ; rdfs:label "Rotary Club" ; :in :t1 . :c2 a :Club ; rdfs:label "Choir" ; :in :t2 .
:t1 a :Town ; rdfs:label "Ulm" ; :population 120 . :t2 a :Town ; rdfs:label "Bonn" ; :population 300 .
:g1 a :Donation ; :giver :c1 ; :price 50 . :g2 a :Donation ; :giver :c1 ; :price 70 .
"""


def test_which_of_her_gifts_is_not_anything_of_hers(meaning: CachedEncoder) -> None:
    with agent_over(GIFTS, meaning) as agent:
        answer = agent.ask("Which of the Rotary Club's donations was the biggest?")
    assert answer.status != "supported" or {item.iri for item in answer.answers} == {"http://gifts.example/g2"}
