"""Names that differ from a text in accents alone, by index, by graph and at an endpoint."""

import asyncio
from collections.abc import Iterator

import pytest
import rdflib

from pog_agent.kg.base import KnowledgeGraph
from pog_agent.kg.local.compile import compile_files
from pog_agent.kg.local.oxigraph_files import build_store
from pog_agent.kg.local.oxigraph_store import OxigraphStore
from pog_agent.kg.sparql.store import SparqlStore
from pog_agent.linking import EntityLinker
from pog_agent.linking.build import build_entity_index
from pog_agent.linking.entity_index import EntityIndex
from pog_agent.linking.names import NameLookup
from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder
from tests.servers import oxigraph_of, serve_oxigraph

EX = "http://example.org/"
TURTLE = f"""
@prefix : <{EX}> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
:cologne rdfs:label "Cologne" ; skos:altLabel "Köln" ; :on :rhine . :rhine rdfs:label "Rhine" .
:lodz rdfs:label "Łódź" ; :twin :tekeze . :tekeze rdfs:label "Tekezé" .
:zurich rdfs:label "Zurich" ; :twin :lodz .
:resume rdfs:label "Resume" ; :twin :zurich . :cv rdfs:label "Résumé" ; :twin :zurich .
:jose rdfs:label "José" ; :from :lodz . :joseph rdfs:label "Josè" ; :from :lodz .
:wine rdfs:label "Rosé" ; :from :zurich .
"""
ENCODER = CachedEncoder(LexicalEncoder())
BUT_FOR_ACCENTS = {
    "Koln": {"cologne"},
    "KOLN": {"cologne"},
    "Lodz": {"lodz"},
    "Tekeze": {"tekeze"},
    "Zürich": {"zurich"},
    "Jose": {"jose", "joseph"},
    "Resume": {"resume", "cv"},
    "Köln": {"cologne"},
    "nothing": set(),
    "": set(),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("accents")
    (path / "graph.ttl").write_text(TURTLE, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def graph(folder) -> KnowledgeGraph:
    return compile_files([folder / "graph.ttl"], "graph")


@pytest.fixture(scope="module", params=["compiled", "oxigraph", "index"])
def lookup(request, folder, graph) -> NameLookup:
    if request.param == "oxigraph":
        build_store([str(folder / "graph.ttl")], str(folder / "oxigraph"))
        return NameLookup(OxigraphStore(folder / "oxigraph"), ("en",))
    if request.param == "index":
        asyncio.run(build_entity_index(graph, folder / "index", None))
        return NameLookup(graph, ("en",), EntityIndex(folder / "index"))
    return NameLookup(graph, ("en",))


@pytest.fixture(scope="module")
def endpoint() -> Iterator[SparqlStore]:
    with serve_oxigraph(oxigraph_of(rdflib.Graph().parse(data=TURTLE, format="turtle"))) as url:
        store = SparqlStore(url)
        yield store
        store.close()


async def test_names_that_differ_in_accents_alone_are_found(lookup):
    found = await lookup.but_for_accents(list(BUT_FOR_ACCENTS))
    expected = {text: {EX + name for name in names} for text, names in BUT_FOR_ACCENTS.items() if names}
    assert {text: set(iris) for text, iris in found.items()} == expected


async def test_an_exact_name_wins(lookup):
    found = await lookup.any_of(["Resume", "Résumé", "Tekeze"], bare_if_small=True)
    assert {text: {iri.removeprefix(EX) for iri in iris} for text, iris in found.items()} == {
        "Resume": {"resume"},
        "Résumé": {"cv"},
        "Tekeze": {"tekeze"},
    }


async def test_small_letters_are_compared_without_accents_only_where_that_is_wanted(lookup):
    assert await lookup.any_of(["rose"], bare_if_small=False) == {}
    assert await lookup.any_of(["rose"], bare_if_small=True) == {"rose": (EX + "wine",)}


async def test_an_endpoint_is_asked_for_names_without_accents(endpoint):
    found = await NameLookup(endpoint, ("en",)).but_for_accents(["Zürich", "Tekeze", "Rhine"])
    assert found == {"Zürich": (EX + "zurich",)}


async def test_a_graph_without_a_name_has_none(tmp_path):
    (tmp_path / "empty.nt").write_text("_:a <http://e/p> _:b .", encoding="utf-8")
    lookup = NameLookup(compile_files([tmp_path / "empty.nt"], "empty"), ("en",))
    assert await lookup.any_of(["Köln"], bare_if_small=True) == {}


async def test_a_mention_with_other_accents_is_linked_and_told(graph):
    linker = EntityLinker(graph, ENCODER)
    assert await linker.spot("Which city is the twin of Lodz and on the rhine?") == ("Lodz", "rhine")
    linking = await linker.link(["Koln", "Jose"], "Is Koln the home of Jose?")
    cologne, jose = linking.topics
    assert (cologne.iri, cologne.optional, cologne.namesakes) == (EX + "cologne", False, ())
    assert {jose.iri, *jose.namesakes} == {EX + "jose", EX + "joseph"}
    assert linking.warnings[0] == "'Koln' is taken as 'Cologne', by a name with other accents"
