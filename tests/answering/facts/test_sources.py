"""Cited paths of a graph from documents name the places where each edge was read."""

import pytest

from pog_agent import PathsOverGraph
from pog_agent.interfaces.display import show_answer
from pog_agent.kg.local.oxigraph_files import build_store
from pog_agent.kg.local.oxigraph_store import OxigraphStore
from tests.pipeline_fixtures import small_graph

TURTLE = """
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix evidence: <urn:pog-agent:evidence:> .
@prefix e: <http://d/entity/> . @prefix r: <http://d/relation/> .
r:founded rdfs:label "founded" . r:born_in rdfs:label "born in" .
e:ann rdfs:label "Ann Lee" ; r:founded e:acme ; r:born_in e:rome .
e:acme rdfs:label "Acme" . e:rome rdfs:label "Rome" .
_:e1 evidence:subject e:ann ; evidence:relation r:founded ; evidence:object e:acme ; evidence:count 2 ;
    evidence:source <http://d/document/ann#char=25,54> , <http://d/document/a%20b/c#char=3,9> .
_:e2 evidence:subject e:ann ; evidence:relation r:born_in ; evidence:object e:rome ; evidence:count 1 .
"""
PLACES = ("http://d/document/a%20b/c#char=3,9", "http://d/document/ann#char=25,54")


@pytest.fixture(scope="module", params=["file", "oxigraph"])
def agent(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("documents")
    (folder / "graph.ttl").write_text(TURTLE, encoding="utf-8")
    kg: str | OxigraphStore = str(folder / "graph.ttl")
    if request.param == "oxigraph":
        build_store([str(folder / "graph.ttl")], str(folder / "store"))
        kg = OxigraphStore(folder / "store")
    with PathsOverGraph(kg, encoder="lexical") as agent:
        yield agent


def test_a_cited_path_names_the_places_and_they_are_shown(agent, capsys):
    answer = agent.ask("Who founded Acme?")
    assert [(path.triples, path.sources) for path in answer.paths] == [
        ((("http://d/entity/ann", "http://d/relation/founded", "http://d/entity/acme"),), (PLACES,))
    ]
    show_answer(answer)
    shown = " ".join(capsys.readouterr().out.replace("│", " ").split())
    assert "(read in a b/c (3-9), ann (25-54))" in shown


def test_an_edge_without_a_place_has_none(agent):
    (path,) = agent.ask("Where was Ann Lee born?").paths
    assert path.sources == ()


def test_other_graphs_have_no_places():
    with PathsOverGraph(small_graph("Ann born_in Ulm"), encoder="lexical") as agent:
        assert [path.sources for path in agent.ask("Where was Ann born?").paths] == [()]
