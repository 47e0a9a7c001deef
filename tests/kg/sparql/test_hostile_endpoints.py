"""The command line against endpoints that misbehave: one line, exit code 3, in time, and nothing wrong kept."""

import asyncio
import gzip
import json
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
import rdflib
from rdflib.namespace import RDFS

from pog_agent.errors import GraphUnavailableError
from pog_agent.interfaces.cli import main
from pog_agent.kg.sparql.http import HttpEndpoint, HttpRequest
from pog_agent.kg.sparql.store import SparqlStore
from tests.servers import TSV, Answer, Request, serve_script, tsv_answer

EX = "http://example.org/"
QUESTION = ["ask", "Who is the founder of Acme?", "--encoder", "lexical", "--quiet"]
ROW = f"<{EX}a>\t<{EX}b>\t<{EX}c>\n"


def small_graph() -> rdflib.Graph:
    graph = rdflib.Graph()
    for name, label in {"acme": "Acme", "ann": "Ann", "founder": "founder"}.items():
        graph.add((rdflib.URIRef(EX + name), RDFS.label, rdflib.Literal(label, lang="en")))
    graph.add((rdflib.URIRef(EX + "acme"), rdflib.URIRef(EX + "founder"), rdflib.URIRef(EX + "ann")))
    return graph


def endless() -> Iterator[bytes]:
    yield b"?s\t?p\t?o\t?l\t?t\t?i\t?c\n"
    piece = b"x" * 1_000_000
    yield from (piece for _ in range(1_000))


HOSTILE: dict[str, tuple[Callable[[], Answer], str]] = {
    "busy": (lambda: Answer(503, headers={"Retry-After": "0"}), "HTTP 503; try again later"),
    "busy for long": (lambda: Answer(503, headers={"Retry-After": "900"}), "it asks to wait 900 s"),
    "too many": (lambda: Answer(429, "slow down", headers={"Retry-After": "0"}), "HTTP 429: slow down"),
    "hanging": (lambda: Answer(seconds=3.0), "timeout: no complete answer within 0.5 s"),
    "cut": (lambda: Answer(body=ROW * 9, content_type=TSV, cut=True), "check the URL and that"),
    "page": (lambda: Answer(body="<!DOCTYPE html><html><h1>Oops</h1>", content_type="text/html"), "a web page"),
    "wrong type": (lambda: Answer(body="%PDF-1.7", content_type="application/pdf"), "not SPARQL results"),
    "malformed": (lambda: Answer(body=f"?s\t?p\t?o\n{ROW}<broken\n", content_type=TSV), "not SPARQL results"),
    "redirect": (lambda: Answer(302, headers={"Location": "http://127.0.0.1:9/"}), "moved to http://127.0.0.1:9/"),
    "endless": (lambda: Answer(content_type=TSV, pieces=endless()), "more than 100,000,000 bytes"),
    "bomb": (
        lambda: Answer(headers={"Content-Encoding": "gzip"}, pieces=[gzip.compress(bytes(150_000_000), 1)]),
        "more than 100,000,000 bytes",
    ),
}
LIMITS = {"hanging": 6.0, "endless": 30.0, "bomb": 30.0, "busy": 8.0, "too many": 8.0, "cut": 8.0}


def one_line(capsys, url: str, *command: str) -> str:
    code = main([*command])
    printed = capsys.readouterr()
    assert code == 3
    assert printed.out == ""
    lines = printed.err.strip().splitlines()
    assert len(lines) == 1
    assert lines[0].startswith(f"pog-agent: error: SPARQL endpoint {url}: ")
    return lines[0]


@pytest.mark.parametrize("case", HOSTILE)
def test_an_endpoint_that_misbehaves_from_the_beginning_is_one_line(capsys, case):
    answer, words = HOSTILE[case]
    timeout = "0.5" if case == "hanging" else "20"
    with serve_script(lambda _: answer()) as script:
        started = time.monotonic()
        line = one_line(capsys, script.url, *QUESTION, "--kg", script.url, "--timeout", timeout)
        assert time.monotonic() - started < LIMITS.get(case, 5.0)
    assert words in line


def test_check_of_an_endpoint_that_nobody_serves_is_one_line(capsys):
    with serve_script(lambda _: Answer()) as script:
        pass
    assert "refused" in one_line(capsys, script.url, "check", script.url, "--json")


@pytest.mark.parametrize("case", ["page", "malformed", "cut", "wrong type", "busy for long"])
def test_an_endpoint_that_breaks_down_later_is_one_line_and_not_half_an_answer(capsys, case):
    graph, (answer, words) = small_graph(), HOSTILE[case]

    def respond(request: Request) -> Answer:
        return tsv_answer(graph, request.query) if request.number <= 2 else answer()

    with serve_script(respond) as script:
        line = one_line(capsys, script.url, *QUESTION, "--kg", script.url, "--timeout", "5")
    assert words in line


@pytest.mark.parametrize("case", ["busy for long", "page", "malformed", "wrong type", "redirect", "cut"])
async def test_nothing_of_a_failure_is_kept(case):
    graph, failing = small_graph(), [True]

    def respond(request: Request) -> Answer:
        return HOSTILE[case][0]() if failing[0] else tsv_answer(graph, request.query)

    acme, founder, ann = (EX + name for name in ("acme", "founder", "ann"))
    with serve_script(respond) as script:
        store = SparqlStore(script.url, retries=0)
        for ask in (lambda: store.labels([acme]), lambda: store.types([acme]), lambda: store.search("acme")):
            with pytest.raises(GraphUnavailableError):
                await ask()
        failing[0] = False
        assert await store.labels([acme]) == {acme: "Acme"}
        assert (await store.neighbors([acme])).triples == [(acme, founder, ann)]
        assert [entity.iri for entity in await store.search("acm")] == [acme]
        store.close()


async def test_who_is_cancelled_breaks_off_what_was_asked():
    left = threading.Event()

    async def hanging(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while await reader.read(10_000):
            pass
        left.set()
        writer.close()

    server = await asyncio.start_server(hanging, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        store = SparqlStore(f"http://127.0.0.1:{port}/sparql", timeout=60)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.3):
                await store.neighbors([EX + "a", EX + "b"])
        assert await asyncio.to_thread(left.wait, 5)
        store.close()


@pytest.mark.parametrize(("answered", "more"), [(0, ["--quiet"]), (3, [])])
def test_an_interrupted_command_does_not_wait_for_a_silent_endpoint(answered: int, more: list[str]):
    silent = threading.Event()

    def respond(request: Request) -> Answer:
        if request.number > answered:
            silent.set()
            return Answer(seconds=30)
        return tsv_answer(small_graph(), request.query)

    # What a shell starts in the background ignores interrupts, and so does what that starts.
    script = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "from pog_agent.interfaces.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    with serve_script(respond) as server:
        question = [*QUESTION[:4], *more, "--kg", server.url, "--timeout", "25"]
        with subprocess.Popen(
            [sys.executable, "-c", script, *question], stderr=subprocess.PIPE, text=True
        ) as process:
            assert silent.wait(60)
            begin = time.monotonic()
            process.send_signal(signal.SIGINT)
            _, said = process.communicate(timeout=60)
    assert (process.returncode, said.strip().splitlines()[-1]) == (130, "pog-agent: error: interrupted")
    assert time.monotonic() - begin < 10


async def test_requests_broken_off_at_any_moment_leave_room_for_others():
    with serve_script(lambda _: Answer(body="{}")) as script:
        asking = HttpRequest({"Content-Type": "application/x-www-form-urlencoded"}, b"query=ASK")
        endpoint = HttpEndpoint(script.url, timeout=2, retries=0, connections=1)
        for turns in range(60):
            task = asyncio.create_task(endpoint.send(asking))
            for _ in range(turns):
                await asyncio.sleep(0)
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        replies = await asyncio.gather(*(endpoint.send(asking) for _ in range(4)))
        assert [reply.status for reply in replies] == [200] * 4
        await endpoint.close()


async def test_a_closed_store_is_not_asked():
    with serve_script(lambda request: tsv_answer(small_graph(), request.query)) as script:
        store = SparqlStore(script.url)
        assert len((await store.neighbors([EX + "acme"])).triples) == 1
        store.close()
        with pytest.raises(GraphUnavailableError, match="it is closed; open it again"):
            await store.neighbors([EX + "acme"])


async def test_a_store_that_is_closed_ends_what_is_asked_with_an_error():
    with serve_script(lambda _: Answer(seconds=20)) as script:
        store = SparqlStore(script.url, timeout=15)
        asked = asyncio.create_task(store.neighbors([EX + "acme"]))
        await asyncio.sleep(0.3)
        await asyncio.to_thread(store.close)
        with pytest.raises(GraphUnavailableError, match="it is closed"):
            await asked


async def test_why_an_encrypted_connection_fails_is_said():
    with serve_script(lambda _: Answer()) as script:
        store = SparqlStore(script.url.replace("http://", "https://"), retries=0)
        with pytest.raises(GraphUnavailableError, match=r"SSL.*\(1 try\)"):
            await store.check()


def breaking(case: str, numbers: range) -> Callable[[Request], Answer]:
    """An endpoint over the small graph that misbehaves in the answers to some requests."""
    graph, broken = small_graph(), HOSTILE[case][0]
    return lambda request: broken() if request.number in numbers else tsv_answer(graph, request.query)


@pytest.mark.parametrize("case", ["page", "malformed"])
@pytest.mark.parametrize("first", [3, 7, 11, 14, 16, 18])
def test_an_endpoint_that_breaks_down_at_any_request_is_never_told_as_a_fact(capsys, case, first):
    with serve_script(breaking(case, range(first, 1_000))) as script:
        line = one_line(capsys, script.url, *QUESTION, "--kg", script.url, "--timeout", "5")
    assert HOSTILE[case][1] in line


def test_an_answer_beside_which_the_endpoint_broke_down_is_printed_and_the_exit_code_says_so(capsys):
    with serve_script(breaking("page", range(5, 6))) as script:
        code = main([*QUESTION, "--kg", script.url, "--json"])
    answer = json.loads(capsys.readouterr().out)
    assert (code, answer["status"], answer["answers"][0]["label"], answer["graph_failed"]) == (
        *(3, "supported", "Ann", True),
    )
    assert "names from IRIs could not be decided" in answer["warnings"][0]


@pytest.mark.parametrize(("command", "at"), [("check", 3), ("schema", 6), ("schema", 10)])
def test_a_report_beside_which_the_endpoint_broke_down_is_printed_and_the_exit_code_says_so(capsys, command, at):
    with serve_script(breaking("page", range(at, at + 1))) as script:
        code = main([command, script.url, "--json"])
    assert json.loads(capsys.readouterr().out)["kg"] == script.url
    assert code == 3


@pytest.mark.parametrize(("at", "expected"), [(0, 0), (5, 3)])
def test_an_evaluation_beside_which_the_endpoint_broke_down_has_figures_and_the_exit_code(
    capsys, tmp_path, at, expected
):
    question = {"id": "1", "question": QUESTION[1], "answers": [{"label": "Ann"}]}
    (tmp_path / "one.jsonl").write_text(json.dumps(question))
    run = ["--data", str(tmp_path / "one.jsonl"), "--out", str(tmp_path / "run"), "--no-plots", *QUESTION[2:]]
    with serve_script(breaking("page", range(at, at + 1))) as script:
        code = main(["eval", *run, "--kg", script.url, "--bare-questions", "--json"])
    assert (code, json.loads(capsys.readouterr().out)["hits1_strict"]) == (expected, 1.0)


def test_an_endpoint_that_does_its_part_ends_with_exit_code_0(capsys):
    with serve_script(breaking("page", range(0))) as script:
        codes = [main([*command, "--json"]) for command in (["check", script.url], ["schema", script.url])]
    capsys.readouterr()
    assert codes == [0, 0]
