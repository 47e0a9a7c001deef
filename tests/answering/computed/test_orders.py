"""The first and the last of events are ordered by dates of these events, and not by the age of who takes part."""

from collections.abc import Iterator

import pytest

from pog_agent import PathsOverGraph
from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder
from tests.answering.guards.turtle_graphs import agent_over, doubts

HARBOUR = """
@prefix : <http://boats.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Boat rdfs:label "boat" . :Skipper rdfs:label "skipper" ; rdfs:subClassOf :Person . :Person rdfs:label "person" .
:Regatta rdfs:label "regatta" . :Mast rdfs:label "mast" . :Yard rdfs:label "yard" .
:ownedBy rdfs:label "owned by" . :skipperedBy rdfs:label "skippered by" . :bornOn rdfs:label "born on" .
:wonBy rdfs:label "won by" . :heldOn rdfs:label "held on" . :mast rdfs:label "mast" .
:felled rdfs:label "felled on" .
:builtBy rdfs:label "built by" . :completed rdfs:label "completed on" . :mateOf rdfs:label "mate of" .
:gull a :Boat ; rdfs:label "Grey Gull" ; :ownedBy :ada, :bo ; :skipperedBy :cy ; :mast :oak, :ash ;
  :builtBy :dock ; :completed "1990-05-01"^^xsd:date .
:tern a :Boat ; rdfs:label "White Tern" ; :ownedBy :bo ; :skipperedBy :cy, :ada ; :builtBy :dock ;
  :completed "2001-05-01"^^xsd:date .
:dock a :Yard ; rdfs:label "Dock and Sons" .
:ada a :Skipper ; rdfs:label "Ada Krohn" ; :bornOn "1950-02-01"^^xsd:date ; :mateOf :cy .
:bo a :Person ; rdfs:label "Bo Lindt" ; :bornOn "1970-02-01"^^xsd:date .
:cy a :Skipper ; rdfs:label "Cy Ostrom" ; :bornOn "1960-02-01"^^xsd:date .
:ed a :Skipper ; rdfs:label "Ed Lindt" ; :bornOn "1997-02-01"^^xsd:date ; :mateOf :cy .
:oak a :Mast ; rdfs:label "Oak Mast" ; :felled "1930-01-01"^^xsd:date .
:ash a :Mast ; rdfs:label "Ash Mast" ; :felled "1920-01-01"^^xsd:date .
:cup a :Regatta ; rdfs:label "Spring Cup" ; :wonBy :gull ; :heldOn "2011-05-01"^^xsd:date .
:bowl a :Regatta ; rdfs:label "Autumn Bowl" ; :wonBy :gull ; :heldOn "2009-09-01"^^xsd:date .
:vase a :Regatta ; rdfs:label "Winter Vase" ; :wonBy :tern ; :heldOn "2015-01-01"^^xsd:date .
"""


@pytest.fixture(scope="module")
def harbour() -> Iterator[PathsOverGraph]:
    with agent_over(HARBOUR, CachedEncoder(LexicalEncoder())) as agent:
        yield agent


@pytest.mark.parametrize(
    "question",
    [
        "Who was the first owner of the Grey Gull?",
        "Who was the last owner of the Grey Gull?",
        "Who owned the Grey Gull first?",
        "Who first skippered the White Tern?",
        "Who was the latest skipper of the White Tern?",
        "Who was the first mate of Cy Ostrom?",
        "What was the first mast of the Grey Gull?",
    ],
)
def test_who_was_born_first_did_nothing_first(harbour: PathsOverGraph, question: str) -> None:
    assert harbour.ask(question).status != "supported"


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which regatta did the Grey Gull win first?", "Autumn Bowl"),
        ("Which regatta was held last?", "Winter Vase"),
        ("What was the last boat built by Dock and Sons?", "White Tern"),
        ("Which boat was completed first?", "Grey Gull"),
        ("Who was born first?", "Ada Krohn"),
    ],
)
def test_dates_of_what_is_ordered_order_it(harbour: PathsOverGraph, question: str, expected: str) -> None:
    answer = harbour.ask(question)
    assert (answer.text, answer.status) == (expected, "supported"), doubts(answer)


def test_one_thing_alone_is_not_known_to_be_the_first(harbour: PathsOverGraph) -> None:
    answer = harbour.ask("Which regatta did the White Tern win first?")
    assert (answer.text, answer.status) == ("Winter Vase", "partial")
    assert doubts(answer) == ["only-one-value"]
