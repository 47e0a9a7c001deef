"""What an endpoint has answered is kept in a file: whole answers only, by endpoint and state, within a bound."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
import rdflib

from pog_agent.errors import GraphUnavailableError, SettingError
from pog_agent.interfaces.cli import main
from pog_agent.kg.meter import Meter
from pog_agent.kg.preset import load_preset
from pog_agent.kg.sparql.cache import AnswerFile, RecentAnswers
from pog_agent.kg.sparql.store import SparqlStore
from tests.servers import Answer, Request, Script, serve_script, tsv_answer

A, B, C, P, Q = (f"http://e/{name}" for name in "abcpq")
LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
TRIPLES = f'<{A}> <{P}> <{B}> . <{B}> <{Q}> <{C}>, "7" . <{A}> <{LABEL}> "Ann" .'


def graph(text: str = TRIPLES) -> rdflib.Graph:
    return rdflib.Graph().parse(data=text, format="turtle")


@contextmanager
def serving(data: rdflib.Graph, broken: Callable[[Request], bool] = lambda _: False) -> Iterator[Script]:
    def respond(request: Request) -> Answer:
        return Answer(500, "no") if broken(request) else tsv_answer(data, request.query)

    with serve_script(respond) as script:
        yield script


def opened(script: Script, path, **settings) -> SparqlStore:
    return SparqlStore(script.url, cache=AnswerFile(path), retries=0, **settings)


def asked(script: Script) -> list[str]:
    """The queries but for those that count the triples."""
    return [request.query for request in script.requests if "COUNT(*)" not in request.query]


async def test_a_second_run_asks_for_nothing_it_has(tmp_path):
    with serving(graph()) as script:
        first = opened(script, tmp_path / "kept")
        around, names = await first.neighbors([A, B, C]), await first.labels([A, B])
        first.close()
        before = len(asked(script))
        second = opened(script, tmp_path / "kept")
        meter = Meter(1000, 1000, 1000.0)
        assert await second.metered(meter).neighbors([C, A, B]) == around
        assert await second.labels([A, B]) == names == {A: "Ann"}
        assert (len(asked(script)), meter.fetched.queries) == (before, 0)
        assert (await second.neighbors([A])).triples == [(A, P, B)]
        second.close()


async def test_only_the_missing_nodes_are_asked_for(tmp_path):
    with serving(graph()) as script:
        store = opened(script, tmp_path / "kept")
        await store.neighbors([A])
        before = len(asked(script))
        whole = await store.neighbors([A, B])
        assert all(B in query and A not in query for query in asked(script)[before:])
        assert whole == await SparqlStore(script.url).neighbors([A, B])
        assert (await store.neighbors([A, B], limit=1)).cut == (
            await SparqlStore(script.url).neighbors([A, B], 1)
        ).cut


@pytest.mark.parametrize("change", ["graph", "preset"])
async def test_another_state_of_the_graph_or_another_preset_is_asked_anew(tmp_path, change):
    data = graph()
    with serving(data) as script:
        await opened(script, tmp_path / "kept").neighbors([A])
        preset = None
        if change == "graph":
            data.add((rdflib.URIRef(A), rdflib.URIRef(Q), rdflib.URIRef(C)))
        else:
            preset = load_preset("generic").model_copy(update={"skip": (P,)})
        found = await opened(script, tmp_path / "kept", preset=preset).neighbors([A])
        assert found.triples == ([(A, P, B), (A, Q, C)] if change == "graph" else [])


async def test_a_failed_query_leaves_nothing_behind(tmp_path):
    failing = True
    with serving(graph(), lambda request: failing and "COUNT(*)" not in request.query) as script:
        store = opened(script, tmp_path / "kept")
        for call in (store.neighbors, store.labels):
            with pytest.raises(GraphUnavailableError):
                await call([A])
        failing = False
        assert (await store.neighbors([A])).triples == [(A, P, B)]
        assert await store.labels([A]) == {A: "Ann"}


async def test_nodes_that_a_limit_left_out_are_not_kept(tmp_path):
    with serving(graph()) as script:
        store = opened(script, tmp_path / "kept", batch_size=1)
        cut = await store.metered(Meter(1000, 1, 1000.0)).neighbors([A, B])
        assert cut.unasked
        assert await store.neighbors([A, B]) == await SparqlStore(script.url).neighbors([A, B])


def test_the_oldest_answers_make_room(tmp_path):
    kept = AnswerFile(tmp_path / "kept", max_bytes=200_000)
    for turn in range(40):
        kept.keep("edges", {f"http://e/{turn}/{number}": "x" * 1000 for number in range(20)})
    assert (tmp_path / "kept").stat().st_size < 400_000
    assert kept.recall("edges", ["http://e/0/0"]) == {}
    assert len(kept.recall("edges", [f"http://e/39/{number}" for number in range(20)])) > 10
    kept.close()


def test_memory_forgets_what_was_not_used_for_longest():
    recent: RecentAnswers[str, str | None] = RecentAnswers(3)
    recent.add({"a": "1", "b": None, "c": "3"})
    assert recent.known(["a", "z"]) == {"a": "1"}
    recent.add({"d": "4"})
    assert recent.known("abcd") == {"a": "1", "c": "3", "d": "4"}


def test_a_file_that_is_something_else_is_one_line(tmp_path, capsys):
    (tmp_path / "text").write_text("no database at all, but long enough to be taken for one" * 40)
    sqlite3.connect(tmp_path / "other").execute("CREATE TABLE t (a)").connection.close()
    for name in ("text", "other"):
        with pytest.raises(SettingError, match=r"kg_cache .* cannot be used"):
            AnswerFile(tmp_path / name)
    with serving(graph()) as script:
        arguments = ["ask", "Who?", "--kg", script.url, "--encoder", "lexical", "--quiet"]
        assert main([*arguments, "--kg-cache", str(tmp_path / "text")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
