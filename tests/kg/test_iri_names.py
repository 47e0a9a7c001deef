"""Names from IRIs: which local names are words, and which nodes without a label every store names by them."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
import rdflib
from rdflib.namespace import DC, DCTERMS, FOAF, RDFS, SKOS

from pog_agent.kg.base import KnowledgeGraph
from pog_agent.kg.iri_names import iri_text, is_code_of, name_of_iri, namespace_of, rule_of_kind
from pog_agent.kg.local.compile import compile_files
from pog_agent.kg.local.oxigraph_files import build_store
from pog_agent.kg.local.oxigraph_store import OxigraphStore
from pog_agent.kg.preset import Preset, generic, load_preset
from pog_agent.kg.sparql.store import SparqlStore
from tests.kg.rdf_store import RdfStore
from tests.servers import Answer, Request, Script, oxigraph_of, serve_oxigraph, serve_script, tsv_answer

EX = "http://example.org/"
LOCAL = ["rdflib", "compiled", "oxigraph"]
STORES = [*LOCAL, "endpoint"]


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
        ("flightSY204", "flight SY204"),
        ("gate_N1", "gate N1"),
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
    rule = rule_of_kind(EX + kind, labelled, labelled + len(iris), iris, is_class=kind[0].isupper())
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
        ("Flight", 0, ["flightSY204", "flightSY210", "flightSY9"], ["flightSY204", "flightSY210", "flightSY9"]),
        ("Gate", 0, ["gateN1", "gateN2", "gateS1"], ["gateN1", "gateN2", "gateS1"]),
        ("Room", 0, ["Exam_Room_A", "Exam_Room_B"], ["Exam_Room_A", "Exam_Room_B"]),
        ("Loan", 0, ["loanL12", "loanL13", "loanL14"], []),
        ("Terminal", 0, ["NorthTerminal", "SouthTerminal"], ["NorthTerminal", "SouthTerminal"]),
        ("Club", 0, ["chess_club", "drama_club", "ski_club"], ["chess_club", "drama_club", "ski_club"]),
        ("Trench", 0, ["Trench1", "Trench2", "Trench3", "Trench4"], ["Trench1", "Trench2", "Trench3", "Trench4"]),
        ("LowFloorTram", 9, ["Tram7", "Tram44", "Tram58"], ["Tram7", "Tram44", "Tram58"]),
        ("Port", 0, ["PortAldhaven", "PortOlm", "PortVera"], ["PortAldhaven", "PortOlm", "PortVera"]),
        ("Hearing", 0, ["hearing1", "hearing2", "hearing3"], []),
        ("LeagueMatch", 0, ["match01", "match04", "match08"], []),
        ("Item", 0, ["item1", "item2", "item3"], []),
        ("Membership", 0, ["AnnMembership", "BoMembership", "CyMembership"], []),
        ("BoardGame", 0, ["ChessGame", "WordGame", "CardGame"], ["ChessGame", "WordGame", "CardGame"]),
        ("inPort", 0, ["PortAldhaven", "PortOlm", "PortVera"], []),
        ("Sale", 0, ["bell_sale", "house_sale", "barn_sale"], []),
        ("inZone", 0, ["HillZone", "WaterZone"], ["HillZone", "WaterZone"]),
        ("Thing", 5, ["m.0d05w3", "m.0bxtg", "m.02mjmr", "Ulm"], []),
    ],
)
def test_a_rule_tells_names_from_schemes_and_counters(kind, labelled, locals_, named):
    assert allowed(kind, labelled, *locals_) == named


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("SY204", "flight SY204", True),
        ("sy204", "flight SY204", True),
        ("204", "flight SY204", False),
        ("A", "room A", False),
        ("L12", "loan L12", False),
    ],
)
def test_a_code_is_all_that_a_name_needs(text: str, name: str, expected: bool) -> None:
    assert is_code_of(text, name) is expected


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


@contextmanager
def opened(kind: str, folder: Path, turtle: str, preset: Preset) -> Iterator[KnowledgeGraph]:
    """A store of one kind over the graph."""
    with ExitStack() as stack:
        store = _opened(kind, folder, turtle, preset, stack)
        yield store
        store.close()


def _opened(kind: str, folder: Path, turtle: str, preset: Preset, stack: ExitStack) -> KnowledgeGraph:
    file = folder / "graph.ttl"
    file.write_text(turtle, encoding="utf-8")
    if kind == "rdflib":
        return RdfStore(rdflib.Graph().parse(file), preset=preset)
    if kind == "compiled":
        return compile_files([file], "graph", preset)
    if kind == "oxigraph":
        build_store([str(file)], str(folder / "store"))
        return OxigraphStore(folder / "store", preset=preset)
    return SparqlStore(stack.enter_context(serve_oxigraph(oxigraph_of(rdflib.Graph().parse(file)))), preset=preset)


@pytest.fixture(scope="module", params=STORES)
def store(request, tmp_path_factory) -> Iterator[KnowledgeGraph]:
    with opened(request.param, tmp_path_factory.mktemp("names"), TURTLE, generic()) as graph:
        yield graph


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
    with opened(kind, tmp_path, TURTLE, preset) as graph:
        named = await graph.labels([EX + "Stuttgart", EX + "loan_2021_03", EX + "Q64", EX + "c1"])
        given = {EX + "Stuttgart": "Stuttgart", EX + "loan_2021_03": "loan 2021 03", EX + "Q64": "Q64"}
        assert named == {EX + "c1": "Acme"} | (given if setting == "always" else {})
        assert ("loan 2021 03" in await graph.find(["loan 2021 03"])) == (setting == "always")


@pytest.mark.parametrize("kind", STORES)
async def test_where_hardly_any_node_has_a_label_all_words_are_names_and_identifiers_are_not(kind, tmp_path):
    turtle = f"""@prefix : <{EX}> . :award_Curie_1903 :of :Marie_Curie . :award_Bohr_1922 :of :Niels_Bohr .
    :a :p :m.0d05w3, :node1, :node2, :node3, :Windows_95 ."""
    with opened(kind, tmp_path, turtle, generic()) as graph:
        asked = ["award_Curie_1903", "Marie_Curie", "a", "m.0d05w3", "node1", "Windows_95", "nowhere"]
        assert await graph.labels([EX + local for local in asked]) == {
            EX + "award_Curie_1903": "award Curie 1903",
            EX + "Marie_Curie": "Marie Curie",
            EX + "a": "a",
            EX + "Windows_95": "Windows 95",
        }


@pytest.mark.parametrize("kind", STORES)
async def test_classes_that_nobody_declares_go_by_their_iris_though_all_end_alike(kind, tmp_path):
    turtle = f"""@prefix : <{EX}> . @prefix rdfs: <{RDFS}> .
    :HardCheese rdfs:subClassOf :Cheese . :SoftCheese rdfs:subClassOf :Cheese .
    :BlueCheese rdfs:subClassOf :Cheese . :C7 rdfs:subClassOf :Cheese .
    :c1 a :HardCheese ; rdfs:label "Old Quern" . :c2 a :SoftCheese ; rdfs:label "Cinder Log" .
    :award1 :to :c1 . :award2 :to :c2 . :award3 :to :c2 ."""
    with opened(kind, tmp_path, turtle, generic()) as graph:
        asked = ["Cheese", "HardCheese", "SoftCheese", "BlueCheese", "C7", "award1", "award2", "award3"]
        assert await graph.labels([EX + local for local in asked]) == {
            EX + "Cheese": "Cheese",
            EX + "HardCheese": "Hard Cheese",
            EX + "SoftCheese": "Soft Cheese",
            EX + "BlueCheese": "Blue Cheese",
        }


@pytest.mark.parametrize("name", ["freebase", "wikidata", "wikidata-statements"])
def test_presets_of_graphs_with_opaque_ids_take_no_names_from_iris(name):
    assert load_preset(name).names_from_iris == "never"


@pytest.mark.parametrize("kind", STORES)
async def test_a_class_that_a_freebase_lacks_a_name_for_stays_nameless(kind, tmp_path):
    freebase = "http://rdf.freebase.com/ns/"
    turtle = f"""@prefix fb: <{freebase}> . fb:m.0ann fb:type.object.name "Ann"@en ;
    fb:people.person.spouse_s fb:m.0cvt ; fb:type.object.type fb:people.person ."""
    with opened(kind, tmp_path, turtle, load_preset("freebase")) as graph:
        asked = [freebase + local for local in ("m.0ann", "m.0cvt", "people.person", "people.person.spouse_s")]
        assert await graph.labels(asked) == {freebase + "m.0ann": "Ann"}


def queries_of(script: Script) -> list[str]:
    """What an endpoint was asked."""
    return [request.query for request in script.requests]


async def test_an_endpoint_is_not_asked_about_identifiers():
    graph = rdflib.Graph().parse(data=TURTLE, format="turtle")
    with serve_script(lambda request: tsv_answer(graph, request.query)) as script:
        store = SparqlStore(script.url)
        assert await store.labels([EX + "c1"]) == {EX + "c1": "Acme"}
        before = len(queries_of(script))
        assert await store.labels([EX + "m.0d05w3", EX + "Q64"]) == {}
        assert len(queries_of(script)) == before + 2, "their labels in the language, then in any"
        store.close()


async def test_an_endpoint_is_asked_about_a_kind_once_and_about_a_sample_of_it_only():
    graph = rdflib.Graph().parse(data=TURTLE, format="turtle")
    with serve_script(lambda request: tsv_answer(graph, request.query)) as script:
        store = SparqlStore(script.url)
        await store.labels([EX + "def#Company", EX + "def#Person"])
        before = len(queries_of(script))
        await store.labels([EX + "def#City"])
        later = queries_of(script)[before:]
        assert not any("LIMIT 500" in query for query in later), "the role of a class is judged already"
        reading = [query for query in queries_of(script) if "STRLEN" not in query]
        assert all("LIMIT" in query or "VALUES" in query for query in reading)
        store.close()


async def test_nodes_that_an_endpoint_cannot_be_asked_about_stay_nameless_and_this_is_said():
    graph = rdflib.Graph().parse(data=TURTLE, format="turtle")

    def respond(request: Request) -> Answer:
        return Answer(500, "too slow") if "LIMIT 500" in request.query else tsv_answer(graph, request.query)

    with serve_script(respond) as script:
        store = SparqlStore(script.url, retries=0)
        assert await store.labels([EX + "c1", EX + "Stuttgart"]) == {EX + "c1": "Acme"}
        assert [text for text in store.naming_notices if "stay nameless" in text and "too slow" in text]
        store.close()
