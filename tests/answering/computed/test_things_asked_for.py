"""What keeps an answer from being supported, and what does not: forms of a name, and things without a name."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pog_agent import PathsOverGraph
from pog_agent.ranking.encoder import CachedEncoder
from tests.answering.guards.turtle_graphs import agent_over

KILNS = """
@prefix : <http://kilns.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Firing rdfs:label "firing" . :Kiln rdfs:label "kiln" . :Shelf rdfs:label "shelf" .
:inKiln rdfs:label "in kiln" . :onShelf rdfs:label "on shelf" . :maker rdfs:label "maker" .
:volume rdfs:label "volume" . :weight rdfs:label "weight" .
:k1 a :Kiln ; rdfs:label "Big Anna" ; :maker "Nabertal" ; :volume 200 ; :weight 310 .
:k2 a :Kiln ; rdfs:label "Little Ben" ; :maker "Rohder" ; :volume 80 ; :weight 95 .
:s1 a :Shelf ; rdfs:label "Upper Shelf" . :s2 a :Shelf ; rdfs:label "Lower Shelf" .
:p1 a :Pot ; rdfs:label "Blue Jug" ; :onShelf :s1 . :p2 a :Pot ; rdfs:label "Red Bowl" ; :onShelf :s1 .
:Pot rdfs:label "pot" .
:f-0012 a :Firing ; :inKiln :k1 . :f-0013 a :Firing ; :inKiln :k2 .
:f-0014 a :Firing ; :inKiln :k1 .
"""
BOATS = """
@prefix : <http://boats.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Boat rdfs:label "boat" . :length rdfs:label "length" .
:Cup rdfs:label "cup" . :prizeMoney rdfs:label "prize money" .
:gull a :Boat ; rdfs:label "Grey Gull" ; :length 12 . :tern a :Boat ; rdfs:label "Red Tern" ; :length 8 .
:c1 a :Cup ; rdfs:label "Fjord Cup" ; :prizeMoney 900 . :c2 a :Cup ; rdfs:label "Elm Cup" ; :prizeMoney 300 .
"""


@pytest.fixture(scope="module")
def kilns(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PathsOverGraph]:
    path = Path(tmp_path_factory.mktemp("kilns")) / "kilns.ttl"
    path.write_text(KILNS)
    with PathsOverGraph(path) as agent:
        yield agent


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which kilns were made by Nabertal?", "Big Anna"),
        ("Which kiln did Rohder make?", "Little Ben"),
        ("Which shelf has no pots?", "Lower Shelf"),
    ],
)
def test_forms_of_a_name_are_read(kilns: PathsOverGraph, question: str, expected: str) -> None:
    answer = kilns.ask(question)
    assert (answer.status, answer.text) == ("supported", expected)


@pytest.mark.parametrize("question", ["Which kilns were repaired by Nabertal?", "Which kilns did Nabertal buy?"])
def test_another_verb_is_not(kilns: PathsOverGraph, question: str) -> None:
    assert kilns.ask(question).status != "supported"


def test_things_of_a_class_that_is_asked_for_need_no_name(kilns: PathsOverGraph) -> None:
    answer = kilns.ask("Which firings were in Big Anna?")
    assert {item.iri for item in answer.answers} == {"http://kilns.example/f-0012", "http://kilns.example/f-0014"}
    assert answer.status == "supported"
    assert "2 of the answers have no name but their IRI" in answer.warnings


def test_things_of_a_class_that_is_not_named_need_one(kilns: PathsOverGraph) -> None:
    assert kilns.ask("What was in Big Anna?").status != "supported"


@pytest.mark.parametrize(
    ("question", "status", "expected"),
    [
        ("What weighs more than 100?", "supported", "Big Anna"),
        ("What has a volume below 100?", "supported", "Little Ben"),
        ("Which gadget weighs more than 100?", "partial", "Big Anna"),
        ("Which gadget weighs 95?", "partial", "Little Ben"),
        ("Which gadget has a volume above 100?", "partial", "Big Anna"),
        ("Which weights are above 100?", "supported", "310"),
        ("What is the weight of Little Ben?", "supported", "95"),
    ],
)
def test_what_has_a_value_is_asked_for_unless_the_value_is(
    kilns: PathsOverGraph, question: str, status: str, expected: str
) -> None:
    answer = kilns.ask(question)
    assert (answer.status, answer.text) == (status, expected)


@pytest.mark.parametrize(
    ("noun", "status"), [("boats", "supported"), ("motorboats", "partial"), ("sailboats", "partial")]
)
def test_a_kind_that_is_like_a_class_is_not_the_class(meaning: CachedEncoder, noun: str, status: str) -> None:
    with agent_over(BOATS, meaning) as agent:
        answer = agent.ask(f"Which {noun} have a length above 10?")
    assert (answer.status, answer.text) == (status, "Grey Gull")


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


def test_a_noun_that_is_like_the_name_of_a_value_is_not_the_value(meaning: CachedEncoder) -> None:
    with agent_over(BOATS, meaning) as agent:
        answer = agent.ask("Which award has a prize money above 500?")
    assert (answer.text, answer.status) != ("900", "supported")


ORDERS = """
@prefix : <http://orders.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:OrderLine rdfs:label "order line" . :SalesOrder rdfs:label "sales order" . :Clerk rdfs:label "clerk" .
:enteredBy rdfs:label "entered by" . :takenBy rdfs:label "taken by" .
:c a :Clerk ; rdfs:label "Ada Krohn" .
:so-0041 a :SalesOrder ; :takenBy :c . :so-0042 a :SalesOrder ; :takenBy :c .
:ol-0007 a :OrderLine ; :enteredBy :c . :ol-0008 a :OrderLine ; :enteredBy :c .
"""


@pytest.mark.parametrize(
    ("question", "is_supported"),
    [
        ("Which sales orders were taken by Ada Krohn?", True),
        ("Which orders were entered by Ada Krohn?", False),
    ],
)
def test_a_line_of_an_order_is_no_order(meaning: CachedEncoder, question: str, is_supported: bool) -> None:
    with agent_over(ORDERS, meaning) as agent:
        assert (agent.ask(question).status == "supported") is is_supported
