"""The same results over every kind of graph: compiled, in an Oxigraph store, and at real endpoints."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from random import Random

import pyoxigraph
import pytest
import rdflib

from pog_agent.errors import QueryFailedError, SettingError
from pog_agent.kg.base import KnowledgeGraph
from pog_agent.kg.local.compile import compile_files
from pog_agent.kg.local.oxigraph_files import build_store
from pog_agent.kg.local.oxigraph_store import OxigraphStore
from pog_agent.kg.meter import Meter
from pog_agent.kg.sparql.store import SparqlStore
from pog_agent.models.query import Arithmetic, Combination, Query, QueryResult, SkippedRows, TermCase, TermNumber
from pog_agent.query.evaluate import evaluate
from pog_agent.query.limits import QueryLimits
from pog_agent.terms import RDF_TYPE, XSD, Triple, literal
from tests.kg.rdf_store import RdfStore
from tests.query.engines import local_outcome, ntriples
from tests.query.random_graphs import random_graph
from tests.query.random_queries import RandomQueries
from tests.query.written import (
    EX,
    after,
    aggregate,
    column,
    compared,
    constant,
    count,
    edge,
    exists,
    greatest,
    instance,
    number,
    pattern,
    rows,
    scalar,
    variable,
    without,
)
from tests.servers import serve_oxigraph
from tests.virtuoso import MISSING, is_installed, serve_virtuoso

PARTS = 120
VIRTUOSO = pytest.param("virtuoso", marks=pytest.mark.skipif(not is_installed(), reason=MISSING))
PRICED = (instance("part", "Part"), edge("part", "price", "price"))
FACTOR = TermNumber(
    variable="maker",
    cases=(TermCase(term=EX + "maker1", number="1000"), TermCase(term=EX + "maker2", number="0.25")),
)
NO_PRICES = {0: literal("cheap"), 50: literal("true", XSD + "boolean")}
FETCHED_NOTHING = QueryLimits(fetched_edges=0)
NO_TIMES = {7: literal("2000-01-01T25:00:00", XSD + "dateTime")}
SPARE = constant(literal("1.5", XSD + "decimal"))

QUERIES = {
    "count": scalar(pattern(instance("part", "Part")), count("part")),
    "sum": scalar(pattern(*PRICED), aggregate("sum", "part", number("price"))),
    "average": scalar(pattern(*PRICED), aggregate("average", "part", number("price"))),
    "largest": greatest(pattern(*PRICED), "part", column("price", number("price"))),
    "6th to 10th": greatest(pattern(*PRICED), "part", column("price", number("price")), ranks=(6, 10)),
    "two keys": rows(
        pattern(*PRICED, edge("part", "made", "made")),
        column("part"),
        column("price", number("price")),
        column("year", after("year", "made")),
        order_by=["year", "-price"],
        ranks=(2, 4),
    ),
    "union": scalar(
        pattern(
            Combination(
                operation="union",
                variables=("part",),
                patterns=(pattern(PRICED[1]), pattern(edge("part", "maker", "maker"))),
            )
        ),
        count("part"),
    ),
    "groups": rows(
        pattern(edge("part", "maker", "maker")),
        column("maker"),
        column("parts", count("part")),
        having=[compared(count("part"), ">", constant("25"))],
        order_by=["-parts"],
    ),
    "years": rows(
        pattern(edge("part", "made", "made")), column("year", after("year", "made")), column("n", count("part"))
    ),
    "without": rows(pattern(instance("part", "Part"), without(edge("part", "maker", "maker"))), column("part")),
    "optional": rows(
        pattern(instance("part", "Part")),
        column("part"),
        column("n", count("maker")),
        optionals=[pattern(edge("part", "maker", "maker"))],
        order_by=["n"],
    ),
    "days": rows(
        pattern(
            edge("part", "made", "made"),
            compared(variable("made", "date"), ">=", constant(literal("2003-06-01", XSD + "date"))),
        ),
        column("part"),
        column("made", variable("made", "date", zoned=False)),
        order_by=["made"],
    ),
    "computed": rows(
        pattern(
            *PRICED, compared(Arithmetic(operation="*", left=number("price"), right=SPARE), ">", constant("60"))
        ),
        column("part"),
        column("half", Arithmetic(operation="/", left=number("price"), right=constant("2"))),
    ),
    "table of numbers": rows(
        pattern(*PRICED, edge("part", "maker", "maker")),
        column("part"),
        column("worth", Arithmetic(operation="*", left=number("price"), right=FACTOR)),
    ),
    "exists": Query(form="exists", pattern=pattern(*PRICED, compared(number("price"), ">", constant("49")))),
}


def parts_graph() -> list[Triple]:
    """Parts with prices, days and makers; some without, and two prices that are none: a text and a boolean."""
    triples = [(f"{EX}Screw", "http://www.w3.org/2000/01/rdf-schema#subClassOf", EX + "Part")]
    for place in range(PARTS):
        part = f"{EX}part{place}"
        triples.append((part, RDF_TYPE, EX + ("Part" if place % 3 else "Screw")))
        price = NO_PRICES.get(place, literal(f"{place % 50}.5", XSD + "decimal"))
        triples.append((part, EX + "price", price))
        triples.append((part, EX + "since", NO_TIMES.get(place, literal(str(1980 + place % 20), XSD + "gYear"))))
        if place % 4:
            triples.append((part, EX + "maker", f"{EX}maker{place % 4}"))
            triples.append((part, EX + "made", literal(f"{2000 + place % 5}-0{1 + place % 9}-15", XSD + "date")))
    return triples


@pytest.fixture(scope="module")
def graphs(tmp_path_factory) -> Iterator[dict[str, KnowledgeGraph]]:
    folder = tmp_path_factory.mktemp("parts")
    file = folder / "parts.nt"
    file.write_text(ntriples(parts_graph()), encoding="utf-8")
    store = pyoxigraph.Store()
    store.load(path=file, format=pyoxigraph.RdfFormat.N_TRIPLES)
    build_store([str(file)], str(folder / "oxigraph"))
    found: dict[str, KnowledgeGraph] = {
        "compiled": compile_files([file], "parts"),
        "store": OxigraphStore(folder / "oxigraph"),
    }
    with ExitStack() as stack:
        found["oxigraph"] = SparqlStore(stack.enter_context(serve_oxigraph(store)), page_size=7)
        if is_installed():
            found["virtuoso"] = SparqlStore(stack.enter_context(serve_virtuoso([file]))[0])
        yield found
        for graph in found.values():
            graph.close()


def result(query: Query, graph: KnowledgeGraph, **further: object) -> QueryResult:
    return asyncio.run(evaluate(query, graph, **further))


@pytest.mark.parametrize("store", ["store", "oxigraph", VIRTUOSO])
@pytest.mark.parametrize("name", QUERIES)
def test_every_store_has_the_same_result_in_the_same_order(graphs, store, name):
    mine, other = (result(QUERIES[name], graphs[place]) for place in ("compiled", store))
    assert local_outcome(other) == local_outcome(mine)
    assert (mine.rows or mine.truth) and not (mine.truncated or other.truncated)
    assert bool(other.skipped) == bool(mine.skipped)


@pytest.mark.parametrize("store", ["oxigraph", VIRTUOSO])
def test_an_endpoint_says_what_could_not_be_read(graphs, store):
    expected = (SkippedRows(reason="a value is not a number", count=len(NO_PRICES)),)
    assert result(QUERIES["sum"], graphs[store]).skipped == expected
    assert result(QUERIES["sum"], graphs["compiled"]).skipped == expected


def test_a_result_beyond_a_limit_is_cut_everywhere_and_says_so(graphs):
    query = rows(pattern(instance("part", "Part")), column("part"))
    for name, graph in graphs.items():
        found = result(query, graph, limits=QueryLimits(rows=10))
        assert (len(found.rows), found.truncated) == (10, True), name


def test_a_spent_meter_cuts_the_result_and_never_invents_one(graphs):
    spent = graphs["oxigraph"].metered(Meter(rows=1000, queries=0, seconds=100))
    for name in ("count", "exists", "groups"):
        found = result(QUERIES[name], spent)
        assert (found.rows, found.truth, found.truncated) == ((), None, True)


def test_random_queries_have_the_same_result_at_an_endpoint(tmp_path):
    random = Random(5)
    triples = random_graph(random, for_rdflib=False)
    file = tmp_path / "graph.nt"
    file.write_text(ntriples(triples), encoding="utf-8")
    store = pyoxigraph.Store()
    store.load(path=file, format=pyoxigraph.RdfFormat.N_TRIPLES)
    local = compile_files([file], "random")
    with serve_oxigraph(store) as url:
        remote = SparqlStore(url)
        for _ in range(40):
            query = RandomQueries(random, zones=True).query()
            mine, other = result(query, local), result(query, remote)
            assert mine.truth == other.truth
            assert set(local_outcome(mine).rows) == set(local_outcome(other).rows)
            assert not other.truncated
        remote.close()


@pytest.mark.skipif(not is_installed(), reason=MISSING)
def test_virtuoso_is_not_trusted_where_an_existence_test_reads_the_pattern_around_it(graphs):
    price = number("price")
    read_inside = rows(pattern(PRICED[1], exists(edge("part", "made", "day"))), column("part"))
    assert result(read_inside, graphs["virtuoso"]).is_reliable
    outside = exists(edge("part", "made", "day"), compared(price, "=", price))
    shared = exists(edge("part", "made", "day"), compared(variable("part"), "=", constant(EX + "part5")))
    for test in (outside, shared):
        query = rows(pattern(PRICED[1], test), column("part"))
        found = result(query, graphs["virtuoso"], limits=FETCHED_NOTHING)
        assert any("existence" in doubt for doubt in found.doubts)
        assert "existence" in result(query, graphs["virtuoso"]).evaluated_here
        assert result(query, graphs["oxigraph"]).evaluated_here == ""


@pytest.mark.parametrize("name", ["optional", "6th to 10th", "union"])
@pytest.mark.skipif(not is_installed(), reason=MISSING)
def test_a_query_that_virtuoso_may_err_at_is_evaluated_here_and_reliable(graphs, name):
    found = result(QUERIES[name], graphs["virtuoso"])
    assert "Virtuoso is known to lose rows" in found.evaluated_here
    assert not (found.doubts or found.truncated)
    unsure = result(QUERIES[name], graphs["virtuoso"], limits=FETCHED_NOTHING)
    assert unsure.doubts and not unsure.evaluated_here


def test_a_division_at_an_endpoint_is_evaluated_here_where_its_errors_can_be_counted(graphs):
    quotient = Arithmetic(operation="/", left=number("price"), right=number("price"))
    query = rows(pattern(PRICED[1]), column("part"), column("one", quotient))
    mine, other = (result(query, graphs[name]) for name in ("compiled", "oxigraph"))
    assert other.evaluated_here and not other.doubts
    assert other.skipped == mine.skipped
    assert result(query, graphs["oxigraph"], limits=FETCHED_NOTHING).doubts


@pytest.mark.skipif(not is_installed(), reason=MISSING)
def test_a_query_that_virtuoso_fails_at_is_evaluated_here_or_an_error(graphs):
    decades = rows(
        pattern(edge("part", "since", "since")),
        column("decade", after("decade", "since")),
        column("n", count("part")),
    )
    mine, other = (result(decades, graphs[name]) for name in ("compiled", "virtuoso"))
    assert local_outcome(other) == local_outcome(mine)
    assert "does not answer the query itself" in other.evaluated_here
    with pytest.raises(QueryFailedError, match="Virtuoso"):
        result(decades, graphs["virtuoso"], limits=FETCHED_NOTHING)


def test_a_graph_that_evaluates_no_queries_is_refused_by_name():
    with pytest.raises(SettingError, match="my graph: this kind of graph evaluates no queries"):
        result(QUERIES["count"], RdfStore(rdflib.Graph(), "my graph"))
