"""Plain questions over a graph that hardly labels anything: names are in IRIs, places and posts in texts."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pog_agent import PathsOverGraph

FERRY_LINE = """
@prefix : <http://example.org/line/> .
@prefix v: <http://example.org/terms#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
v:NightSailing rdfs:subClassOf v:Sailing . v:Purser rdfs:subClassOf v:Employee . v:Ferry rdfs:subClassOf v:Vessel .
:sailingQK7 a v:NightSailing ; v:leavesFrom :pierN1 ; v:sailedWith :MorningStar ; v:operatedBy :NorthLine .
:sailingQK12 a v:NightSailing ; v:leavesFrom :pierN2 ; v:sailedWith :EveningStar ; v:operatedBy :SouthLine .
:sailingTB3 a v:Sailing ; v:leavesFrom :pierN1 ; v:sailedWith :MorningStar ; v:operatedBy :NorthLine .
:pierN1 a v:Pier ; v:inTerminal :WestTerminal . :pierN2 a v:Pier ; v:inTerminal :EastTerminal .
:WestTerminal a v:Terminal ; v:designedBy :MiraLund . :EastTerminal a v:Terminal ; v:designedBy :OttoBrandt .
:MiraLund a v:Architect . :OttoBrandt a v:Architect .
:MorningStar a v:Ferry ; v:ownedBy :KestrelLeasing . :EveningStar a v:Ferry ; v:ownedBy :NorthLine .
:NorthLine a v:Line ; v:basedIn "Havnstad" . :SouthLine a v:Line ; v:basedIn "Odby" .
:AdaKrohn a v:Purser ; v:reportsTo :BoLindt ; v:pastPost [ v:atPier :pierN2 ; v:asRole "manager" ] .
:BoLindt a v:Employee ; v:manages :pierN1 .
:yearbook a v:Yearbook ; rdfs:label "Tides and Tables" ; v:editor :AdaKrohn ; v:author :BoLindt .
:EveningStar v:survey [ v:status "passed" ; v:fee 300 ; v:surveyor :BoLindt ] .
:MorningStar v:survey [ v:status "failed" ; v:fee 450 ; v:surveyor :AdaKrohn ] .
[] v:onFerry :EveningStar ; v:amount 900 . [] v:onFerry :MorningStar ; v:amount 700 .
"""


@pytest.fixture(scope="module")
def ferries(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PathsOverGraph]:
    path = Path(tmp_path_factory.mktemp("ferries")) / "ferries.ttl"
    path.write_text(FERRY_LINE)
    with PathsOverGraph(path, encoder="auto", model="offline") as agent:
        yield agent


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which line operates sailing QK7?", ["North Line"]),
        ("Is sailing QK12 operated by South Line?", ["yes"]),
        ("Is sailing QK12 operated by North Line?", ["no"]),
        ("Who designed the West Terminal?", ["Mira Lund"]),
        ("Which ferries are owned by Kestrel Leasing?", ["Morning Star"]),
        ("Where is North Line based?", ["Havnstad"]),
        ("Does Ada Krohn report to Bo Lindt?", ["yes"]),
        ("Which piers does Bo Lindt manage?", ["pier N1"]),
        ("Who edited Tides and Tables?", ["Ada Krohn"]),
        ("Which ferry had the highest survey fee?", ["Morning Star"]),
    ],
)
def test_what_is_named_by_its_iri_is_asked_about(
    ferries: PathsOverGraph, question: str, expected: list[str]
) -> None:
    answer = ferries.ask(question)
    assert ([item.shown for item in answer.answers], answer.status) == (expected, "supported"), answer.warnings


def test_the_code_alone_names_a_thing(ferries: PathsOverGraph) -> None:
    answer = ferries.ask("Which line operates QK7?")
    assert [item.shown for item in answer.answers] == ["North Line"]


def test_the_other_direction_is_no_yes(ferries: PathsOverGraph) -> None:
    answer = ferries.ask("Does Bo Lindt report to Ada Krohn?")
    assert answer.text == "no"
