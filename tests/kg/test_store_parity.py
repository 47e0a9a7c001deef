"""All stores give the same answers about the same graph (without blank nodes)."""

from collections.abc import Iterator
from importlib.resources import as_file, files
from pathlib import Path

import pytest
import rdflib
from rdflib.namespace import RDFS, SKOS

from pog_agent import PathsOverGraph
from pog_agent.kg.base import KnowledgeGraph
from pog_agent.kg.local.compile import compile_files
from pog_agent.kg.local.oxigraph_files import build_store
from pog_agent.kg.local.oxigraph_store import OxigraphStore
from pog_agent.kg.open import open_kg
from pog_agent.kg.sparql.store import SparqlStore
from pog_agent.terms import RDF_TYPE, XSD, literal
from tests.kg.rdf_store import RdfStore
from tests.servers import serve_graph

EX = "http://example.org/"
WORLD = "http://example.org/world/e/"
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
    graph = rdflib.Graph().parse(data=TURTLE, format="turtle")
    file = tmp_path_factory.mktemp("parity") / "graph.ttl"
    file.write_text(TURTLE, encoding="utf-8")
    compiled = compile_files([file], "compiled")
    build_store([str(file)], str(file.with_name("oxigraph")))
    with serve_graph(graph) as url:
        remote = SparqlStore(url)
        yield RdfStore(graph), remote, compiled, OxigraphStore(file.with_name("oxigraph"))
        remote.close()


@pytest.mark.parametrize("limit", [None, 1, 2, 3, 4, 100])
async def test_neighbors_are_the_same_cut_or_whole(stores, limit):
    local, *others = [await store.neighbors(NODES, limit) for store in stores]
    for other in others:
        assert set(local.triples) == set(other.triples)
        assert len(local.triples) == len(other.triples) == len(set(local.triples))
        assert local.cut == other.cut


@pytest.mark.parametrize("languages", [("en",), ("de", "en"), ("fr",), ("en-GB", "de"), ("nl",)])
async def test_labels_are_the_same_in_every_language(stores, languages):
    local, *others = [await store.labels(NODES, languages) for store in stores]
    assert others == [local] * 3
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
    assert others == [local] * 3
    assert len(local) == 6


@pytest.mark.parametrize("text", ["Weeze Airport", "nijmegen", "NRN", "weeze", "holland"])
async def test_a_search_by_name_finds_the_same_entity_first(stores, text):
    local, *others = [(await store.search(text))[0] for store in stores]
    assert others == [local] * 3


async def test_the_catalogs_have_the_same_names(stores):
    local, *others = [
        sorted((entity.iri, entity.label.casefold()) for entity in await store.catalog(100) or ())
        for store in stores
    ]
    assert others == [local] * 3
    assert len(local) == 18
    assert [await store.catalog(5) for store in stores] == [None] * 4


async def test_types_and_classes_are_the_same(stores):
    local, *others = [(await store.types(NODES), await store.classes(NODES)) for store in stores]
    assert others == [local] * 3
    assert local[1] == {EX + "Airport", EX + "Country", EX + "State"}


async def test_the_same_triples_are_contained(stores):
    around = (await stores[0].neighbors(NODES)).triples
    weeze = EX + "Weeze"
    absent = [
        (EX + "Germany", EX + "in", weeze),
        (weeze, EX + "opened", literal("2003-05-01")),
        (weeze, EX + "motto", literal('say "hi"\nand \\ go', language="de")),
        (weeze, RDF_TYPE, EX + "Country"),
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
