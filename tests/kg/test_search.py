"""Full-text search of endpoints: what is sent, when it is used, and a real Virtuoso."""

import asyncio
from dataclasses import replace

import pytest
import rdflib
from hypothesis import strategies as st

from pog_agent.kg.preset import generic
from pog_agent.kg.sparql import search as sparql_search
from pog_agent.kg.sparql.store import SparqlStore
from tests.drawn import drawn
from tests.kg.shapes import literals
from tests.servers import TSV, Answer, Request, serve_script, tsv_answer

EX = "http://example.org/"
GENERIC = generic()
SEARCHES = [search for ways in sparql_search.FACILITIES.values() for search in ways]
ROW = f'?s\t?p\t?l\n<{EX}weeze>\t<{rdflib.RDFS.label}>\t"Weeze Airport"@en\n'
FOUND = Answer(body=ROW, content_type=TSV)
NOTHING = Answer(body='{"head": {"vars": []}, "results": {"bindings": []}}')
HOSTILE = [
    "Weeze AND NOT (x OR \"y\") NEAR 'z*' w~2 label:v^3 [a TO b] c?",
    '"; } DROP ALL # \\',
    "a'b\" 'OR' \"AND\" || ${jndi} \u0130stanbul हिन्दी",
]
MARKS = {
    "virtuoso": "bif:contains",
    "wikidata": "wikiba.se/ontology#mwapi",
    "qlever": "contains-word",
    "jena": "jena.apache.org/text#query",
}


@pytest.fixture(scope="module")
def graph() -> rdflib.Graph:
    graph = rdflib.Graph()
    for name, label in {"weeze": "Weeze Airport", "rome": "Rome"}.items():
        graph.add((rdflib.URIRef(EX + name), rdflib.RDFS.label, rdflib.Literal(label, lang="en")))
    return graph


@pytest.mark.parametrize("search", SEARCHES, ids=lambda search: search.__name__)
@drawn(6, 25, always=[{"text": text} for text in HOSTILE], text=st.text(max_size=60))
def test_only_words_reach_the_query_language_of_an_index(search, text):
    words = sparql_search.words_of(text)
    if not words:
        return
    allowed = {*words, " ".join(words), " AND ".join(f'"{word}"' for word in words)}
    usual = {part for part in literals(search(GENERIC, ["zz"], "en").text()) if "zz" not in part}
    found = literals(search(GENERIC, words, "en").text())
    assert found & allowed
    assert found <= allowed | usual


def test_words_are_letters_with_their_marks_and_digits():
    assert sparql_search.words_of("O'Neil's C++ (2nd) naïve_Müller हिन्दी") == [
        *("o", "neil", "s", "c", "2nd", "naïve", "müller", "हिन्दी")
    ]
    assert len(sparql_search.words_of(" ".join(map(str, range(99))))) == sparql_search.MOST_WORDS
    with pytest.raises(ValueError, match="no word"):
        sparql_search.virtuoso(GENERIC, ['x" OR "y'], "en")


@pytest.mark.parametrize("engine", MARKS)
async def test_the_search_of_the_engine_is_used_once_it_has_found_a_name(graph, engine):
    def respond(request: Request) -> Answer:
        return (
            Answer(body=ROW, content_type="text/tab-separated-values") if mark(request) else plain(graph, request)
        )

    def mark(request: Request) -> bool:
        return MARKS[engine] in request.query

    with serve_script(respond) as script:
        store = SparqlStore(script.url, preset=GENERIC.model_copy(update={"search": engine}))
        for _ in range(2):
            assert [entity.iri for entity in await store.search("weeze")] == [EX + "weeze"]
        asked = [request.query for request in script.requests]
    assert sum(MARKS[engine] in query for query in asked) == 3, "one trial, two searches"
    assert not [query for query in asked if "CONTAINS(" in query]


@pytest.mark.parametrize(
    ("server", "engine"),
    [("Virtuoso/07.20.3233", "virtuoso"), ("qlever/1.0", "qlever"), ("Apache Jena Fuseki (5.0)", "jena")],
)
async def test_what_the_engine_calls_itself_decides_if_the_preset_does_not(graph, server, engine):
    def respond(request: Request) -> Answer:
        answer = FOUND if MARKS[engine] in request.query else plain(graph, request)
        return replace(answer, headers={"Server": server})

    with serve_script(respond) as script:
        store = SparqlStore(script.url)
        await store.check()
        assert [entity.iri for entity in await store.search("airport")] == [EX + "weeze"]
        assert sum(MARKS[engine] in request.query for request in script.requests) == 2


@pytest.mark.parametrize(
    "answer",
    [Answer(400, "what is bif:contains?"), Answer(body='{"head": {"vars": []}, "results": {"bindings": []}}')],
)
async def test_without_an_index_labels_are_read_and_the_index_is_not_tried_again(graph, answer):
    def respond(request: Request) -> Answer:
        return answer if MARKS["virtuoso"] in request.query else plain(graph, request)

    with serve_script(respond) as script:
        store = SparqlStore(script.url, preset=GENERIC.model_copy(update={"search": "virtuoso"}))
        found = await asyncio.gather(*(store.search("weez") for _ in range(3)))
        assert [[entity.iri for entity in entities] for entities in found] == [[EX + "weeze"]] * 3
        assert sum(MARKS["virtuoso"] in request.query for request in script.requests) == 1


async def test_a_trial_that_failed_is_made_again(graph):
    trials = [0]

    def respond(request: Request) -> Answer:
        if MARKS["virtuoso"] not in request.query:
            return plain(graph, request)
        trials[0] += 1
        return Answer(503) if trials[0] == 1 else FOUND

    with serve_script(respond) as script:
        store = SparqlStore(script.url, preset=GENERIC.model_copy(update={"search": "virtuoso"}))
        for _ in range(2):
            assert [entity.iri for entity in await store.search("airport")] == [EX + "weeze"]
    assert trials[0] == 3


def plain(graph: rdflib.Graph, request: Request) -> Answer:
    """Standard SPARQL; what is not gets the answer of an engine that does not know it."""
    if any(mark in request.query for mark in MARKS.values()):
        return Answer(400, "unknown")
    return tsv_answer(graph, request.query)


# A real Virtuoso, without and with an index.

NAMES = {
    "weeze": "Weeze Airport",
    "odd": 'Say \\"AND\\" near the O\'Neil * (x)',
    "muller": "Gisela Müller",
    "language": "हिन्दी भाषा",
}
BUILD_INDEX = "DB.DBA.RDF_OBJ_FT_RULE_ADD(null, null, 'All'); DB.DBA.VT_INC_INDEX_DB_DBA_RDF_OBJ();"


async def test_virtuoso_finds_words_by_its_index_and_by_a_scan_without_one(tmp_path, monkeypatch):
    virtuoso = pytest.importorskip("tests.virtuoso")
    if not virtuoso.is_installed():
        pytest.skip(virtuoso.MISSING)
    file = tmp_path / "names.nt"
    lines = [f'<{EX}{name}> <{rdflib.RDFS.label}> "{label}"@en .\n' for name, label in NAMES.items()]
    file.write_text("".join(lines), encoding="utf-8")
    ports, run = [], virtuoso._run
    monkeypatch.setattr(virtuoso, "_run", lambda port, *rest: (ports.append(port), run(port, *rest)))
    texts = {
        "airport in weeze": "weeze",
        "'AND' \"near\" (o'neil *)": "odd",
        "müller": "muller",
        "भाषा हिन्दी": "language",
    }
    with virtuoso.serve_virtuoso([file]) as urls:
        without = SparqlStore(urls[0])
        await without.labels([EX + "weeze"])
        assert [entity.iri for entity in await without.search("eeze")] == [EX + "weeze"]
        run(ports[-1], BUILD_INDEX, 60.0)
        store = SparqlStore(urls[0])
        await store.labels([EX + "weeze"])
        for text, name in texts.items():
            assert EX + name in [entity.iri for entity in await store.search(text)], text
        assert await store.search("eeze") == [], "the index knows words, not their parts"
