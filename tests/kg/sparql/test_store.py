"""The endpoint store against a real endpoint, and against endpoints that misbehave.

What it gives as every other store does is in `tests/kg/test_store_parity.py`.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
import rdflib
from rdflib.namespace import FOAF, OWL, RDF, RDFS, SKOS

from pog_agent.deadline import Deadline
from pog_agent.errors import GraphUnavailableError, SettingError
from pog_agent.kg.base import Entity, KnowledgeGraph
from pog_agent.kg.meter import Meter
from pog_agent.kg.preset import generic
from pog_agent.kg.sparql.store import SparqlStore
from pog_agent.models import Fetched
from pog_agent.terms import RDF_TYPE, XSD, literal
from tests.servers import JSON, TSV, Answer, Request, json_answer, serve_graph, serve_script, tsv_answer

EX = "http://example.org/"
GERMANY, WEEZE, NIJMEGEN, HUB = EX + "Germany", EX + "Weeze", EX + "Nijmegen", EX + "hub"
AIRPORT, COUNTRY = EX + "Airport", EX + "Country"
SERVES, IN, OPENED, HAS = EX + "serves", EX + "containedBy", EX + "opened", EX + "has"
ENCODED = EX + "Caf%C3%A9_%28bar%29"
EMPTY = '{"head": {"vars": ["s", "p", "o"]}, "results": {"bindings": []}}'
YES = '{"head": {}, "boolean": true}'


def small_graph() -> rdflib.Graph:
    graph = rdflib.Graph()
    graph.parse(
        format="turtle",
        data=f"""
        @prefix : <{EX}> .
        @prefix rdfs: <{RDFS}> . @prefix skos: <{SKOS}> . @prefix foaf: <{FOAF}> . @prefix owl: <{OWL}> .
        :Weeze a :Airport ; rdfs:label "Weeze Airport"@en, "Flughafen Weeze"@de ; :serves :Nijmegen ;
            :containedBy :Germany ; :opened 2003 ; :motto "a\\t\\"b\\"\\nc\\\\u0041"@en ; :open true ;
            skos:altLabel "NRN" ; owl:sameAs <http://elsewhere.org/Weeze> .
        :Germany a :Country ; rdfs:label "Germany"@en-GB, "Deutschland"@de, "Allemagne"@fr .
        :Nijmegen rdfs:label "Nijmegen" ; foaf:name "Nimwegen"@de .
        :Paris rdfs:label "Paris"@fr . :serves rdfs:label "serves"@en . :Airport rdfs:label "airport"@en .
        :ParisTexas skos:altLabel "paris"@en ; :containedBy :USA .
        :USA rdfs:label "United States of America"@en .
        :loop :containedBy :loop .
        :Weeze :contact [ :phone "1" ] .
        <{ENCODED}> rdfs:label "100%41 Café"@en ; :containedBy :Germany .
        """,
    )
    for number in range(60):
        graph.add((rdflib.URIRef(f"{EX}part{number:02}"), rdflib.URIRef(HAS), rdflib.URIRef(HUB)))
        graph.add((rdflib.URIRef(HUB), rdflib.URIRef(HAS), rdflib.Literal(number)))
    return graph


@pytest.fixture(scope="module")
def graph() -> rdflib.Graph:
    return small_graph()


@pytest.fixture(scope="module")
def rdflib_url(graph: rdflib.Graph) -> Iterator[str]:
    with serve_graph(graph) as url:
        yield url


@pytest.fixture(scope="module")
def json_url(graph: rdflib.Graph) -> Iterator[str]:
    with serve_script(lambda request: json_answer(graph, request.query)) as script:
        yield script.url


@pytest.fixture(scope="module")
def tsv_url(graph: rdflib.Graph) -> Iterator[str]:
    with serve_script(lambda request: tsv_answer(graph, request.query)) as script:
        yield script.url


@pytest.fixture(params=["json", "tsv", pytest.param("rdflib", marks=pytest.mark.slow)])
def store(request: pytest.FixtureRequest) -> Iterator[SparqlStore]:
    """The same graph behind an endpoint that answers in JSON, one with TSV, and rdflib-endpoint (JSON, too)."""
    opened = SparqlStore(request.getfixturevalue(f"{request.param}_url"))
    yield opened
    opened.close()


async def test_the_store_is_a_knowledge_graph(store: SparqlStore) -> None:
    assert isinstance(store, KnowledgeGraph)
    assert store.name.startswith("http://127.0.0.1")
    await store.check()


async def test_neighbors_are_the_edges_in_both_directions_without_annotations(store: SparqlStore) -> None:
    around = await store.neighbors([WEEZE, NIJMEGEN])

    assert around.triples == sorted(
        [
            (WEEZE, RDF_TYPE, AIRPORT),
            (WEEZE, SERVES, NIJMEGEN),
            (WEEZE, IN, GERMANY),
            (WEEZE, OPENED, literal("2003", XSD + "integer")),
            (WEEZE, EX + "open", literal("true", XSD + "boolean")),
            (WEEZE, EX + "motto", literal('a\t"b"\nc\\u0041', language="en")),
        ]
    )
    assert around.hidden == {WEEZE: 1}, "the edge to a blank node is not returned, and counted"
    assert (WEEZE, IN, GERMANY) in (await store.neighbors([GERMANY])).triples


async def test_a_self_loop_is_one_edge_and_a_literal_has_incoming_edges(store: SparqlStore) -> None:
    assert (await store.neighbors([EX + "loop"], limit=1)).triples == [(EX + "loop", IN, EX + "loop")]
    year = literal("2003", XSD + "integer")
    assert (await store.neighbors([year])).triples == [(WEEZE, OPENED, year)]


async def test_what_no_query_can_name_is_skipped_and_said(store: SparqlStore) -> None:
    odd = 'http://example.org/"odd"'
    around = await store.neighbors(["_:b0", odd, EX + "nowhere"])
    assert around.triples == []
    assert around.hidden == {"_:b0": -1, odd: -1}
    assert await store.labels(["_:b0", odd, literal("x")]) == {}
    assert (
        await store.contains([("_:b0", IN, GERMANY), (odd, IN, GERMANY), (literal("x"), IN, GERMANY)])
        == [False] * 3
    )
    with pytest.raises(SettingError, match="'Germany' is not an absolute IRI"):
        await store.neighbors(["Germany"])


async def test_a_limit_keeps_sorted_edges_of_both_directions_and_counts_the_rest(store: SparqlStore) -> None:
    around = await store.neighbors([HUB, GERMANY], limit=11)
    into = [triple for triple in around.triples if triple[2] == HUB]
    out = [triple for triple in around.triples if triple[0] == HUB]
    assert [head for head, _, _ in into] == [f"{EX}part{number:02}" for number in range(5)]
    assert len(out) == 6
    assert around.cut == {HUB: 109}
    assert {triple for triple in around.triples if GERMANY in triple} == {
        (WEEZE, IN, GERMANY),
        (ENCODED, IN, GERMANY),
        (GERMANY, RDF_TYPE, COUNTRY),
    }
    assert around == await store.neighbors([GERMANY, HUB], limit=11)


async def test_search_finds_parts_of_names_and_puts_the_closest_first(store: SparqlStore) -> None:
    assert await store.search("states of") == [Entity(iri=EX + "USA", label="United States of America")]
    assert [entity.iri for entity in await store.search("airport")] == [AIRPORT, WEEZE]
    assert [entity.iri for entity in await store.search("America United")] == [EX + "USA"]
    assert [entity.iri for entity in await store.search("the Nijmegen")] == [NIJMEGEN]
    assert len(await store.search("a", limit=2)) == 2
    assert await store.search("zzz") == await store.search("  ") == []


async def test_percent_signs_arrive_as_they_are(store: SparqlStore) -> None:
    assert await store.labels([ENCODED]) == {ENCODED: "100%41 Café"}
    assert [entity.iri for entity in (await store.find(["100%41 café"]))["100%41 café"]] == [ENCODED]
    assert (await store.neighbors([ENCODED])).triples == [(ENCODED, IN, GERMANY)]


async def test_the_fingerprint_follows_the_number_of_triples() -> None:
    graph = small_graph()
    with serve_script(lambda request: tsv_answer(graph, request.query)) as script:
        store = SparqlStore(script.url)
        before = await store.fingerprint()
        assert before == await store.fingerprint()
        graph.add((rdflib.URIRef(WEEZE), RDF.type, rdflib.URIRef(COUNTRY)))
        assert before != await store.fingerprint()


def test_one_store_serves_several_event_loops(json_url: str) -> None:
    store = SparqlStore(json_url)
    for limit in (None, 3):
        assert asyncio.run(store.neighbors([GERMANY], limit=limit)).triples
    store.close()


async def test_labels_and_types_are_asked_for_once(graph: rdflib.Graph) -> None:
    with serve_script(lambda request: tsv_answer(graph, request.query)) as script:
        store = SparqlStore(script.url)
        await store.labels([WEEZE, NIJMEGEN])
        await store.types([WEEZE, NIJMEGEN])
        assert len(script.requests) == 3, "label predicates, labels, and types"
        await store.labels([EX + "loop"])
        before = len(script.requests)
        await store.labels([WEEZE, EX + "loop"])
        await store.types([WEEZE, NIJMEGEN])
        assert len(script.requests) == before


@pytest.mark.parametrize("row_cap", [20, 10_000])
async def test_names_of_neighbours_are_asked_for_by_naming_the_nodes_between(row_cap: int) -> None:
    graph = small_graph()
    parts = [f"{EX}part{number:02}" for number in range(60)]
    for number, part in enumerate(parts):
        language = ("en", "de", None, "fr")[number % 4]
        graph.add((rdflib.URIRef(part), RDFS.label, rdflib.Literal(f"Part {number}", lang=language)))
        graph.add((rdflib.URIRef(HUB), rdflib.URIRef(HAS), rdflib.URIRef(part)))
    with serve_script(lambda request: tsv_answer(graph, request.query, row_cap)) as script:
        asked = [*parts, HUB, WEEZE, GERMANY, EX + "nowhere"]
        preset = generic().model_copy(update={"names_from_iris": "never"})
        expected = await SparqlStore(script.url, preset=preset).labels(asked, ["de", "en"])
        assert len(expected) == 62, "all but the hub and what is not there"

        def naming(names: list[str]) -> int:
            return sum(f"<{name}>" in request.query for request in script.requests for name in names)

        store = SparqlStore(script.url, preset=preset)
        await store.neighbors([HUB])
        script.requests.clear()
        assert await store.labels(asked, ["de", "en"]) == expected
        assert 0 < naming(parts) < len(parts), "only what has no name in these languages is asked for by itself"

        few = SparqlStore(script.url, preset=preset)
        await few.neighbors([HUB])
        script.requests.clear()
        assert await few.labels(parts[:3], ["de", "en"]) == {part: expected[part] for part in parts[:3]}
        assert naming(parts[:3]) >= 3
        assert not naming([HUB]), "a hub of whose neighbours few are wanted is not gone through"


@pytest.mark.parametrize(("row_cap", "page_size"), [(17, 10_000), (40, 40), (30, 50), (50, 30)])
async def test_results_cut_at_an_unknown_cap_are_read_whole(
    graph: rdflib.Graph, row_cap: int, page_size: int
) -> None:
    with serve_script(lambda request: tsv_answer(graph, request.query, row_cap)) as script:
        store = SparqlStore(script.url, page_size=page_size)
        around = await store.neighbors([WEEZE, HUB, GERMANY])
        assert len([triple for triple in around.triples if HUB in triple]) == 120
        assert (WEEZE, SERVES, NIJMEGEN) in around.triples
        assert (around.cut, around.hidden) == ({}, {WEEZE: 1})


async def test_a_result_of_exactly_the_page_size_is_whole(graph: rdflib.Graph) -> None:
    with serve_script(lambda request: tsv_answer(graph, request.query)) as script:
        around = await SparqlStore(script.url, page_size=60).neighbors([HUB])
    assert len(around.triples) == 120


@pytest.mark.parametrize("page_size", [10, 10_000])
async def test_a_hub_is_not_read_whole_under_a_limit(graph: rdflib.Graph, page_size: int) -> None:
    with serve_script(lambda request: tsv_answer(graph, request.query, 20)) as script:
        around = await SparqlStore(script.url, page_size=page_size).neighbors([HUB, NIJMEGEN], limit=6)
    assert [head for head, _, tail in around.triples if tail == HUB] == [
        f"{EX}part{number:02}" for number in range(3)
    ]
    assert (WEEZE, SERVES, NIJMEGEN) in around.triples
    assert around.cut == {HUB: 114}


async def test_a_hub_that_cannot_be_sorted_or_counted_is_sampled(graph: rdflib.Graph) -> None:
    def respond(request: Request) -> Answer:
        if "ORDER BY" in request.query or "COUNT" in request.query:
            return Answer(status=500, body="Query timeout")
        return tsv_answer(graph, request.query)

    with serve_script(respond) as script:
        around = await SparqlStore(script.url, page_size=20).neighbors([HUB], limit=6)
    assert len(around.triples) == 6
    assert around.cut == {HUB: -1}


@pytest.mark.parametrize(("server", "in_subquery"), [("Virtuoso/07.20.3229 (Linux)", True), ("Jetty(9.4)", False)])
async def test_virtuoso_starts_from_the_nodes_that_are_named(
    graph: rdflib.Graph, server: str, in_subquery: bool
) -> None:
    def respond(request: Request) -> Answer:
        return replace(tsv_answer(graph, request.query), headers={"Server": server})

    with serve_script(respond) as script:
        store = SparqlStore(script.url)
        await store.check()
        around = await store.neighbors([HUB])
        await store.labels({tail for _, _, tail in around.triples} | {head for head, _, _ in around.triples})
    assert len(around.triples) == 120
    asked = [request.query for request in script.requests]
    assert any("{ SELECT ?s WHERE { VALUES" in query for query in asked) == in_subquery
    assert any("{ SELECT ?node WHERE { VALUES" in query for query in asked) == in_subquery


async def test_virtuoso_may_refuse_to_sort_beyond_its_cap(graph: rdflib.Graph) -> None:
    def respond(request: Request) -> Answer:
        if " ORDER BY ?s ?p ?o OFFSET" in request.query:
            return Answer(status=500, body="Virtuoso 22023 Error SR353: Sorted TOP clause specifies more rows")
        return tsv_answer(graph, request.query, 25)

    with serve_script(respond) as script:
        assert len((await SparqlStore(script.url).neighbors([HUB])).triples) == 120


async def test_an_endpoint_that_repeats_pages_is_an_error(graph: rdflib.Graph) -> None:
    def respond(request: Request) -> Answer:
        return tsv_answer(graph, request.query.partition(" OFFSET")[0], 20)

    with serve_script(respond) as script, pytest.raises(GraphUnavailableError, match="repeats rows"):
        await SparqlStore(script.url, page_size=20).neighbors([HUB])


async def test_a_busy_endpoint_is_asked_again_when_it_says(graph: rdflib.Graph) -> None:
    def respond(request: Request) -> Answer:
        if request.number == 1:
            return Answer(status=503, headers={"Retry-After": "1"})
        if request.number == 2:
            soon = format_datetime(datetime.now(UTC) - timedelta(seconds=5), usegmt=True)
            return Answer(status=429, headers={"Retry-After": soon})
        return tsv_answer(graph, request.query)

    with serve_script(respond) as script:
        started = time.monotonic()
        assert await SparqlStore(script.url, max_concurrency=1).classes([AIRPORT]) == {AIRPORT}
        assert 1.0 <= time.monotonic() - started < 2.5
        assert len(script.requests) == 3


Call = Callable[[SparqlStore], Awaitable[object]]
CALLS: dict[str, Call] = {
    "neighbors": lambda store: store.neighbors([WEEZE]),
    "labels": lambda store: store.labels([WEEZE]),
    "find": lambda store: store.find(["Weeze"]),
    "search": lambda store: store.search("Weeze"),
    "types": lambda store: store.types([WEEZE]),
    "classes": lambda store: store.classes([WEEZE]),
    "contains": lambda store: store.contains([(WEEZE, IN, GERMANY)]),
    "check": lambda store: store.check(),
}
QUIET = {"Retry-After": "0"}
FAILURES = {
    "429 forever": (Answer(429, "slow down", headers=QUIET), "HTTP 429: slow down; wait; in Python, SparqlStore"),
    "503 forever": (Answer(503, headers=QUIET), "HTTP 503; try again later"),
    "400": (Answer(400, "Parse error:\n  line 1", "text/plain"), "HTTP 400: Parse error: line 1"),
    "404": (Answer(404, "<html><title>Nope</title><h1>Not here</h1>", "text/html"), "HTTP 404: .*Not here"),
    "401": (Answer(401), "HTTP 401; put user and password into the URL"),
    "moved": (Answer(301, headers={"Location": "https://x.org/sparql"}), "moved to https://x.org/sparql"),
    "HTML with 200": (Answer(200, "<!DOCTYPE html><html>hi</html>", "text/html"), "not SPARQL .* a web page"),
    "XML": (Answer(200, "<sparql/>", "application/sparql-results+xml"), "application/sparql-results"),
    "cut JSON": (Answer(200, '{"results": {"bindings": ['), "malformed or cut JSON"),
    "other JSON": (Answer(200, '{"message": "hello"}'), "JSON"),
    "JSON array": (Answer(200, "[]"), "JSON that is no SPARQL result"),
    "nothing": (Answer(200, "", TSV), "not SPARQL results"),
    "anytime": (Answer(200, EMPTY, headers={"X-SQL-State": "S1TAT"}), "incomplete results"),
    "partial content": (Answer(206, EMPTY), "incomplete results"),
}


@pytest.mark.parametrize(
    ("failure", "call"),
    [*((failure, "neighbors") for failure in FAILURES), *(("400", call) for call in CALLS), ("XML", "check")],
)
async def test_a_failed_lookup_is_an_error_and_never_an_empty_result(failure: str, call: str) -> None:
    answer, words = FAILURES[failure]
    with serve_script(lambda _: answer) as script:
        store = SparqlStore(script.url, retries=1)
        with pytest.raises(GraphUnavailableError, match=words) as caught:
            await CALLS[call](store)
    message = str(caught.value)
    assert message.startswith(f"SPARQL endpoint {script.url}: ")
    assert "\n" not in message


@pytest.mark.parametrize(
    "body",
    [
        f"?s\t?p\t?o\n<{WEEZE}>\t<{IN}>\n",
        f"?s\t?p\t?o\n<{WEEZE}>\t<{IN}>\t<{GERMANY}\n",
        f'?s\t?p\t?o\n<{WEEZE}>\t<{IN}>\t"x"^^\n',
        f"?s\t?p\t?o\n<{WEEZE}>\t<{IN}>\tjava.util.concurrent.TimeoutException\n",
        "?x\n<http://example.org/a>\n",
    ],
)
async def test_a_malformed_row_is_an_error(body: str) -> None:
    complaint = pytest.raises(GraphUnavailableError, match=r"malformed|without the column")
    with serve_script(lambda _: Answer(200, body, TSV)) as script, complaint:
        await SparqlStore(script.url).neighbors([WEEZE])


async def test_tsv_without_types_is_asked_for_with_kinds_and_without_them_replaced_by_json() -> None:
    """Virtuoso quotes IRIs like strings in TSV."""
    row = {name: {"type": "uri", "value": iri} for name, iri in zip("spo", (WEEZE, IN, GERMANY), strict=True)}
    body = EMPTY.replace("[]", f"[{row}]").replace("'", '"')

    def respond(request: Request) -> Answer:
        if TSV in request.headers["Accept"]:
            return Answer(200, f'"s"\t"p"\t"o"\n"{WEEZE}"\t"{IN}"\t"{GERMANY}"\n', TSV)
        return Answer(200, body)

    with serve_script(respond) as script:
        store = SparqlStore(script.url, max_concurrency=1)
        for _ in range(2):
            assert (await store.neighbors([WEEZE])).triples == [(WEEZE, IN, GERMANY)]
        assert [TSV in request.headers["Accept"] for request in script.requests] == [True, True, *[False] * 4]


async def test_nothing_failed_is_cached(graph: rdflib.Graph) -> None:
    def respond(request: Request) -> Answer:
        return Answer(500, "oops") if request.number == 1 else tsv_answer(graph, request.query)

    with serve_script(respond) as script:
        store = SparqlStore(script.url)
        with pytest.raises(GraphUnavailableError, match="HTTP 500: oops"):
            await store.labels([WEEZE])
        assert await store.labels([WEEZE]) == {WEEZE: "Weeze Airport"}


async def test_an_endpoint_that_hangs_is_given_up_after_the_timeout() -> None:
    with serve_script(lambda _: Answer(body=YES, seconds=2.0)) as script:
        started = time.monotonic()
        with pytest.raises(GraphUnavailableError, match=r"timeout: no complete answer within 0\.2 s \(2 tries\)"):
            await SparqlStore(script.url, timeout=0.2, retries=1).check()
        assert time.monotonic() - started < 1.8
        assert len(script.requests) == 2


async def test_a_cut_connection_is_tried_again_and_then_an_error() -> None:
    with serve_script(lambda request: Answer(body=YES, cut=request.number < 3)) as script:
        with pytest.raises(GraphUnavailableError, match=r"\(2 tries\); check the URL"):
            await SparqlStore(script.url, retries=1).check()
        await SparqlStore(script.url).check()


async def test_nobody_listens() -> None:
    with serve_script(lambda _: Answer()) as script:
        pass
    with pytest.raises(GraphUnavailableError, match=r"refused.*\(1 try\); check the URL and that"):
        await SparqlStore(script.url, retries=0).check()


async def test_an_empty_endpoint_fails_the_check() -> None:
    with serve_graph(rdflib.Graph()) as url, pytest.raises(GraphUnavailableError, match="no triples"):
        await SparqlStore(url).check()


async def test_the_fingerprint_needs_only_the_url_when_counting_fails() -> None:
    with serve_script(lambda _: Answer(500)) as script:
        assert len(await SparqlStore(script.url).fingerprint()) == 16
        assert await SparqlStore(script.url).catalog(100) is None


async def test_the_client_introduces_itself_and_hides_the_password() -> None:
    with serve_script(lambda _: Answer(403)) as script:
        store = SparqlStore(script.url.replace("http://", "http://user:secret@"))
        with pytest.raises(GraphUnavailableError) as caught:
            await store.check()
        headers = script.requests[0].headers
    assert "secret" not in str(caught.value) + store.name
    assert headers["Authorization"].startswith("Basic ")
    assert headers["User-Agent"].startswith("pog-agent/")
    assert "https://pypi.org/project/pog-agent/" in headers["User-Agent"]


@pytest.mark.parametrize("url", ["not a url", "ftp://example.org/sparql", "graph.ttl", "http://", ""])
def test_a_url_that_is_no_endpoint_is_refused(url: str) -> None:
    with pytest.raises(SettingError, match="URL"):
        SparqlStore(url)


@pytest.mark.parametrize("setting", ["batch_size", "max_concurrency", "page_size", "timeout"])
def test_a_setting_that_cannot_work_is_refused(setting: str) -> None:
    with pytest.raises(SettingError, match=setting):
        SparqlStore("http://example.org/", **{setting: 0})


async def test_many_nodes_go_in_few_requests_of_bounded_size(graph: rdflib.Graph) -> None:
    running, most = [0], [0]

    def respond(request: Request) -> Answer:
        running[0] += 1
        most[0] = max(most[0], running[0])
        time.sleep(0.01)
        running[0] -= 1
        assert len(request.query) < 5_000
        return Answer(body=EMPTY)

    with serve_script(respond) as script:
        store = SparqlStore(script.url, batch_size=50, max_concurrency=3)
        await store.neighbors([f"{EX}n{number}" for number in range(500)])
        assert len(script.requests) == 20
        assert most[0] <= 3
        assert {request.headers["Accept"] for request in script.requests} == {f"{TSV}, {JSON};q=0.5"}


# What a run fetches.


def meter(rows: int = 1_000_000, queries: int = 1_000_000, seconds: float = 1_000_000.0) -> Meter:
    return Meter(rows, queries, seconds)


async def test_a_query_that_is_not_answered_in_time_is_given_up() -> None:
    with serve_script(lambda request: Answer(body=EMPTY, seconds=20)) as script:
        counted = meter()
        counted.until = Deadline.after(0.3)
        start = time.monotonic()
        found = await SparqlStore(script.url).metered(counted).neighbors([WEEZE, HUB])
    assert time.monotonic() - start < 5
    assert found.triples == [] and found.unasked == {WEEZE, HUB}
    assert counted.spent() == "the time of the run (max_seconds)"


async def test_edges_between_two_sets_are_those_in_either_direction(store: SparqlStore) -> None:
    year = literal("2003", XSD + "integer")
    found = await store.between([WEEZE, HUB, "_:b0"], [GERMANY, NIJMEGEN, year, EX + "part07"])
    assert found.triples == [
        (WEEZE, IN, GERMANY),
        (WEEZE, OPENED, year),
        (WEEZE, SERVES, NIJMEGEN),
        (EX + "part07", HAS, HUB),
    ]
    assert (found.cut, found.unasked) == ({}, frozenset())
    assert await store.between([GERMANY, year], [WEEZE]) == await store.between([WEEZE], [GERMANY, year])
    assert (await store.between([], [WEEZE])).triples == (await store.between([WEEZE], [])).triples == []


async def test_small_batches_find_the_same_edges_between_two_sets(json_url: str) -> None:
    parts = [f"{EX}part{number:02}" for number in range(9)]
    small, large = SparqlStore(json_url, batch_size=2, page_size=3), SparqlStore(json_url)
    assert await small.between([HUB, WEEZE, GERMANY], [*parts, GERMANY]) == await large.between(
        [*parts, GERMANY], [HUB, WEEZE, GERMANY]
    )


async def test_two_runs_over_one_store_are_counted_apart(store: SparqlStore) -> None:
    first, second = meter(), meter()
    one, other = store.metered(first), store.metered(second)
    await asyncio.gather(one.neighbors([WEEZE]), other.neighbors([NIJMEGEN]), one.between([WEEZE], [GERMANY]))
    await store.neighbors([HUB])
    await one.labels([WEEZE])
    assert second.fetched.model_copy(update={"seconds": 0}) == Fetched(queries=2, rows=1)
    assert first.fetched.queries == 4
    assert first.fetched.rows == 8  # seven edges of Weeze, one of them to a blank node, and one of them again


@pytest.mark.parametrize("limits", [{"queries": 3}, {"rows": 1}, {"seconds": 0.0}])
async def test_when_a_limit_is_reached_the_rest_is_unasked(json_url: str, limits: dict[str, float]) -> None:
    counted = meter(**limits)
    store = SparqlStore(json_url, batch_size=1, max_concurrency=1).metered(counted)
    nodes = [WEEZE, GERMANY, NIJMEGEN]
    found = await store.neighbors(nodes)
    whole = (await SparqlStore(json_url).neighbors(nodes)).triples
    assert found.unasked
    assert found.unasked <= set(nodes)
    assert set(found.triples) < set(whole)
    assert counted.spent()
    assert counted.fetched.queries <= 3
    assert (await store.between([WEEZE], [GERMANY])).unasked == {WEEZE}


async def test_a_hub_that_is_met_when_the_limit_is_reached_keeps_what_has_come(json_url: str) -> None:
    store = SparqlStore(json_url, page_size=20).metered(meter(queries=2))
    found = await store.neighbors([HUB], limit=20)
    assert len(found.triples) == 20
    assert found.cut == {HUB: -1}


DEADLOCKS = (
    Answer(body=EMPTY, headers={"X-SQL-State": "00000", "X-SQL-Message": "SR172: Transaction deadlocked"}),
    Answer(500, "Virtuoso 40001 Error SR172: Transaction deadlocked", "text/plain"),
)


@pytest.mark.parametrize("deadlock", DEADLOCKS, ids=["empty result", "error"])
async def test_a_deadlock_inside_the_database_is_tried_again_at_once(deadlock: Answer) -> None:
    def respond(request: Request) -> Answer:
        return deadlock if request.number == 1 else Answer(body=EMPTY)

    with serve_script(respond) as script:
        assert await SparqlStore(script.url, retries=0).types([WEEZE]) == {}
        assert len(script.requests) == 2
