"""Queries of others over every kind of store: the same rows, and an end to what would never end."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import rdflib

from pog_agent.errors import GraphUnavailableError, QueryFailedError, QueryTextError, SettingError
from pog_agent.kg.base import KnowledgeGraph
from pog_agent.kg.foreign_queries import oxigraph_copy
from pog_agent.kg.foreign_queries.answering import QueryTable, answer_query
from pog_agent.kg.foreign_queries.process import QueryBounds
from pog_agent.kg.foreign_queries.query import ForeignQuery
from pog_agent.kg.local.compile import compile_files
from pog_agent.kg.local.oxigraph_files import build_store
from pog_agent.kg.local.oxigraph_store import OxigraphStore
from pog_agent.kg.sparql.store import SparqlStore
from tests.kg.rdf_store import RdfStore
from tests.kg.test_store_parity import EX, TURTLE
from tests.servers import Answer, serve_graph, serve_script

P = f"PREFIX : <{EX}>\n"
KINDS = ("compiled", "oxigraph", "endpoint")
ENDLESS = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?n0 ?o . ?p ?q ?r }"


@pytest.fixture(scope="module")
def stores(tmp_path_factory) -> Iterator[dict[str, KnowledgeGraph]]:
    file = tmp_path_factory.mktemp("foreign") / "graph.ttl"
    file.write_text(TURTLE + f"<{EX}odd|one> <{EX}in> <{EX}Germany> .\n", encoding="utf-8")
    build_store([str(file)], str(file.with_name("oxigraph")))
    with serve_graph(rdflib.Graph().parse(file, format="turtle")) as url:
        made = {
            "compiled": compile_files([file], "compiled"),
            "oxigraph": OxigraphStore(file.with_name("oxigraph")),
            "endpoint": SparqlStore(url),
        }
        yield made
        for store in made.values():
            store.close()


async def table(store: KnowledgeGraph, query: str, **bounds: float) -> QueryTable:
    return await answer_query(ForeignQuery.read(P + query), store, QueryBounds(**bounds))  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("query", "rows"),
    [
        (
            "SELECT ?l { :Weeze rdfs:label ?l } ORDER BY ?l",
            [('"Flughafen Weeze"@de',), ('"Weeze Airport"@en',)],
        ),
        ("SELECT ?m { :Weeze :motto ?m }", [('"say \\"hi\\"\\nand \\\\ go"@en',)]),
        (
            "SELECT ?c (COUNT(*) AS ?n) { ?x a ?c } GROUP BY ?c ORDER BY DESC(?n) ?c LIMIT 1",
            [(EX + "Country", '"3"^^<http://www.w3.org/2001/XMLSchema#integer>')],
        ),
        ("SELECT ?x ?t { ?x :adjoins ?y OPTIONAL { ?x :nothing ?t } }", [(EX + "Netherlands", "")]),
    ],
)
async def test_every_store_gives_the_same_rows(stores, kind, query, rows):
    found = await table(stores[kind], query)
    assert sorted(found.rows) == sorted(rows) and not found.is_cut


async def test_whole_numbers_of_every_type_are_cast_to(stores):
    query = "SELECT (xsd:int('7') + xsd:long(1.9) AS ?n) (xsd:int('x') AS ?none) (xsd:integer('3') AS ?i) {}"
    found = await table(stores["compiled"], query)
    assert [term.partition("^^")[0] for term in found.rows[0]] == ['"8"', "", '"3"']


@pytest.mark.parametrize("kind", KINDS)
async def test_a_question_for_yes_or_no_has_a_truth(stores, kind):
    assert (await table(stores[kind], "ASK { :Weeze :in :Germany }")).truth is True
    assert (await table(stores[kind], "ASK { :Weeze :in :USA }")).truth is False


@pytest.mark.parametrize("kind", KINDS)
async def test_rows_are_cut_and_that_is_said(stores, kind):
    found = await table(stores[kind], "SELECT ?s { ?s ?p ?o } LIMIT 500", rows=3)
    assert len(found.rows) == 3 and found.is_cut


@pytest.mark.parametrize("kind", KINDS)
async def test_what_the_grammar_cannot_know_is_told_before_a_store_is_asked(stores, kind):
    with pytest.raises(QueryTextError, match="The SELECT contains a variable that is unbound"):
        await table(stores[kind], "SELECT ?s (COUNT(?p) AS ?n) { ?s ?p ?o }")


@pytest.mark.parametrize("kind", ("compiled", "oxigraph"))
async def test_an_endless_query_is_ended(stores, kind):
    began = time.monotonic()
    with pytest.raises(QueryFailedError, match="took more than 1 s and was ended"):
        await table(stores[kind], ENDLESS, seconds=1)
    assert time.monotonic() - began < 5
    assert (await table(stores[kind], "ASK { ?s ?p ?o }")).truth is True


async def test_an_endpoint_that_does_not_answer_in_time_is_not_waited_for():
    def slow(_: object) -> Answer:
        return Answer(seconds=20)

    with serve_script(slow) as script:
        store = SparqlStore(script.url)
        with pytest.raises(QueryFailedError, match="the endpoint took more than 1 s"):
            await table(store, "SELECT * { ?s ?p ?o }", seconds=1)
        store.close()
    assert len(script.requests) == 1


async def test_a_query_that_wants_all_memory_fails_alone(stores, monkeypatch):
    monkeypatch.setattr("pog_agent.kg.foreign_queries.process.MEMORY", 800_000_000)
    doubled = " ".join(f"BIND(CONCAT(?a{number}, ?a{number}) AS ?a{number + 1})" for number in range(40))
    with pytest.raises(QueryFailedError, match="too much memory"):
        await table(stores["compiled"], f"SELECT ?a40 {{ BIND('{'x' * 50}' AS ?a0) {doubled} }}")


@pytest.mark.parametrize("kind", KINDS)
async def test_a_result_of_too_many_bytes_is_refused(stores, kind):
    with pytest.raises(QueryFailedError, match="ask for fewer or shorter values"):
        await table(stores[kind], "SELECT * { ?s ?p ?o }", bytes=500)


async def test_iris_that_published_graphs_have_are_copied(stores):
    assert (await table(stores["compiled"], "SELECT ?s { ?s :in :Germany }")).rows == (
        await table(stores["oxigraph"], "SELECT ?s { ?s :in :Germany }")
    ).rows


def test_the_copy_of_a_graph_goes_with_it(tmp_path):
    file = tmp_path / "graph.ttl"
    file.write_text(TURTLE, encoding="utf-8")
    graph = compile_files([file], "compiled")
    folder: Path = graph.oxigraph_folder()
    assert folder == graph.oxigraph_folder() and folder.is_dir()
    graph.close()
    assert not folder.parent.exists()


async def test_a_graph_that_is_too_large_to_copy_says_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setattr(oxigraph_copy, "MOST_COPIED", 5)
    file = tmp_path / "graph.ttl"
    file.write_text(TURTLE, encoding="utf-8")
    with pytest.raises(GraphUnavailableError, match="pog-agent index FILE --oxigraph"):
        await table(compile_files([file], "compiled"), "ASK { ?s ?p ?o }")


async def test_a_graph_that_answers_no_sparql_says_so():
    with pytest.raises(SettingError, match="answers no SPARQL"):
        await table(RdfStore(rdflib.Graph()), "ASK { ?s ?p ?o }")
