"""Queries over fetched edges: they are enough for the same result, no more than the query needs, and bounded."""

import asyncio
from random import Random

import pyoxigraph
import pytest

from pog_agent.kg.local.compile import compile_files
from pog_agent.kg.local.oxigraph_files import build_store
from pog_agent.kg.local.oxigraph_store import OxigraphStore
from pog_agent.kg.meter import Meter
from pog_agent.kg.sparql.store import SparqlStore
from pog_agent.models.query import Combination, Query
from pog_agent.query.fetched import evaluate_fetched
from pog_agent.query.limits import QueryLimits
from pog_agent.query.local.evaluate import evaluate_locally
from pog_agent.query.local.index import QueryIndex
from pog_agent.terms import RDF_TYPE, XSD, Triple, literal
from tests.query.engines import local_outcome, ntriples
from tests.query.random_graphs import SUBCLASS, random_graph
from tests.query.random_queries import RandomQueries
from tests.query.written import (
    EX,
    column,
    compared,
    constant,
    count,
    edge,
    exists,
    instance,
    number,
    one_of,
    pattern,
    rows,
    scalar,
    without,
)
from tests.servers import serve_oxigraph

PEOPLE = 30
KNOWN = [(f"{EX}person{place}", EX + "knows", f"{EX}person{place + 1}") for place in range(PEOPLE)]
AGES = [(f"{EX}person{place}", EX + "age", literal(str(place % 7), XSD + "integer")) for place in range(PEOPLE)]
TYPES = [(f"{EX}person{place}", RDF_TYPE, EX + ("Child" if place % 2 else "Person")) for place in range(PEOPLE)]
GRAPH = [*KNOWN, *AGES, *TYPES, (EX + "Child", SUBCLASS, EX + "Person")]
BLANK = f"_:somebody <{EX}near> <{EX}person0> .\n"
AGE = edge("person", "age", "age")
KNOWS = edge("person", "knows", "other")
CLASS = instance("person", "Person")
THIRD = one_of("person", "person3")


def stored(folder, triples: list[Triple]) -> OxigraphStore:
    file = folder / "graph.nt"
    file.write_text(ntriples(triples) + BLANK, encoding="utf-8")
    build_store([str(file)], str(folder / "store"))
    return OxigraphStore(folder / "store")


@pytest.fixture(scope="module")
def people(tmp_path_factory):
    with_store = stored(tmp_path_factory.mktemp("people"), GRAPH)
    yield with_store
    with_store.close()


def fetched(query: Query, kg, edges: int = 1_000):
    return asyncio.run(evaluate_fetched(query, kg, QueryLimits(fetched_edges=edges), "a test"))


@pytest.mark.parametrize("seed", range(6))
def test_the_edges_that_a_query_reads_are_enough_for_its_result(seed, tmp_path):
    random = Random(seed)
    kg = stored(tmp_path, random_graph(random, for_rdflib=False))
    whole = QueryIndex(compile_files([tmp_path / "graph.nt"], "whole"))
    for _ in range(25):
        query = RandomQueries(random, zones=True).query()
        mine, other = evaluate_locally(query, whole, QueryLimits()), fetched(query, kg)
        assert local_outcome(other) == local_outcome(mine)
    kg.close()


@pytest.mark.parametrize(
    ("query", "edges"),
    [
        (rows(pattern(KNOWS, one_of("other", "person7")), column("person")), 1),
        (
            rows(
                pattern(AGE, one_of("person", "person1", "person2"), instance("person", "Person")), column("age")
            ),
            5,
        ),
        (
            rows(pattern(THIRD, without(KNOWS)), column("person")),
            1,
        ),
        (
            rows(
                pattern(THIRD),
                column("person"),
                column("n", count("other")),
                optionals=[pattern(KNOWS)],
            ),
            1,
        ),
        (
            scalar(
                pattern(
                    THIRD,
                    Combination(
                        operation="union",
                        variables=("person",),
                        patterns=(pattern(AGE), pattern(edge("other", "knows", "person"))),
                    ),
                ),
                count("person"),
            ),
            2,
        ),
    ],
    ids=["constant", "constants and class", "without", "optional", "union"],
)
def test_only_edges_that_can_be_part_of_a_solution_are_fetched(people, query, edges):
    found = fetched(query, people, edges)
    assert found is not None and f"over {edges} edges" in found.evaluated_here
    assert fetched(query, people, edges - 1) is None


def test_a_node_that_is_named_needs_no_edge(people):
    alone = rows(pattern(one_of("person", f"person{PEOPLE}"), without(KNOWS)), column("person"))
    assert fetched(alone, people).rows == ((f"{EX}person{PEOPLE}",),)
    known = rows(pattern(one_of("person", "person1"), exists(KNOWS)), column("person"))
    assert fetched(known, people).rows == ((f"{EX}person1",),)


def test_a_condition_on_values_is_tested_here(people):
    old = rows(pattern(AGE, compared(number("age"), ">=", constant("6"))), column("person"))
    assert len(fetched(old, people).rows) == 4


def test_more_edges_than_may_be_fetched_are_not(people):
    everyone = scalar(pattern(CLASS, AGE), count("person"))
    assert fetched(everyone, people, 61).scalar == literal("30", XSD + "integer")
    assert fetched(everyone, people, 60) is None
    assert fetched(everyone, people, 0) is None


def test_many_edges_are_counted_before_they_are_fetched(people, monkeypatch):
    monkeypatch.setattr("pog_agent.query.fetched._UNCOUNTED_EDGES", 5)
    test_more_edges_than_may_be_fetched_are_not(people)


def test_blank_nodes_whose_names_do_not_last_are_not_joined_here(people):
    near = rows(pattern(edge("thing", "near", "person"), edge("person", "age", "age")), column("person"))
    assert fetched(near, people) is None


def test_a_spent_run_fetches_nothing():
    query = rows(pattern(AGE), column("person"))
    with serve_oxigraph(pyoxigraph.Store()) as url:
        remote = SparqlStore(url)
        assert fetched(query, remote.metered(Meter(rows=10, queries=0, seconds=10))) is None
        remote.close()
