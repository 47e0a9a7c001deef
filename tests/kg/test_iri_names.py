"""Names from IRIs: which local names are words, and which nodes without a label every store names by them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import rdflib
from rdflib.namespace import DC, DCTERMS, FOAF, RDFS, SKOS

from pog_agent.kg.base import KnowledgeGraph
from pog_agent.kg.iri_names import iri_text, name_of_iri, namespace_of, rule_of_kind
from pog_agent.kg.local.compile import compile_files
from pog_agent.kg.local.oxigraph_files import build_store
from pog_agent.kg.local.oxigraph_store import OxigraphStore
from pog_agent.kg.local.rdf_store import RdfStore
from pog_agent.kg.preset import Preset, generic, load_preset

EX = "http://example.org/"
STORES = ["rdflib", "compiled", "oxigraph"]


@pytest.mark.parametrize(
    ("local", "text"),
    [
        ("New_York_City", "New York City"),
        ("stuttgart", "stuttgart"),
        ("hasManager", "has manager"),
        ("HyperDrive", "Hyper Drive"),
        ("K%C3%B6ln", "Köln"),
        ("new%20york", "new york"),
        ("東京", "東京"),
        ("J.R.R._Tolkien", "J.R.R. Tolkien"),
        ("Jean-Paul_Sartre", "Jean-Paul Sartre"),
        ("new-york-city", "new york city"),
        ("Duran_Duran", "Duran Duran"),
        ("Torque_Sensor_TS1", "Torque Sensor TS1"),
        ("people.person", "people person"),
        ("USA", "USA"),
    ],
)
def test_a_local_name_of_words_is_a_name(local, text):
    name = name_of_iri(EX + local)
    assert name is not None
    assert name.text == text == iri_text(EX + local)


@pytest.mark.parametrize(
    "local",
    [
        *("m.0d05w3", "g.11b6", "Q64", "P31", "_b12", "x1", "12", "a", "cvt", "xkqzv", "%FF", ""),
        *("about.html", "logo.png", "ann@acme.example"),
        *("Q42-a1b2c3d4-5e6f-7081-92a3-b4c5d6e7f809", "550e8400-e29b-41d4-a716-446655440000"),
        *("9f86d081884c7d65", "dQw4w9WgXcQ", "aGVsbG8x", "word" * 40),
    ],
)
def test_an_identifier_is_no_name(local):
    assert name_of_iri(EX + local) is None


def test_letters_alone_are_taken_leniently_and_identifiers_with_digits_are_not():
    assert name_of_iri(EX + "cvt", lenient=True).text == "cvt"
    assert name_of_iri(EX + "m.0d05w3", lenient=True) is None


@pytest.mark.parametrize(
    ("iri", "namespace"),
    [(EX + "a/b", EX + "a/"), (EX + "x#y", EX + "x#"), (EX + "a/", EX), ("urn:isbn:1", "urn:isbn:")],
)
def test_a_namespace_ends_where_the_local_name_begins(iri, namespace):
    assert namespace_of(iri) == namespace


def allowed(kind: str, labelled: int, *locals_: str) -> list[str]:
    """Which of the nodes of a kind go by their local names."""
    iris = [EX + local for local in locals_]
    rule = rule_of_kind(EX + kind, labelled, labelled + len(iris), iris)
    named = {iri: name for iri in iris if (name := name_of_iri(iri)) is not None}
    return [iri.removeprefix(EX) for iri, name in named.items() if rule.allows(iri, name)]


@pytest.mark.parametrize(
    ("kind", "labelled", "locals_", "named"),
    [
        ("City", 5, ["Stuttgart", "Ulm"], ["Stuttgart", "Ulm"]),
        ("City", 0, ["Stuttgart", "Ulm", "Berlin"], ["Stuttgart", "Ulm", "Berlin"]),
        ("Marriage", 0, ["marriage_Curie", "marriage_Ono"], []),
        ("link", 0, ["tie_Curie", "tie_Ono", "tie_Maric"], []),
        ("Role", 0, ["CurieRole", "OnoRole"], []),
        ("Town", 5, ["town_ulm", "town_bonn", "town_kiel"], ["town_ulm", "town_bonn", "town_kiel"]),
        ("Loan", 0, ["Loan12"], []),
        ("Mission", 9, ["Apollo_11"], ["Apollo_11"]),
        ("Order", 9, ["order-1", "order-2", "order-3"], []),
        ("Sensor", 0, ["Torque_Sensor_TS1"], ["Torque_Sensor_TS1"]),
        ("Thing", 5, ["m.0d05w3", "m.0bxtg", "m.02mjmr", "Ulm"], []),
    ],
)
def test_a_rule_tells_names_from_schemes_and_counters(kind, labelled, locals_, named):
    assert allowed(kind, labelled, *locals_) == named


TURTLE = f"""
@prefix : <{EX}> . @prefix d: <{EX}def#> . @prefix rdfs: <{RDFS}> . @prefix skos: <{SKOS}> .
@prefix foaf: <{FOAF}> . @prefix dct: <{DCTERMS}> . @prefix dc: <{DC}> .
@prefix s: <http://schema.org/> . @prefix ss: <https://schema.org/> .
:c1 a d:Company ; rdfs:label "Acme"@en ; d:seat :Stuttgart ; d:headOf [ d:who :p2 ] .
:c2 a d:Company ; skos:prefLabel "Globex" ; skos:altLabel "GX" ; d:seat :ulm .
:Initech a d:Company ; d:seat :Bad_K%C3%B6nig ; d:grade d:HyperDrive .
:p1 a d:Person ; s:name "Ann" ; s:alternateName "Annie" ; d:worksFor :c1 .
:p2 a d:Person ; ss:name "Bob" ; ss:alternateName "Bobby" ; d:worksFor :c2 .
:p3 a d:Person ; foaf:name "Cyd" .
:p4 a d:Person ; dct:title "Dee" ; skos:altLabel "D." .
:p5 a d:Person ; dc:title "Eve" ; rdfs:label "Eva"@de .
:ulm a d:City ; rdfs:label "Ulm" .
:loan_2021_03 a d:Loan ; d:lender :c1 ; d:borrower :c2 .
:loan_2022_11 a d:Loan ; d:lender :c2 ; d:borrower :p1 .
:p1 d:marriage :marriage_Ann_Bob . :p2 d:marriage :marriage_Ann_Bob . :p3 d:marriage :marriage_Cyd_Dee .
:m.0d05w3 d:lender :p4 . :Q64 a d:City . :node123 a d:City .
"""
NAMED = {
    "Stuttgart": "Stuttgart",
    "Bad_K%C3%B6nig": "Bad König",
    "Initech": "Initech",
    "def#HyperDrive": "Hyper Drive",
    "def#Company": "Company",
    "def#Person": "Person",
    "def#City": "City",
    "def#Loan": "Loan",
}
NAMELESS = [
    *("loan_2021_03", "loan_2022_11", "marriage_Ann_Bob", "marriage_Cyd_Dee"),
    *("m.0d05w3", "Q64", "nowhere", "No_Where"),
]
LABELLED = {"c1": "Acme", "c2": "Globex", "p1": "Ann", "p2": "Bob", "p3": "Cyd", "p4": "Dee", "ulm": "Ulm"}


def opened(kind: str, folder: Path, turtle: str, preset: Preset) -> KnowledgeGraph:
    """A store of one kind over the graph."""
    file = folder / "graph.ttl"
    file.write_text(turtle, encoding="utf-8")
    if kind == "rdflib":
        return RdfStore(rdflib.Graph().parse(file), preset=preset)
    if kind == "compiled":
        return compile_files([file], "graph", preset)
    if kind == "oxigraph":
        build_store([str(file)], str(folder / "store"))
        return OxigraphStore(folder / "store", preset=preset)
    raise AssertionError(kind)


@pytest.fixture(scope="module", params=STORES)
def store(request, tmp_path_factory) -> Iterator[KnowledgeGraph]:
    graph = opened(request.param, tmp_path_factory.mktemp("names"), TURTLE, generic())
    yield graph
    graph.close()


async def test_a_node_without_a_label_goes_by_its_iri_where_its_like_have_names(store):
    assert await store.labels([EX + local for local in NAMED]) == {EX + local: NAMED[local] for local in NAMED}


async def test_mediators_and_identifiers_stay_nameless(store):
    assert await store.labels([*(EX + local for local in NAMELESS), "_:b0", '"x"']) == {}


async def test_every_usual_predicate_names_a_node_without_a_preset(store):
    assert await store.labels([EX + local for local in LABELLED]) == {EX + k: v for k, v in LABELLED.items()}
    assert await store.labels([EX + "p5"], ["de"]) == {EX + "p5": "Eva"}


async def test_a_relation_goes_by_the_words_of_its_iri(store):
    assert await store.labels([EX + "def#worksFor"]) == {EX + "def#worksFor": "works for"}


async def test_a_node_is_found_by_the_words_of_its_iri(store):
    found = await store.find(["stuttgart", "Bad König", "hyper drive", "Annie", "Bobby", "GX", "loan 2021 03"])
    iris = {text: [entity.iri for entity in entities] for text, entities in found.items()}
    assert iris == {
        "stuttgart": [EX + "Stuttgart"],
        "Bad König": [EX + "Bad_K%C3%B6nig"],
        "hyper drive": [EX + "def#HyperDrive"],
        "Annie": [EX + "p1"],
        "Bobby": [EX + "p2"],
        "GX": [EX + "c2"],
    }
    assert (await store.search("Stuttgart"))[0].iri == EX + "Stuttgart"


async def test_the_catalog_has_the_names_from_iris(store):
    catalog = {(entity.iri, entity.label.casefold()) for entity in await store.catalog(1000) or ()}
    assert {(EX + local, text.casefold()) for local, text in NAMED.items()} <= catalog
    assert not {iri for iri, _ in catalog} & {EX + local for local in NAMELESS}


@pytest.mark.parametrize("kind", STORES)
@pytest.mark.parametrize("setting", ["always", "never"])
async def test_a_preset_forces_names_from_iris_on_or_off(kind, setting, tmp_path):
    preset = generic().model_copy(update={"names_from_iris": setting})
    graph = opened(kind, tmp_path, TURTLE, preset)
    named = await graph.labels([EX + "Stuttgart", EX + "loan_2021_03", EX + "Q64", EX + "c1"])
    given = {EX + "Stuttgart": "Stuttgart", EX + "loan_2021_03": "loan 2021 03", EX + "Q64": "Q64"}
    assert named == {EX + "c1": "Acme"} | (given if setting == "always" else {})
    assert ("loan 2021 03" in await graph.find(["loan 2021 03"])) == (setting == "always")
    graph.close()


@pytest.mark.parametrize("kind", STORES)
async def test_where_hardly_any_node_has_a_label_all_words_are_names_and_identifiers_are_not(kind, tmp_path):
    turtle = f"""@prefix : <{EX}> . :award_Curie_1903 :of :Marie_Curie . :award_Bohr_1922 :of :Niels_Bohr .
    :a :p :m.0d05w3, :node1, :node2, :node3, :Windows_95 ."""
    graph = opened(kind, tmp_path, turtle, generic())
    asked = ["award_Curie_1903", "Marie_Curie", "a", "m.0d05w3", "node1", "Windows_95", "nowhere"]
    assert await graph.labels([EX + local for local in asked]) == {
        EX + "award_Curie_1903": "award Curie 1903",
        EX + "Marie_Curie": "Marie Curie",
        EX + "a": "a",
        EX + "Windows_95": "Windows 95",
    }
    graph.close()


@pytest.mark.parametrize("name", ["freebase", "wikidata", "wikidata-statements"])
def test_presets_of_graphs_with_opaque_ids_take_no_names_from_iris(name):
    assert load_preset(name).names_from_iris == "never"


@pytest.mark.parametrize("kind", STORES)
async def test_a_class_that_a_freebase_lacks_a_name_for_stays_nameless(kind, tmp_path):
    freebase = "http://rdf.freebase.com/ns/"
    turtle = f"""@prefix fb: <{freebase}> . fb:m.0ann fb:type.object.name "Ann"@en ;
    fb:people.person.spouse_s fb:m.0cvt ; fb:type.object.type fb:people.person ."""
    graph = opened(kind, tmp_path, turtle, load_preset("freebase"))
    asked = [freebase + local for local in ("m.0ann", "m.0cvt", "people.person", "people.person.spouse_s")]
    assert await graph.labels(asked) == {freebase + "m.0ann": "Ann"}
    graph.close()
