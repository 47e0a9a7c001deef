"""What every store gives of a graph, and that all give the same (without blank nodes)."""

from collections.abc import Iterator
from importlib.resources import as_file, files
from pathlib import Path

import pytest
import rdflib
from rdflib.namespace import RDFS, SKOS

from pog_agent import PathsOverGraph
from pog_agent.kg.base import Entity, KnowledgeGraph
from pog_agent.kg.local.compile import compile_files
from pog_agent.kg.local.oxigraph_files import build_store
from pog_agent.kg.local.oxigraph_store import OxigraphStore
from pog_agent.kg.open import open_kg
from pog_agent.kg.sparql.store import SparqlStore
from pog_agent.terms import RDF_TYPE, XSD, literal
from tests.kg.rdf_store import RdfStore
from tests.servers import serve_graph, serve_script, tsv_answer

EX = "http://example.org/"
WORLD = "http://example.org/world/e/"
WEEZE = EX + "Weeze"
TURTLE = f"""
@prefix : <{EX}> .
@prefix rdfs: <{RDFS}> . @prefix skos: <{SKOS}> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Weeze a :Airport ; rdfs:label "Weeze Airport"@en, "Flughafen Weeze"@de ; skos:altLabel "NRN" ;
    rdfs:comment "close to the border" ; :serves :Nijmegen ; :in :Germany ;
    :opened "2003-05-01"^^xsd:date ; :runways 1 ; :free true ; :motto "say \\"hi\\"\\nand \\\\ go"@en .
:Nijmegen rdfs:label "Nijmegen" ; skos:prefLabel "Nimwegen"@de ; :in :Netherlands .
:Germany a :Country ; rdfs:label "Germany (UK)"@en-GB, "Germany"@en, "Allemagne"@fr .
:Netherlands a :Country ; rdfs:label "Netherlands"@en ; skos:altLabel "Holland"@en ; :adjoins :Germany .
:Georgia a :Country ; rdfs:label "Georgia"@en .
:Georgia_US a :State ; rdfs:label "Georgia"@en ; :in :USA .
:Metz rdfs:label "Metz"@fr .
:serves rdfs:label "serves"@en .
:q7 rdfs:label "  "@en, "\u00a0" ; skos:altLabel "" ; :in :Nijmegen .
:q8 rdfs:label " "@en, "Huis"@nl ; :in :Nijmegen .
"""
NAMES = [
    "Weeze",
    "Nijmegen",
    "Germany",
    "Netherlands",
    "Georgia",
    "Georgia_US",
    "USA",
    "Metz",
    "Airport",
    "serves",
    "q7",
    "q8",
]
NODES = [*(EX + name for name in (*NAMES, "Country", "State", "nowhere")), literal("2003-05-01", XSD + "date")]
QUESTIONS = {
    "Which city is the capital of the US state of Georgia?": (),
    "What is the highest mountain in Switzerland?": (),
    "Which chemical element is named after Poland?": (WORLD + "Poland",),
}
LONG = list(QUESTIONS)[:2]
"""Their topics are looked for by name, which takes rdflib long; `test_engines` does so at other endpoints."""


@pytest.fixture(scope="module")
def stores(tmp_path_factory) -> Iterator[tuple[KnowledgeGraph, ...]]:
    """The graph as the tests hold it, in memory, in a store on disk, and at endpoints that speak JSON and TSV."""
    graph = rdflib.Graph().parse(data=TURTLE, format="turtle")
    file = tmp_path_factory.mktemp("parity") / "graph.ttl"
    file.write_text(TURTLE, encoding="utf-8")
    compiled = compile_files([file], "compiled")
    build_store([str(file)], str(file.with_name("oxigraph")))
    with serve_graph(graph) as url, serve_script(lambda request: tsv_answer(graph, request.query)) as script:
        endpoints = [SparqlStore(url), SparqlStore(script.url)]
        yield RdfStore(graph), compiled, OxigraphStore(file.with_name("oxigraph")), *endpoints
        for endpoint in endpoints:
            endpoint.close()


@pytest.mark.parametrize("limit", [None, 1, 2, 3, 4, 100])
async def test_neighbors_are_the_same_cut_or_whole(stores, limit):
    local, *others = [await store.neighbors(NODES, limit) for store in stores]
    for other in others:
        assert set(local.triples) == set(other.triples)
        assert len(local.triples) == len(other.triples) == len(set(local.triples))
        assert local.cut == other.cut


async def test_neighbors_are_the_edges_of_both_directions_without_names_and_comments(stores):
    expected = {
        (WEEZE, RDF_TYPE, EX + "Airport"),
        (WEEZE, EX + "serves", EX + "Nijmegen"),
        (WEEZE, EX + "in", EX + "Germany"),
        (WEEZE, EX + "opened", literal("2003-05-01", XSD + "date")),
        (WEEZE, EX + "runways", literal("1", XSD + "integer")),
        (WEEZE, EX + "free", literal("true", XSD + "boolean")),
        (WEEZE, EX + "motto", literal('say "hi"\nand \\ go', language="en")),
    }
    for store in stores:
        assert set((await store.neighbors([WEEZE])).triples) == expected
        assert (await store.neighbors([WEEZE], limit=len(expected))).cut == {}
        day = literal("2003-05-01", XSD + "date")
        assert (await store.neighbors([day])).triples == [(WEEZE, EX + "opened", day)]


@pytest.mark.parametrize(("limit", "outward"), [(1, 1), (4, 2), (5, 3), (8, 4), (12, 4)])
async def test_a_hub_is_cut_to_the_limit_with_a_share_of_each_direction(tmp_path, limit, outward):
    edges = [f"<{EX}hub> <{EX}has> <{EX}out{number}> ." for number in range(4)]
    edges += [f"<{EX}in{number}> <{EX}has> <{EX}hub> ." for number in range(9)]
    (tmp_path / "hub.nt").write_text("\n".join(edges))
    around = await compile_files([tmp_path / "hub.nt"], "hub").neighbors([EX + "hub"], limit=limit)
    assert len(around.triples) == limit
    assert sum(head == EX + "hub" for head, _, _ in around.triples) == outward
    assert around.cut == {EX + "hub": 13 - limit}


@pytest.mark.parametrize(
    ("name", "languages", "label"),
    [
        ("Weeze", ["en"], "Weeze Airport"),
        ("Weeze", ["fr", "de", "en"], "Flughafen Weeze"),
        ("Nijmegen", ["de"], "Nimwegen"),
        ("Nijmegen", ["en"], "Nijmegen"),
        ("Germany", ["en"], "Germany"),
        ("Germany", ["en-GB", "fr"], "Germany (UK)"),
        ("Germany", ["FR"], "Allemagne"),
        ("Metz", ["en", "de"], "Metz"),
    ],
)
async def test_a_label_is_in_the_first_language_that_has_one_else_untagged_else_any(
    stores, name, languages, label
):
    for store in stores:
        assert await store.labels([EX + name], languages) == {EX + name: label}


@pytest.mark.parametrize("languages", [("en",), ("de", "en"), ("fr",), ("en-GB", "de"), ("nl",)])
async def test_labels_are_the_same_in_every_language(stores, languages):
    local, *others = [await store.labels(NODES, languages) for store in stores]
    assert others == [local] * 4
    assert len(local) == 13
    assert (local[EX + "q8"], EX + "q7" in local) == ("Huis", False)


@pytest.mark.parametrize("languages", [("en",), ("de", "en")])
async def test_the_same_entities_have_a_name(stores, languages):
    texts = [
        "weeze airport",
        " Weeze  Airport",
        "NRN",
        "Georgia",
        "Holland",
        "Nijmegen",
        "serves",
        "nothing",
        "Weeze",
    ]
    local, *others = [await store.find(texts, languages) for store in stores]
    assert others == [local] * 4
    assert {text: {entity.iri for entity in found} for text, found in local.items()} == {
        **{text: {WEEZE} for text in ("weeze airport", " Weeze  Airport", "NRN")},
        "Georgia": {EX + "Georgia", EX + "Georgia_US"},
        "Holland": {EX + "Netherlands"},
        "Nijmegen": {EX + "Nijmegen"},
    }


async def test_the_things_that_have_a_name_as_their_label_come_before_those_that_have_it_as_an_alias(tmp_path):
    file = tmp_path / "names.ttl"
    head = f"@prefix : <{EX}> . @prefix rdfs: <{RDFS}> ."
    file.write_text(
        f'{head} :b <{SKOS.altLabel}> "x" ; rdfs:label "y" . :c rdfs:label "X" . :a rdfs:label "x"@en .'
    )
    graph = rdflib.Graph().parse(file)
    with serve_script(lambda request: tsv_answer(graph, request.query)) as script:
        for store in (compile_files([file], "names"), SparqlStore(script.url)):
            found = await store.find(["x"])
            assert [entity.iri for entity in found["x"]] == [EX + "a", EX + "c", EX + "b"]


@pytest.mark.parametrize("text", ["Weeze Airprot", "weze airport", "airport of Weeze"])
async def test_search_finds_what_is_spelled_alike_first(stores, text):
    assert (await stores[1].search(text))[0] == Entity(iri=WEEZE, label="Weeze Airport")


@pytest.mark.parametrize("text", ["Weeze Airport", "nijmegen", "NRN", "weeze", "holland"])
async def test_a_search_by_name_finds_the_same_entity_first(stores, text):
    local, *others = [(await store.search(text))[0] for store in stores]
    assert others == [local] * 4


async def test_the_catalogs_have_the_same_names(stores):
    local, *others = [
        sorted((entity.iri, entity.label.casefold()) for entity in await store.catalog(100) or ())
        for store in stores
    ]
    assert others == [local] * 4
    assert len(local) == 18
    assert [await store.catalog(5) for store in stores] == [None] * 5


async def test_types_and_classes_are_the_same(stores):
    local, *others = [(await store.types(NODES), await store.classes(NODES)) for store in stores]
    assert others == [local] * 4
    assert local[1] == {EX + "Airport", EX + "Country", EX + "State"}
    assert local[0][WEEZE] == [EX + "Airport"]


async def test_the_same_triples_are_contained(stores):
    around = (await stores[0].neighbors(NODES)).triples
    absent = [
        (EX + "Germany", EX + "in", WEEZE),
        (WEEZE, EX + "opened", literal("2003-05-01")),
        (WEEZE, EX + "motto", literal('say "hi"\nand \\ go', language="de")),
        (WEEZE, RDF_TYPE, EX + "Country"),
    ]
    for store in stores:
        assert all(await store.contains(around))
        assert await store.contains(absent) == [False] * len(absent)


@pytest.fixture(scope="module")
def world(tmp_path_factory) -> Iterator[tuple[Path, str]]:
    """The bundled graph without blank nodes as a file, and as the URL of an endpoint."""
    with as_file(files("pog_agent.demo").joinpath("world.ttl")) as path:
        graph = rdflib.Graph().parse(path)
    for triple in list(graph):
        if any(isinstance(term, rdflib.BNode) for term in triple):
            graph.remove(triple)
    file = tmp_path_factory.mktemp("world") / "world.nt"
    graph.serialize(file, format="nt", encoding="utf-8")
    with serve_graph(graph) as url:
        yield file, url


def test_an_endpoint_opens_by_its_url(world):
    store = open_kg(world[1])
    assert isinstance(store, SparqlStore)
    store.close()


@pytest.mark.parametrize(
    "question", [pytest.param(asked, marks=[pytest.mark.slow] * (asked in LONG)) for asked in QUESTIONS]
)
def test_a_run_over_the_endpoint_gives_the_answer_and_paths_of_the_file(world, question):
    file, url = world
    answers = []
    for kg in (file, url):
        with PathsOverGraph(kg=kg, encoder="lexical", compose="off", d_max=2) as system:
            answers.append(system.ask(question, topics=QUESTIONS[question]))
    read, fetched = (answer.subgraph for answer in answers)
    same = {"seconds": {}, "subgraph": read, "query": None, "sparql": None, "query_lacks": ""}
    local, remote = (
        answer.model_copy(
            update={
                **same,
                "alternatives": tuple(item.model_copy(update={"query": None}) for item in answer.alternatives),
            }
        )
        for answer in answers
    )
    assert local == remote
    assert local.paths
    assert read.fetched is None
    assert fetched.fetched is not None
    assert fetched.fetched.queries
    assert 0 < fetched.detected.triples <= read.detected.triples
    assert fetched.on_paths == read.on_paths
