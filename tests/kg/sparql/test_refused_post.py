"""Endpoints that refuse POST: the query goes into the URL, or one line says that neither is taken."""

import pytest
import rdflib
from rdflib.namespace import RDFS

from pog_agent.errors import GraphUnavailableError, QueryFailedError
from pog_agent.interfaces.cli import main
from pog_agent.kg.preset import generic
from pog_agent.kg.sparql.store import SparqlStore
from tests.servers import Answer, Request, serve_script, tsv_answer

EX = "http://example.org/"
LONGEST_URL = 8_000


def towns(number: int = 300) -> rdflib.Graph:
    graph = rdflib.Graph()
    for town in range(number):
        iri = rdflib.URIRef(f"{EX}town/{town}")
        graph.add((iri, RDFS.label, rdflib.Literal(f"Town {town}", lang="en")))
        graph.add((iri, rdflib.URIRef(EX + "in"), rdflib.URIRef(EX + "land")))
    return graph


@pytest.mark.parametrize("status", [405, 501])
async def test_a_query_goes_into_the_url_and_post_is_not_tried_again(status: int) -> None:
    graph = towns()

    def respond(request: Request) -> Answer:
        if request.method == "POST":
            return Answer(status, "Method not implemented", "text/plain")
        return Answer(414, "too long") if len(request.target) > LONGEST_URL else tsv_answer(graph, request.query)

    iris = [f"{EX}town/{town}" for town in range(300)]
    with serve_script(respond) as script:
        store = SparqlStore(script.url)
        await store.check()
        labels = await store.labels(iris)
        edges = (await store.neighbors(iris)).triples
        store.close()
    assert labels == {iri: f"Town {town}" for town, iri in enumerate(iris)}
    assert len(edges) == 300
    assert [request.method for request in script.requests[:3]] == ["POST", "GET", "GET"]
    assert {request.method for request in script.requests[2:]} == {"GET"}


async def test_named_graphs_and_the_parameters_of_the_url_are_kept() -> None:
    def respond(request: Request) -> Answer:
        return Answer(501) if request.method == "POST" else Answer(body='{"boolean": true}')

    preset = generic().model_copy(update={"graphs": (EX + "g",)})
    with serve_script(respond) as script:
        store = SparqlStore(f"{script.url}?key=a%20b", preset=preset)
        await store.check()
        store.close()
    assert script.requests[-1].graphs == (EX + "g",)
    assert "key=a%20b" in script.requests[-1].target or "key=a+b" in script.requests[-1].target


def test_neither_is_taken_is_one_line_that_names_no_flag_that_is_missing(capsys) -> None:
    with serve_script(lambda _: Answer(501, "<h1>Unsupported method</h1>", "text/html")) as script:
        code = main(["ask", "Who founded Acme?", "--kg", script.url, "--encoder", "lexical"])
    said = capsys.readouterr().err
    assert code == 3 and said.count("\n") == 1
    assert "HTTP 501: Unsupported method; it takes neither POST nor GET: check that the URL" in said
    assert "batch_size" not in said
    assert [request.method for request in script.requests] == ["POST", "GET"]


async def test_a_refusal_after_a_posted_query_was_answered_is_about_the_query() -> None:
    graph = towns(1)

    def respond(request: Request) -> Answer:
        return tsv_answer(graph, request.query) if request.number == 1 else Answer(501, "no such function")

    with serve_script(respond) as script:
        store = SparqlStore(script.url, retries=0)
        await store.check()
        with pytest.raises(QueryFailedError, match="no such function; `pog-agent check` says"):
            await store.labels([f"{EX}town/0"])
        store.close()
    assert {request.method for request in script.requests} == {"POST"}


async def test_what_the_url_is_answered_with_is_the_error_where_get_is_taken() -> None:
    def respond(request: Request) -> Answer:
        return Answer(405) if request.method == "POST" else Answer(400, "cannot parse")

    with serve_script(respond) as script:
        store = SparqlStore(script.url, retries=0)
        with pytest.raises(GraphUnavailableError, match="HTTP 400: cannot parse"):
            await store.labels([EX + "a"])
        store.close()


async def test_percent_signs_arrive_in_the_url_as_they_are() -> None:
    graph = rdflib.Graph()
    town = EX + "S%C3%A3o+Paulo"
    graph.add((rdflib.URIRef(town), RDFS.label, rdflib.Literal("São Paulo", lang="en")))

    def respond(request: Request) -> Answer:
        return Answer(501) if request.method == "POST" else tsv_answer(graph, request.query)

    with serve_script(respond) as script:
        store = SparqlStore(script.url)
        assert await store.labels([town]) == {town: "São Paulo"}
        store.close()
