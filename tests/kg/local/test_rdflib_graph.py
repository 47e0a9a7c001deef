"""An rdflib graph as a knowledge graph: the same triples as its file has, and questions over it."""

import rdflib

from pog_agent import PathsOverGraph
from pog_agent.kg.local.compile import compile_files
from pog_agent.kg.local.rdflib_graph import compile_rdflib
from tests.pipeline_fixtures import T, small_graph

GRAPH = small_graph(
    "Ann child Bob", "Ann child Cid", 'Bob born "1990-01-02"', 'Cid born "1980-05-06"', "Bob pet n1"
)


async def test_it_has_the_triples_of_its_file(tmp_path):
    file = tmp_path / "family.nt"
    file.write_text(GRAPH.serialize(format="nt"), encoding="utf-8")
    assert await compile_rdflib(GRAPH).fingerprint() == await compile_files([file], "family").fingerprint()


async def test_the_graph_stays_as_it_is_and_later_triples_are_not_seen():
    graph = small_graph("Ann child Bob")
    before = len(graph)
    kg = compile_rdflib(graph)
    graph.add((rdflib.URIRef(T + "Ann"), rdflib.URIRef(T + "child"), rdflib.URIRef(T + "Cid")))
    assert (await kg.neighbors([T + "Ann"])).triples == [(T + "Ann", T + "child", T + "Bob")]
    kg.close()
    assert len(graph) == before + 1


async def test_a_graph_without_triples_has_no_neighbours():
    assert (await compile_rdflib(rdflib.Graph()).neighbors([T + "Ann"])).triples == []


async def test_the_triples_of_a_dataset_are_those_of_its_default_graph():
    dataset = rdflib.Dataset(default_union=True)
    dataset.graph(rdflib.URIRef(T + "source")).add(
        (rdflib.URIRef(T + "Ann"), rdflib.URIRef(T + "child"), rdflib.URIRef(T + "Bob"))
    )
    assert (await compile_rdflib(dataset).neighbors([T + "Bob"])).triples == [(T + "Ann", T + "child", T + "Bob")]


def test_queries_are_evaluated_over_it():
    with PathsOverGraph(GRAPH, "offline", encoder="lexical") as agent:
        answer = agent.ask("How many child has Ann?")
    assert (answer.text, answer.computations != ()) == ("2", True)
