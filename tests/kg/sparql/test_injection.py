"""Whatever text or IRI goes in: a query has the same algebra, is read-only, and holds exactly that literal."""

from collections.abc import Callable

import pyoxigraph
import pytest
import rdflib
from hypothesis import strategies as st

from pog_agent.errors import SettingError
from pog_agent.kg.preset import load_preset
from pog_agent.kg.sparql import query as sparql_query
from pog_agent.kg.sparql import search as sparql_search
from pog_agent.kg.sparql import survey as sparql_survey
from pog_agent.kg.sparql import terms as sparql_terms
from pog_agent.terms import literal
from tests.drawn import drawn
from tests.kg.shapes import algebra, shape, terms

EX = "http://example.org/"
PRESETS = [load_preset(name) for name in ("generic", "freebase", "wikidata-statements")]
HOSTILE = [
    '"; } DROP ALL # \\',
    '" } UNION { ?s ?p ?o } #',
    "\\u0022 } ?x ?y ?z { \\u0022",
    "\\\\u0022))} INSERT DATA { <a:b> <a:b> <a:b> } #",
    "> ?p ?o . ?a <",
    "a'''b\"\"\"c\n\r\t{}|^`$?",
    '" AND NOT "x" OR (a NEAR b) * ~ ^2',
    "SELECT * WHERE { SERVICE <http://x> { ?s ?p ?o } }",
]
Builder = Callable[[str], str]
TEXT_BUILDERS: dict[str, Builder] = {
    "exact_labels": lambda text: sparql_query.exact_labels(PRESETS[0], [text], ["en"]).text(),
    "labels_containing": lambda text: sparql_query.labels_containing(PRESETS[1], [text]).text(limit=5),
    "edges": lambda text: sparql_query.edges(PRESETS[0], [literal(text)], incoming=True).text(limit=5, offset=1),
    "labels": lambda text: sparql_query.labels(PRESETS[2], [literal(text, language="en")]).count(),
    "existing": lambda text: sparql_query.existing([(1, (EX + "a", EX + "p", literal(text)))]).text(ordered=True),
}
IRI_BUILDERS: dict[str, Builder] = {
    "edges": lambda iri: sparql_query.edges(PRESETS[0], [iri]).text(ordered=True, nested=True, limit=3),
    "labels": lambda iri: sparql_query.labels(PRESETS[1], [iri], ["en"]).text(),
    "types": lambda iri: sparql_query.types(PRESETS[2], [iri]).text(),
    "classes": lambda iri: sparql_query.classes(PRESETS[0], [iri]).text(),
    "existing": lambda iri: sparql_query.existing([(1, (iri, iri, iri))]).text(),
    "any_of": lambda iri: sparql_survey.any_of([iri]),
    "any_mediator": lambda iri: sparql_survey.any_mediator([iri], [iri], [iri]),
}
SEARCHES = {search.__name__: search for ways in sparql_search.FACILITIES.values() for search in ways}


hostile = drawn(4, 15, always=[{"text": text} for text in HOSTILE], text=st.text(max_size=40))


def reads(query: str) -> bool:
    """Whether a second parser, which may refuse an IRI altogether, takes the text as a query and no update."""
    try:
        pyoxigraph.Store().query(query)
    except SyntaxError as error:
        assert "IRI parsing failed" in str(error)
    return algebra(query).name in {"SelectQuery", "AskQuery"}


@pytest.mark.parametrize("name", TEXT_BUILDERS)
@hostile
def test_any_text_is_one_literal_and_changes_nothing_else(name, text):
    build = TEXT_BUILDERS[name]
    query = build(text)
    assert shape(algebra(query)) == shape(algebra(build("plain")))
    held = {str(term) for term in terms(algebra(query)) if isinstance(term, rdflib.Literal)}
    written = "".join("\ufffd" if char == "\0" or "\ud800" <= char <= "\udfff" else char for char in text)
    assert held & {written, written.strip(), written.lower()}
    assert reads(query)


@pytest.mark.parametrize("name", IRI_BUILDERS)
@hostile
def test_any_iri_is_that_iri_or_refused(name, text):
    build = IRI_BUILDERS[name]
    try:
        query = build(EX + text)
    except SettingError:
        assert not sparql_terms.is_askable(EX + text)
        return
    assert shape(algebra(query)) == shape(algebra(build(EX + "plain")))
    assert EX + text in {str(term) for term in terms(algebra(query))}
    assert reads(query)


@pytest.mark.parametrize("name", SEARCHES)
@hostile
def test_any_text_becomes_words_of_a_search_and_nothing_else(name, text):
    words = sparql_search.words_of(text)
    if not words:
        return
    query = SEARCHES[name](PRESETS[0], words, "en").text(limit=5)
    plain = [f"w{number}" for number in range(len(words))]
    assert shape(algebra(query)) == shape(algebra(SEARCHES[name](PRESETS[0], plain, "en").text(limit=5)))
    assert algebra(query).name == "SelectQuery"
    pyoxigraph.Store().query(query.replace("SERVICE <", "SERVICE SILENT <"))


@pytest.mark.parametrize(
    "query",
    [
        sparql_query.any_triple(),
        sparql_query.count_triples(),
        sparql_survey.virtuoso_version(),
        sparql_survey.plain(sparql_survey.triples(), 5, 2),
        sparql_survey.plain(sparql_survey.predicates(), 5),
    ],
)
def test_queries_without_parameters_only_read(query):
    assert algebra(query).name in {"SelectQuery", "AskQuery"}
