"""Questions in everyday phrases, where no word names the relation: who runs it, what goes into it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pog_agent import PathsOverGraph

FERRIES = """
@prefix : <http://ferries.example/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:heron a :Ferry ; rdfs:label "Grey Heron" ; :commandedBy :ada ; :launchedOn "1988-05-02"^^xsd:date ;
  :passengerCapacity 220 ; :ticketPriceEuro 14.5 ; :homePort "Sundhaven" ; :fuel "diesel" .
:tern a :Ferry ; rdfs:label "Little Tern" ; :launchedOn "2004-09-20"^^xsd:date ; :passengerCapacity 90 ;
  :ticketPriceEuro 9 ; :homePort "Ostby" ; :retiredOn "2021-03-31"^^xsd:date .
:ada a :Captain ; rdfs:label "Ada Lindqvist" ; :succeeded :bror ; :telephone "04-771" ; :hometown "Ostby" .
:bror a :Captain ; rdfs:label "Bror Hane" ; :hometown "Sundhaven" ; :instructedBy :cleo .
:cleo a :Captain ; rdfs:label "Cleo Frost" ; :instructedBy :ada .
:punch a :Drink ; rdfs:label "Harbour Punch" ; :mixedBy :dan ;
  :contains [ :component :rum ] , [ :component :lime ] .
:rum a :Liquid ; rdfs:label "dark rum" . :lime a :Liquid ; rdfs:label "lime juice" .
:dan a :Barkeeper ; rdfs:label "Dan Okoye" .
:office a :Company ; rdfs:label "Sound Crossings Limited" ; :chairedBy :cleo ; :registeredIn "Sundhaven" .
:rival a :Company ; rdfs:label "Blue Boat" ; :registeredIn "Ostby" .
"""


@pytest.fixture(scope="module")
def ferries(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PathsOverGraph]:
    path = Path(tmp_path_factory.mktemp("ferries")) / "ferries.ttl"
    path.write_text(FERRIES)
    with PathsOverGraph(path, encoder="auto", model="offline") as agent:
        yield agent


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who's in charge of the Grey Heron?", ["Ada Lindqvist"]),
        ("How many people fit on the Grey Heron?", ["220"]),
        ("What kind of fuel does the Grey Heron burn?", ["diesel"]),
        ("Who heads Sound Crossings Limited?", ["Cleo Frost"]),
    ],
)
def test_a_probable_query_gives_a_partial_answer(
    ferries: PathsOverGraph, question: str, expected: list[str]
) -> None:
    answer = ferries.ask(question)
    assert (sorted(item.label for item in answer.answers), answer.status) == (expected, "partial"), answer.warnings
    assert answer.query is not None
    assert answer.confidence is not None


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who came up with the Harbour Punch?", "Dan Okoye"),
        ("Who runs the Grey Heron?", "Ada Lindqvist"),
        ("Where does Ada Lindqvist come from?", "Ostby"),
        ("Where's Bror Hane from?", "Sundhaven"),
    ],
)
def test_what_is_less_probable_is_among_the_readings_shown(
    ferries: PathsOverGraph, question: str, expected: str
) -> None:
    answer = ferries.ask(question)
    shown = [answer.answers, *(item.answers for item in answer.alternatives)]
    assert [expected] in [[item.label for item in own] for own in shown]


def test_the_answer_says_as_what_the_question_was_read(ferries: PathsOverGraph) -> None:
    answer = ferries.ask("Who heads Sound Crossings Limited?")
    assert any("it was read as 'what is Sound Crossings Limited chaired by?'" in text for text in answer.warnings)


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("Who runs the Little Tern?", "other ferries have a captain, and it has none"),
        ("How deep is the Grey Heron?", "no number of it is a depth"),
        ("What's Bror Hane's phone number?", "the graph has that of another captain"),
        ("Who instructed Ada Lindqvist?", "the graph has whom she instructed"),
        ("Who is Bror Hane married to?", "who instructed him tells nothing of that"),
        ("Who mixes the Grey Heron?", "what is mixed is told of a drink"),
        ("How many people fit on the Grey Heron and the Little Tern together?", "nothing adds them"),
        ("What did Ada Lindqvist launch in 2004?", "no fact of hers has that year"),
    ],
)
def test_what_the_graph_does_not_tell_is_no_answer(ferries: PathsOverGraph, question: str, why: str) -> None:
    answer = ferries.ask(question)
    assert answer.status == "abstained", (why, answer.text, answer.warnings)
    assert answer.abstention is not None
    assert not [warning for warning in answer.warnings if warning.startswith("not fully supported")]


def test_a_yes_or_no_is_only_proposed(ferries: PathsOverGraph) -> None:
    answer = ferries.ask("Does Ada Lindqvist steer the Grey Heron?")
    assert answer.status == "abstained"


HOUSES = """
@prefix : <http://houses.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:oak a :House ; rdfs:label "Oak House" ; :paintedBy :ann ; :roofedBy :ben .
:ann a :Person ; rdfs:label "Ann Sorrel" . :ben a :Person ; rdfs:label "Ben Yarrow" .
"""


def test_an_abstention_proposes_queries_by_which_the_question_can_be_asked(tmp_path: Path) -> None:
    path = tmp_path / "houses.ttl"
    path.write_text(HOUSES)
    with PathsOverGraph(path, encoder="auto", model="offline") as agent:
        answer = agent.ask("Who insures the Oak House?")
        assert answer.status == "abstained"
        told = {item.path: [one.label for one in item.answers] for item in answer.alternatives}
        assert told["what is Oak House painted by?"] == ["Ann Sorrel"]
        assert told["what is Oak House roofed by?"] == ["Ben Yarrow"]
        other = agent.ask(answer.other_reading(1))
    assert other.status == "partial"
    assert [item.label for item in other.answers] == [item.label for item in answer.alternatives[0].answers]


@pytest.mark.parametrize("setting", [{"reader": "rules"}, {"encoder": "lexical"}])
def test_where_nothing_is_ranked_there_is_no_other_reading(tmp_path: Path, setting: dict[str, str]) -> None:
    path = tmp_path / "houses.ttl"
    path.write_text(HOUSES)
    with PathsOverGraph(path, model="offline", **setting) as agent:
        answer = agent.ask("Who insures the Oak House?")
    assert answer.status == "abstained"
    assert not answer.alternatives


def test_a_graph_without_classes_is_read_too(tmp_path: Path) -> None:
    path = tmp_path / "houses.ttl"
    path.write_text(HOUSES.replace("a :House ; ", "").replace("a :Person ; ", ""))
    with PathsOverGraph(path, encoder="auto", model="offline") as agent:
        answer = agent.ask("Who decorated the Oak House?")
    shown = [answer.answers, *(item.answers for item in answer.alternatives)]
    assert ["Ann Sorrel"] in [[item.label for item in own] for own in shown]


def test_the_least_confidence_asked_for_withholds_such_an_answer(tmp_path: Path) -> None:
    path = tmp_path / "ferries.ttl"
    path.write_text(FERRIES)
    with PathsOverGraph(path, encoder="auto", model="offline", min_confidence=0.97) as agent:
        answer = agent.ask("Who came up with the Harbour Punch?")
    assert answer.status == "abstained"
    assert "what is Harbour Punch mixed by?" in [item.path for item in answer.alternatives]
