"""The SPARQL text that the endpoint store sends: escaped, read-only, and equal to what was meant."""

from collections.abc import Callable
from itertools import product

import pyoxigraph
import pytest
import rdflib
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rdflib.plugins.sparql import prepareQuery
from rdflib.plugins.sparql.parser import parseQuery

from pog_agent.errors import SettingError
from pog_agent.kg.preset import generic
from pog_agent.kg.sparql import query as build
from pog_agent.kg.sparql import terms as sparql_terms
from pog_agent.terms import XSD, literal
from tests.drawn import drawn

EX = "http://example.org/"
GENERIC = generic()
TEXTS = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\x00"))


def read_back(term: str) -> rdflib.term.Node:
    """The term that rdflib's parser finds where the query builder has written this one."""
    rows = list(rdflib.Graph().query(f"SELECT ?x {{ VALUES ?x {{ {sparql_terms.write_term(term)} }} }}"))
    return rows[0][0]


def names_in(query: str) -> list[str]:
    return [node.name for node in parseQuery(query) if hasattr(node, "name")]


@settings(max_examples=60, deadline=None)
@given(TEXTS)
@example('"; } DROP ALL # ')
@example("\\")
@example("\\u0022 } ?s ?p ?o { \\u0022")
@example("\\\\U00000022")
@example("\\\\\\u00220022")
@example("a\tb\nc\rd\be\ff'g`h$i%41{}|")
@example("😀 \u2028 \x85 \x0b")
def test_any_text_comes_out_of_a_query_as_it_went_in(text: str) -> None:
    assert read_back(literal(text)) == rdflib.Literal(text)
    assert read_back(literal(text, language="pt-BR")) == rdflib.Literal(text, lang="pt-br")


@drawn(8, 30, always=[{"text": '"@en } UNION { ?s ?p ?o'}], text=TEXTS)
def test_a_label_lookup_finds_exactly_the_given_text(text: str) -> None:
    graph = rdflib.Graph()
    graph.add((rdflib.URIRef(EX + "it"), rdflib.RDFS.label, rdflib.Literal(text.strip())))
    graph.add((rdflib.URIRef(EX + "other"), rdflib.RDFS.label, rdflib.Literal(text.strip() + "x")))

    rows = list(graph.query(build.exact_labels(GENERIC, [text], ["en"]).text()))

    assert [str(row[0]) for row in rows] == [EX + "it"]


@settings(max_examples=60, deadline=None)
@given(st.text())
def test_an_iri_is_written_as_it_is_or_refused(text: str) -> None:
    try:
        written = sparql_terms.write_iri(EX + text)
    except SettingError:
        assert not sparql_terms.is_askable(EX + text)
    else:
        assert read_back(EX + text) == rdflib.URIRef(written[1:-1]) == rdflib.URIRef(EX + text)


@pytest.mark.parametrize(
    "bad",
    [
        "http://example.org/a b",
        "http://example.org/> ?p ?o } #",
        'http://example.org/"quoted"',
        "http://example.org/{x}",
        "http://example.org/\\u003e",
        "http://example.org/a\nb",
        "no-scheme",
        "_:b0",
        "",
        '"text"',
        "http://example.org/\ud800",
    ],
)
def test_an_iri_that_cannot_stand_in_a_query_is_refused(bad: str) -> None:
    with pytest.raises(SettingError, match="absolute IRI"):
        sparql_terms.write_iri(bad)


def test_a_datatype_and_a_language_cannot_smuggle_in_syntax() -> None:
    with pytest.raises(SettingError, match="absolute IRI"):
        sparql_terms.write_term('"x"^^<http://example.org/> } UNION { ?s>')
    with pytest.raises(SettingError, match="language tag"):
        build.labels(GENERIC, [EX + "a"], ['en") || true || ("'])
    with pytest.raises(SettingError, match="language tag"):
        build.exact_labels(GENERIC, ["a"], ["en } #"])


def test_characters_that_no_literal_can_have_match_nothing() -> None:
    assert sparql_terms.write_text("a\x00b\udc80") == '"a\ufffdb\ufffd"'


def test_typed_literals_keep_their_datatype() -> None:
    assert read_back(literal("1990", XSD + "integer")) == rdflib.Literal(1990)
    assert read_back(literal("x", XSD + "string")) == rdflib.Literal("x")


def kind_in_oxigraph(query: str) -> str:
    result = pyoxigraph.Store().query(query)
    return {pyoxigraph.QuerySolutions: "SelectQuery", pyoxigraph.QueryBoolean: "AskQuery"}[type(result)]


def kind_in_rdflib(query: str) -> str:
    return str(prepareQuery(query).algebra.name)


@pytest.mark.parametrize("kind", [kind_in_oxigraph, pytest.param(kind_in_rdflib, marks=pytest.mark.slow)])
def test_every_query_is_a_select_or_an_ask_and_nothing_else(kind: Callable[[str], str]) -> None:
    triple = (EX + "a", EX + "p", literal('say "hi"'))
    selects = [
        build.edges(GENERIC, [EX + "a", EX + "b"]),
        build.edges(GENERIC, [EX + "a", literal("x")], incoming=True),
        build.labels(GENERIC, [EX + "a"]),
        build.labels(GENERIC, [EX + "a"], ["en", "pt-BR"]),
        build.exact_labels(GENERIC, ["New York", "O'Neil"], ["en"]),
        build.labels_containing(GENERIC, ["new", 'y"ork']),
        build.named(GENERIC),
        build.types(GENERIC, [EX + "a"]),
        build.classes(GENERIC, [EX + "a"]),
        build.existing([(7, triple)]),
    ]
    for select in selects:
        whole = {"limit": 10, "offset": 5, "ordered": True}
        first = select.text(**whole, given_first=True)
        for text in (
            select.text(),
            select.text(**whole),
            select.text(**whole, nested=True),
            first,
            select.count(),
        ):
            assert kind(text) == "SelectQuery"
    assert kind(build.count_triples()) == "SelectQuery"
    assert kind(build.any_triple()) == "AskQuery"


def test_pages_in_order_cover_every_row_once() -> None:
    graph = rdflib.Graph()
    for number in range(25):
        graph.add((rdflib.URIRef(EX + "a"), rdflib.URIRef(EX + "p"), rdflib.Literal(number)))
    query = build.edges(GENERIC, [EX + "a"])
    for nested, first in product((False, True), repeat=2):
        texts = [query.text(10, start, ordered=True, nested=nested, given_first=first) for start in (0, 10, 20)]
        pages = [list(graph.query(text)) for text in texts]
        assert [len(page) for page in pages] == [10, 10, 5]
        assert len({row for page in pages for row in page}) == 25


def test_names_are_looked_up_in_the_casings_that_labels_have() -> None:
    assert sparql_terms.casings(" university of oxford ") == [
        "university of oxford",
        "University of oxford",
        "University Of Oxford",
        "University of Oxford",
        "UNIVERSITY OF OXFORD",
    ]
    assert "UEFA" in sparql_terms.casings("uefa")
    assert sparql_terms.casings("iPhone")[0] == "iPhone"
