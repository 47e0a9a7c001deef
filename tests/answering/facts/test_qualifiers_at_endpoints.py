"""Qualifiers of facts at an endpoint: mediators with IRIs, blank statements, Wikidata's statements."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import rdflib
from rdflib.namespace import RDF

from pog_agent import Answer, PathsOverGraph
from pog_agent.kg.preset import load_preset
from pog_agent.kg.sparql.store import SparqlStore
from tests.pipeline_fixtures import T, small_graph
from tests.servers import oxigraph_of, serve_oxigraph

STAFF = (
    *("Ann employment m1", "m1 employer Acme", 'm1 role "engineer"', 'm1 from "2010"', 'm1 to "2014"'),
    *("Ann employment m2", "m2 employer Beta", 'm2 role "director"', 'm2 from "2015"', 'm2 to "2019"'),
)
WD, P = "http://www.wikidata.org/entity/", "http://www.wikidata.org/prop/"


@contextmanager
def asked(graph: rdflib.Graph, question: str, preset: str = "generic") -> Iterator[Answer]:
    with serve_oxigraph(oxigraph_of(graph)) as url:
        store = SparqlStore(url, preset=load_preset(preset))
        with PathsOverGraph(store, "offline", encoder="lexical") as agent:
            yield agent.ask(question)
        store.close()


def test_a_mediator_of_an_endpoint_has_qualifiers_that_restrict_the_answers():
    with asked(small_graph(*STAFF, unnamed="m1 m2"), "Which employer did Ann have in 2016?") as answer:
        assert answer.text == "Beta"
        assert (
            answer.paths[0].text
            == "{Ann} - employment / employer -> {Beta} (from: 2015; role: director; to: 2019)"
        )


def test_a_statement_of_an_endpoint_may_be_a_blank_node():
    graph = small_graph("Ann employer Acme", "Ann employer Beta")
    for name, year in (("Acme", 2012), ("Beta", 2016)):
        node = rdflib.BNode()
        parts = zip((RDF.subject, RDF.predicate, RDF.object), ("Ann", "employer", name), strict=True)
        for relation, part in parts:
            graph.add((node, relation, rdflib.URIRef(T + part)))
        graph.add((node, rdflib.URIRef(T + "year"), rdflib.Literal(year)))
    with asked(graph, "Which employer did Ann have in 2016?") as answer:
        assert answer.text == "Beta"
        assert answer.paths[0].text == "{Ann} - employer -> {Beta} (year: 2016)"


@pytest.mark.parametrize("year", ["2012", "2016"])
def test_statement_nodes_of_wikidata_are_facts_with_qualifiers(year):
    graph = rdflib.Graph()
    names = {"Q1": "Ann", "Q2": "Acme", "Q3": "Beta", "P1": "employer", "P2": "point in time"}
    for name, label in names.items():
        graph.add((rdflib.URIRef(WD + name), rdflib.RDFS.label, rdflib.Literal(label, lang="en")))
    for number, (employer, point) in enumerate((("Q2", "2012"), ("Q3", "2016"))):
        node = rdflib.URIRef(f"{WD}statement/Q1-{number}")
        graph.add((rdflib.URIRef(WD + "Q1"), rdflib.URIRef(P + "P1"), node))
        graph.add((node, rdflib.URIRef(P + "statement/P1"), rdflib.URIRef(WD + employer)))
        moment = rdflib.Literal(f"{point}-01-01T00:00:00Z", datatype=rdflib.XSD.dateTime)
        graph.add((node, rdflib.URIRef(P + "qualifier/P2"), moment))
    with asked(graph, f"Which employer did Ann have in {year}?", "wikidata-statements") as answer:
        assert answer.text == {"2012": "Acme", "2016": "Beta"}[year]
        assert f"point in time: {year}-01-01T00:00:00" in answer.paths[0].text
