"""Every store finds what statements about a triple say, be they reified or annotated."""

import json

import pytest
import rdflib

from pog_agent.errors import GraphUnavailableError
from pog_agent.kg.base import ReifiedFacts
from pog_agent.kg.local.compile import compile_files
from pog_agent.kg.local.oxigraph_files import build_store
from pog_agent.kg.local.oxigraph_store import OxigraphStore
from pog_agent.kg.local.rdf_files import load_rdf
from pog_agent.kg.sparql.results import UnreadableResultsError, parse_table
from pog_agent.kg.sparql.store import SparqlStore
from pog_agent.terms import XSD, literal
from tests.kg.rdf_store import RdfStore
from tests.servers import serve_graph

EX = "http://example.org/"
PREFIXES = f"@prefix : <{EX}> . @prefix rdf: <{rdflib.RDF}> . @prefix xsd: <{XSD}> .\n"
PLAYED = (EX + "Nora", EX + "playedIn", EX + "Hamlet")
OTHER = (EX + "Nora", EX + "playedIn", EX + "Faust")
YEAR = literal("2011", XSD + "integer")
REIFIED = (
    PREFIXES
    + """
:Nora :playedIn :Hamlet , :Faust .
[] a rdf:Statement ; rdf:subject :Nora ; rdf:predicate :playedIn ; rdf:object :Hamlet ; :year 2011 ; :part :Ghost .
[] a rdf:Statement ; rdf:subject :Nora ; rdf:predicate :saw ; rdf:object :Hamlet ; :year 1999 .
"""
)
ANNOTATED = PREFIXES + ":Nora :playedIn :Hamlet {| :year 2011 ; :part :Ghost |} , :Faust .\n"


def said(edges):
    return [(relation, value) for _, relation, value in edges]


WANTED = [[(EX + "part", EX + "Ghost"), (EX + "year", YEAR)], []]


@pytest.mark.parametrize("text", [REIFIED, ANNOTATED])
@pytest.mark.parametrize("kind", ["rdflib", "compiled", "oxigraph", "endpoint"])
async def test_each_store_tells_what_statements_about_a_triple_say(tmp_path, kind, text):
    file = tmp_path / "graph.ttl"
    file.write_text(text, encoding="utf-8")
    if text is ANNOTATED and kind in ("rdflib", "endpoint"):
        pytest.skip("rdflib does not read annotations; test_rdflib_refuses... says how")
    if kind == "compiled":
        store = compile_files([file], "test")
    elif kind == "oxigraph":
        build_store([str(file)], str(tmp_path / "store"))
        store = OxigraphStore(tmp_path / "store")
    elif kind == "rdflib":
        store = RdfStore(load_rdf([file]))
    else:
        with serve_graph(rdflib.Graph().parse(file)) as url:
            store = SparqlStore(url)
            assert [said(edges) for edges in await store.statements_about([PLAYED, OTHER], 10)] == WANTED
            store.close()
        return
    assert isinstance(store, ReifiedFacts)
    assert [said(edges) for edges in await store.statements_about([PLAYED, OTHER], 10)] == WANTED
    assert [len(edges) for edges in await store.statements_about([PLAYED, OTHER], 1)] == [1, 0]
    assert await store.statements_about([("_:nobody", EX + "p", literal("x"))], 5) == [[]]


async def test_an_annotated_triple_has_ordinary_neighbours_in_an_oxigraph_store(tmp_path):
    file = tmp_path / "graph.ttl"
    file.write_text(ANNOTATED, encoding="utf-8")
    build_store([str(file)], str(tmp_path / "store"))
    store = OxigraphStore(tmp_path / "store")
    [reifier] = {edge[0] for edges in await store.statements_about([PLAYED], 5) for edge in edges}
    around = await store.neighbors([reifier])
    assert {relation for _, relation, _ in around.triples} == {EX + "year", EX + "part"}


def test_old_quoted_subjects_in_ntriples_are_refused_with_advice(tmp_path):
    file = tmp_path / "graph.nt"
    file.write_text(f'<< <{EX}a> <{EX}p> <{EX}b> >> <{EX}year> "2011" .\n', encoding="utf-8")
    with pytest.raises(GraphUnavailableError, match=r"line 1: not valid nt: .*rdf:reifies.*convert the file"):
        compile_files([file], "test")


def test_rdflib_refuses_annotations_with_advice(tmp_path):
    file = tmp_path / "graph.ttl"
    file.write_text(ANNOTATED, encoding="utf-8")
    with pytest.raises(GraphUnavailableError, match=r"line 2: not valid turtle: .*convert the file"):
        load_rdf([file])


def test_a_triple_in_a_result_of_an_endpoint_is_refused_with_advice():
    cell = {"type": "triple", "value": {}}
    body = json.dumps({"head": {"vars": ["o"]}, "results": {"bindings": [{"o": cell}]}})
    with pytest.raises(UnreadableResultsError, match="RDF-star"):
        parse_table("application/sparql-results+json", body.encode(), ["o"])
    with pytest.raises(UnreadableResultsError, match="RDF-star"):
        parse_table("text/tab-separated-values", b"?o\n<<( <a:b> <a:c> <a:d> )>>\n", ["o"])
