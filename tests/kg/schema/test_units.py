"""Which units numbers are in, as names, descriptions, statements and the numbers' own nodes say."""

from pathlib import Path

import pyoxigraph
import pytest

from pog_agent.kg.local.compile import compile_files
from pog_agent.kg.schema.summary import SchemaSummary
from pog_agent.kg.schema.units.stated import is_unit_relation
from tests.kg.schema.test_endpoint import asked
from tests.servers import serve_oxigraph

EX = "http://example.org/"
FERRIES = """
@prefix : <http://example.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix schema: <https://schema.org/> .
@prefix qudt: <http://qudt.org/schema/qudt/> .
@prefix unit: <http://qudt.org/vocab/unit/> .
:Ferry rdfs:label "ferry" . :width rdfs:label "width" . :seats rdfs:label "seats" .
:mass rdfs:label "mass" ; rdfs:comment "What it weighs, in tonnes." .
:fareEur rdfs:label "fare" . :speed rdfs:label "speed (km/h)" .
:draught rdfs:label "draught" ; qudt:unit unit:M . :crew rdfs:label "crew" ; qudt:unit :heads .
:range rdfs:label "range (km)" ; rdfs:comment "How far it goes, in miles." .
:anna a :Ferry ; rdfs:label "Anna" ; :mass 90 ; :fareEur 2.5 ; :speed 20 ; :draught 1.5 ; :range 100 ; :seats 80 ;
  :crew 4 ; :width [ a schema:QuantitativeValue ; schema:value 6 ; schema:unitCode "MTR" ] ;
  :deck [ a schema:QuantitativeValue ; schema:value 6 ; schema:unitText "plank" ; :side "left" ] ;
  :tank [ a :Quantity ; qudt:numericValue 300 ; qudt:unit unit:L ] .
:bert a :Ferry ; rdfs:label "Bert" ; :mass 120 ; :fareEur 3.0 ; :speed 25 ; :draught 2 ; :range 80 ; :seats 95 ;
  :crew 5 ; :width [ a schema:QuantitativeValue ; schema:value 550 ; schema:unitCode "CMT" ] ;
  :tank [ a :Quantity ; qudt:numericValue 400 ] .
"""


@pytest.fixture(scope="module")
def ferries(tmp_path_factory: pytest.TempPathFactory) -> SchemaSummary:
    file = tmp_path_factory.mktemp("ferries") / "ferries.ttl"
    file.write_text(FERRIES, encoding="utf-8")
    summary = compile_files([file], "ferries").summary
    assert summary is not None
    return summary


def test_a_name_a_description_or_a_statement_says_the_unit(
    ferries: SchemaSummary,
) -> None:
    found = {item.relation.removeprefix(EX): (item.unit, item.source) for item in ferries.units}
    assert found == {
        "mass": ("t", "description"),
        "fareEur": ("EUR", "name"),
        "speed": ("km/h", "name"),
        "draught": ("m", "statement"),
    }
    assert ferries.unit_of(EX + "mass") == "t"


def test_two_units_or_an_unknown_one_are_none(ferries: SchemaSummary) -> None:
    assert (ferries.unit_of(EX + "range"), ferries.unit_of(EX + "crew"), ferries.unit_of(EX + "seats")) == (
        "",
        "",
        "",
    )


def test_numbers_with_units_of_their_own_are_told_by_what_leads_to_them(ferries: SchemaSummary) -> None:
    found = {
        item.relation.removeprefix(EX): ([unit.unit for unit in item.units], item.is_complete, item.is_plain)
        for item in ferries.quantities
    }
    assert found == {
        "width": (["cm", "m"], True, True),
        "deck": ([""], True, False),
        "tank": (["l"], False, True),
    }


def test_an_endpoint_has_the_same_units(ferries: SchemaSummary, tmp_path: Path) -> None:
    store = pyoxigraph.Store()
    store.load(FERRIES.encode(), format=pyoxigraph.RdfFormat.TURTLE)
    with serve_oxigraph(store) as url:
        summary = asked(url)
    assert summary.units == ferries.units
    assert summary.quantities == ferries.quantities


@pytest.mark.parametrize(
    ("name", "expected"),
    [("unitCode", True), ("hasUnit", True), ("priceCurrency", True), ("unit", True), ("community", False)],
)
def test_relations_to_units_are_told_by_their_names(name: str, expected: bool) -> None:
    assert is_unit_relation(EX + name) is expected
