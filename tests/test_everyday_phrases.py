"""Questions in everyday phrases, where no word names the relation: who runs it, what goes into it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pog_agent import PathsOverGraph
from tests.cases.seen import GRAPHS

FERRIES = (GRAPHS / "ferries_everyday_phrases.ttl").read_text(encoding="utf-8")


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
        ("Who runs the Grey Heron?", ["Ada Lindqvist"]),
        ("Who looks after the Grey Heron?", ["Ada Lindqvist"]),
        ("What do we charge for the Grey Heron?", ["14.5"]),
        ("How many people fit on the Grey Heron?", ["220"]),
        ("Where does Bror Hane come from?", ["Sundhaven"]),
        ("Who took over from Bror Hane?", ["Ada Lindqvist"]),
        ("Who did Ada Lindqvist take over from?", ["Bror Hane"]),
        ("Who came up with the Harbour Punch?", ["Dan Okoye"]),
        ("What kind of fuel does the Grey Heron burn?", ["diesel"]),
        ("Who heads Sound Crossings Limited?", ["Cleo Frost"]),
        ("When did the Little Tern stop?", ["2021-03-31"]),
    ],
)
def test_the_only_relation_that_can_be_meant_is_a_partial_answer(
    ferries: PathsOverGraph, question: str, expected: list[str]
) -> None:
    answer = ferries.ask(question)
    assert (sorted(item.label for item in answer.answers), answer.status) == (expected, "partial"), answer.warnings
    assert answer.confidence is not None
    assert answer.confidence <= 0.75


def test_an_abstention_shows_the_relations_that_may_be_meant(tmp_path: Path) -> None:
    path = tmp_path / "houses.ttl"
    path.write_text(
        """
        @prefix : <http://houses.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
        :oak a :House ; rdfs:label "Oak House" ; :paintedBy :ann ; :roofedBy :ben .
        :ann a :Person ; rdfs:label "Ann Sorrel" . :ben a :Person ; rdfs:label "Ben Yarrow" .
        """
    )
    with PathsOverGraph(path, encoder="auto", model="offline") as agent:
        answer = agent.ask("Who insures the Oak House?")
        assert answer.status == "abstained"
        told = {item.path: [one.label for one in item.answers] for item in answer.alternatives}
        assert told == {"painted by": ["Ann Sorrel"], "roofed by": ["Ben Yarrow"]}
        other = agent.ask(answer.other_reading(1))
    assert other.status == "partial"
    assert [item.label for item in other.answers] == [item.label for item in answer.alternatives[0].answers]


def test_the_least_confidence_asked_for_withholds_such_an_answer(tmp_path: Path) -> None:
    path = tmp_path / "ferries.ttl"
    path.write_text(FERRIES)
    with PathsOverGraph(path, encoder="auto", model="offline", min_confidence=0.9) as agent:
        answer = agent.ask("Who came up with the Harbour Punch?")
    assert answer.status == "abstained"
    assert [item.path for item in answer.alternatives] == ["mixed by"]


@pytest.mark.parametrize(
    ("question", "status", "expected"),
    [
        ("Where is Sound Crossings registered?", "partial", ["Sundhaven"]),
        ("Where is BlueBoat registered?", "partial", ["Ostby"]),
        ("Where is Crossings registered?", "abstained", []),
    ],
)
def test_a_name_in_another_form_is_read_and_told(
    ferries: PathsOverGraph, question: str, status: str, expected: list[str]
) -> None:
    """The first words of one name alone, or its letters; not a word in its middle."""
    answer = ferries.ask(question)
    assert ([item.label for item in answer.answers], answer.status) == (expected, status), answer.warnings
    assert not expected or any(warning.startswith("took '") for warning in answer.warnings)
