"""Computed answers at endpoints: the same answers, statuses and evidence as over the compiled graph."""

from collections.abc import Iterator
from contextlib import ExitStack

import pyoxigraph
import pytest

from pog_agent.errors import GraphUnavailableError
from pog_agent.kg.sparql.store import SparqlStore
from pog_agent.models.query import Combination, InQuery, Query
from pog_agent.run.context import RunContext
from tests.answering.computed.museums import (
    AREA,
    COUNTRY,
    MUSEUM,
    OF_FRANCE,
    SEATS,
    TURTLE,
    VISITED,
    VISITORS,
    answered,
    run_of,
    texts,
    triples,
)
from tests.answering.computed.test_forms import LARGEST
from tests.query.written import (
    aggregate,
    column,
    compared,
    constant,
    count,
    edge,
    greatest,
    number,
    one_of,
    pattern,
    rows,
    scalar,
    without,
)
from tests.servers import serve_oxigraph
from tests.virtuoso import MISSING, is_installed, serve_virtuoso

VIRTUOSO = pytest.param("virtuoso", marks=pytest.mark.skipif(not is_installed(), reason=MISSING))
DIRECTOR = edge("museum", "director", "director")
QUERIES = {
    "class": rows(pattern(MUSEUM), column("museum")),
    "count": scalar(OF_FRANCE, count("museum")),
    "extreme": LARGEST,
    "groups": rows(
        pattern(MUSEUM, DIRECTOR), column("director"), having=[compared(count("museum"), ">", constant("1"))]
    ),
    "without": rows(pattern(MUSEUM, without(DIRECTOR)), column("museum")),
    "average": scalar(pattern(AREA), aggregate("average", "country", number("area"))),
    "yes": Query(form="exists", pattern=pattern(MUSEUM, COUNTRY, one_of("country", "usa"))),
    "no": Query(
        form="exists",
        pattern=pattern(one_of("country", "france"), edge("country", "capital", "x"), one_of("x", "london")),
    ),
    "table": rows(pattern(MUSEUM, COUNTRY), column("museum"), column("country")),
    "nested": rows(
        pattern(
            edge("country", "capital", "town"),
            InQuery(variables=("country",), columns=("country",), query=LARGEST),
        ),
        column("town"),
    ),
    "nothing": rows(pattern(*VISITED, compared(VISITORS, ">", constant("5000"))), column("museum")),
    "zero": scalar(pattern(MUSEUM, COUNTRY, one_of("country", "atlantis")), count("museum")),
    "skipped": greatest(pattern(MUSEUM, SEATS), "museum", column("key_seats", number("seats"))),
}


@pytest.fixture(scope="module")
def endpoints(tmp_path_factory) -> Iterator[dict[str, RunContext]]:
    store = pyoxigraph.Store()
    store.load(TURTLE.encode(), format=pyoxigraph.RdfFormat.TURTLE)
    file = tmp_path_factory.mktemp("endpoint") / "museums.nt"
    store.dump(str(file), format=pyoxigraph.RdfFormat.N_TRIPLES, from_graph=pyoxigraph.DefaultGraph())
    with ExitStack() as stack:
        urls = {"oxigraph": stack.enter_context(serve_oxigraph(store))}
        if is_installed():
            urls["virtuoso"] = stack.enter_context(serve_virtuoso([file]))[0]
        graphs = {name: SparqlStore(url) for name, url in urls.items()}
        yield {name: run_of(graph) for name, graph in graphs.items()}
        for graph in graphs.values():
            graph.close()


@pytest.mark.parametrize("store", ["oxigraph", VIRTUOSO])
@pytest.mark.parametrize("name", QUERIES)
def test_an_endpoint_gives_the_same_answer(endpoints, museums: RunContext, name: str, store: str) -> None:
    mine, other = answered(museums, QUERIES[name]), answered(endpoints[store], QUERIES[name])
    assert (other.text, other.kind, other.rows) == (mine.text, mine.kind, mine.rows)
    assert sorted(texts(other)) == sorted(texts(mine))
    assert triples(other) == triples(mine)
    assert other.status == mine.status


@pytest.mark.skipif(not is_installed(), reason=MISSING)
def test_an_answer_that_was_evaluated_here_is_supported_and_says_so(endpoints) -> None:
    parts = (pattern(MUSEUM, DIRECTOR), pattern(MUSEUM, COUNTRY))
    either = Combination(operation="union", variables=("museum",), patterns=parts)
    answer = answered(endpoints["virtuoso"], rows(pattern(either), column("museum")))
    assert answer.status == "supported"
    assert [text.split(",")[0] for text in answer.warnings] == ["the query was evaluated here"]


def test_an_endpoint_that_fails_fails_the_run() -> None:
    store = SparqlStore("http://127.0.0.1:9/sparql")
    with pytest.raises(GraphUnavailableError):
        answered(run_of(store), QUERIES["count"])
    store.close()
