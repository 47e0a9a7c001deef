"""A real Virtuoso, with its row cap, its ways of keeping literals, and its untyped tables."""

from collections.abc import Iterator

import pytest

from pog_agent.errors import GraphUnavailableError
from pog_agent.kg.foreign_queries.answering import answer_query
from pog_agent.kg.foreign_queries.process import QueryBounds
from pog_agent.kg.foreign_queries.query import ForeignQuery
from pog_agent.kg.meter import Meter
from pog_agent.kg.open import open_kg
from pog_agent.kg.sparql.store import SparqlStore
from pog_agent.terms import RDFS_LABEL, XSD, is_literal, literal
from tests.virtuoso import MISSING, is_installed, serve_virtuoso

EX = "http://example.org/"
HUB = 12_000
KEPT = {
    literal("1990-05-02", XSD + "date"),
    literal("true", XSD + "boolean"),
    literal("42", XSD + "integer"),
    literal("1984", XSD + "gYear"),
    literal("3.14", XSD + "double"),
    literal("3.14", XSD + "float"),
    literal("2001-10-26T21:32:52Z", XSD + "dateTime"),
    literal("plain"),
    literal(""),
    literal("Köln 😀", language="en"),
    literal("custom", EX + "type"),
    literal(EX + "address", XSD + "anyURI"),
    literal(EX + "not-an-iri"),
    literal('tab\there "q" back\\slash\nnewline'),
}
REWRITTEN = {
    f'"007"^^<{XSD}integer>': literal("7", XSD + "integer"),
    f'"1.50"^^<{XSD}decimal>': literal("1.5", XSD + "decimal"),
    f'"1e3"^^<{XSD}double>': literal("1000.0", XSD + "double"),
    f'"0"^^<{XSD}boolean>': literal("false", XSD + "boolean"),
    f'"typed"^^<{XSD}string>': literal("typed"),
    '"Servus"@de-AT': literal("Servus", language="de-at"),
}
"""Literals in a file, and as Virtuoso gives them back: numbers by value, language tags in lower case."""

pytestmark = pytest.mark.skipif(not is_installed(), reason=MISSING)


@pytest.fixture(scope="module")
def urls(tmp_path_factory) -> Iterator[list[str]]:
    folder = tmp_path_factory.mktemp("virtuoso-data")
    lines = [f"<{EX}a> <{EX}p> {value} ." for value in (*KEPT, *REWRITTEN)]
    lines = [line.replace("\n", "\\n").replace("\t", "\\t") for line in lines]
    lines += [f"<{EX}a> <{EX}p> _:b .", f"<{EX}a> <{EX}q> <{EX}a%20b> ."]
    lines.append(f'<{EX}a> <{RDFS_LABEL}> "Typed Name"^^<{XSD}string> .')
    literals, hub = folder / "literals.nt", folder / "hub.nt"
    literals.write_text("\n".join(lines) + "\n", encoding="utf-8")
    rows = [f"<{EX}hub> <{EX}p> <{EX}n{number:05}> .\n" for number in range(HUB)]
    rows += [f'<{EX}n{number:05}> <{RDFS_LABEL}> "Node {number}"@en .\n' for number in range(HUB)]
    rows += [f"<{EX}both> <{EX}p> <{EX}n{number:05}> .\n" for number in range(HUB)]
    rows += [f"<{EX}both> <{EX}z> <{EX}z{number}> .\n" for number in range(2)]
    rows.append(f"<{EX}z0> <{EX}z> <{EX}both> .\n")
    hub.write_text("".join(rows), encoding="utf-8")
    with serve_virtuoso([literals, hub]) as found:
        yield found


async def test_a_query_of_others_has_typed_rows_and_no_more_than_it_may(urls):
    store = SparqlStore(urls[1])
    query = ForeignQuery.read(f"SELECT ?x (1+1 AS ?n) {{ ?x <{RDFS_LABEL}> 'Node 7'@en }}")
    assert (await answer_query(query, store, QueryBounds())).rows == ((f"{EX}n00007", f'"2"^^<{XSD}integer>'),)
    many = await answer_query(ForeignQuery.read("SELECT * { ?s ?p ?o }"), store, QueryBounds(rows=20))
    assert len(many.rows) == 20 and many.is_cut
    assert (await answer_query(ForeignQuery.read(f"ASK {{ <{EX}hub> ?p ?o }}"), store, QueryBounds())).truth
    store.close()


@pytest.fixture
def literals(urls) -> Iterator[SparqlStore]:
    store = SparqlStore(urls[0])
    yield store
    store.close()


@pytest.fixture
def hub(urls) -> Iterator[SparqlStore]:
    store = SparqlStore(urls[1])
    yield store
    store.close()


async def test_literals_come_back_as_they_are_and_numbers_by_value(literals):
    found = await literals.neighbors([EX + "a"])
    assert {tail for _, _, tail in found.triples if is_literal(tail)} == KEPT | set(REWRITTEN.values())
    assert (found.cut, found.hidden) == ({}, {EX + "a": 1}), "the edge to a blank node"


async def test_what_was_found_is_contained_and_found_again_from_its_other_end(literals):
    around = (await literals.neighbors([EX + "a"])).triples
    assert all(await literals.contains(around))
    again = await literals.neighbors([tail for _, _, tail in around])
    assert set(again.triples) == set(around)


async def test_percent_signs_arrive_as_they_are(literals):
    assert (await literals.neighbors([EX + "a%20b"])).triples == [(EX + "a", EX + "q", EX + "a%20b")]


async def test_a_name_typed_as_string_is_found(literals):
    assert [entity.iri for entity in (await literals.find(["typed name"]))["typed name"]] == [EX + "a"]


async def test_more_rows_than_the_cap_are_read_whole(hub):
    found = await hub.neighbors([EX + "hub"])
    assert len(found.triples) == HUB and not found.cut
    names = await hub.labels([tail for _, _, tail in found.triples])
    assert len(names) == HUB


async def test_a_hub_over_the_limit_is_cut_in_order_and_counted(hub):
    found = await hub.neighbors([EX + "hub"], limit=11_000)
    assert [tail for _, _, tail in found.triples] == [f"{EX}n{number:05}" for number in range(11_000)]
    assert found.cut == {EX + "hub": HUB - 11_000}


async def test_a_hub_over_the_row_cap_keeps_the_edges_that_a_run_wants_most(hub):
    counted = {}

    async def rarest_first(counts):
        counted.update(counts)
        return sorted(counts, key=lambda link: counts[link])

    around = await hub.metered(Meter(100_000, 100, 100.0), rarest_first).neighbors([EX + "both"], limit=10)
    assert counted == {(EX + "p", False): HUB, (EX + "z", False): 2, (EX + "z", True): 1}
    assert [(head, relation) for head, relation, _ in around.triples].count((EX + "both", EX + "p")) == 7
    assert around.cut == {EX + "both": HUB + 3 - 10}


async def test_the_catalog_is_counted_before_it_is_read(hub):
    assert await hub.catalog(3_000) is None
    assert len(await hub.catalog(HUB)) == HUB


def test_an_empty_graph_is_an_error_of_its_own(urls):
    with pytest.raises(GraphUnavailableError, match="no triples"):
        open_kg(urls[0].replace("graph%2F0", "graph%2Fnone"))
