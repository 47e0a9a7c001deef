"""`pog-agent mcp` as a process: the protocol over standard streams and over HTTP, and what it refuses."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

from pog_agent.interfaces import cli
from pog_agent.interfaces.mcp import command
from tests.interfaces.mcp.session import Session

ROOT = Path(__file__).parents[3]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}
TURTLE = """
@prefix e: <http://e/> . @prefix r: <http://r/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
e:acme rdfs:label "Acme" ; r:founder e:ann . e:ann rdfs:label "Ann" . r:founder rdfs:label "founder" .
"""


@pytest.fixture(scope="module")
def flags(tmp_path_factory) -> list[str]:
    path = tmp_path_factory.mktemp("graph") / "world.ttl"
    path.write_text(TURTLE)
    return ["-m", "pog_agent.interfaces.cli", "mcp", "--kg", str(path), "--encoder", "lexical"]


@contextmanager
def served(flags: list[str]) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The URL of a server on a free port, and its process."""
    arguments = [sys.executable, *flags, "--http", "--port", "0"]
    with subprocess.Popen(arguments, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT) as process:
        try:
            assert process.stderr is not None
            yield re.search(r"http://\S+", process.stderr.readline()).group(), process
        finally:
            process.terminate()


async def test_a_client_asks_over_standard_streams(flags, tmp_path):
    server = StdioServerParameters(command=sys.executable, args=flags, env=ENVIRONMENT)
    with (tmp_path / "errors").open("w+") as errors:
        async with Client(stdio_client(server, errlog=errors)) as client:
            found = await client.call_tool("find_entities", {"text": "Acme"})
            answered = await client.call_tool("ask", {"question": "Who is the founder of Acme?"})
        errors.seek(0)
        assert errors.read() == ""
    assert found.structured_content["entities"][0]["iri"] == "http://e/acme"
    assert answered.structured_content["answers"][0]["label"] == "Ann"


async def test_over_http_with_a_token_only_a_client_that_sends_it_is_answered(flags, tmp_path):
    token = tmp_path / "token"
    token.write_text("correct-horse-battery-staple")
    sent = {"Authorization": f"Bearer {token.read_text()}"}
    with served([*flags, "--token-file", str(token)]) as (url, _):
        http = httpx.AsyncClient(headers=sent, timeout=60, trust_env=False)
        async with http, Client(streamable_http_client(url, http_client=http)) as client:
            answered = await client.call_tool("ask", {"question": "Who is the founder of Acme?"})
            unknown = await client.call_tool("describe_entity", {"entity": "Acmee"})
            found = await client.call_tool("sparql", {"query": "SELECT ?x { ?x <http://r/founder> ?y }"})
        async with httpx.AsyncClient(trust_env=False) as stranger:
            refused = await stranger.post(url, json={})
    assert answered.structured_content["answers"][0]["label"] == "Ann"
    assert unknown.is_error and "the nearest names: Acme" in unknown.content[0].text
    assert found.structured_content["rows"] == [["<http://e/acme>"]]
    assert (refused.status_code, refused.headers["www-authenticate"]) == (401, 'Bearer realm="pog-agent"')


def test_a_signal_ends_the_server_while_it_computes(flags):
    """A question of 48 kB, which is far too long by default, computes for minutes."""
    long = "Which founder of Acme has " + "a city that somebody knows in " * 1600 + "?"
    with served([*flags, "--max-question-chars", "100000"]) as (url, process), Session(url).asking(long):
        Session(url).sent("tools/list", {})
        process.terminate()
        assert process.wait(30) == -signal.SIGTERM


@pytest.fixture
def run(capfd):
    def call(*arguments: str) -> tuple[int, str]:
        code = cli.main(("mcp", *arguments))
        captured = capfd.readouterr()
        assert captured.out == ""
        return code, captured.err

    return call


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("--kg", "no-such-file.ttl"), 3, "no-such-file.ttl"),
        (("--port", "9000"), 2, "--host and --port are for --http"),
        (("--without-token",), 2, "--token-file and --without-token are for --http"),
        (("--http", "--host", "0.0.0.0"), 2, "--host 0.0.0.0 lets others ask"),
        (("--http", "--port", "many"), 2, "invalid int value: 'many'"),
        (("--http", "--port", "70000", "--kg", "demo"), 2, "cannot listen on 127.0.0.1:70000"),
        (("--d-max", "9"), 2, "d_max"),
        (("--system", "rag", "--kg", "demo"), 2, "--docs"),
        (("--topics", "http://e/acme"), 2, "--topics"),
    ],
)
def test_wrong_flags_are_one_line(run, arguments, code, said):
    found, err = run(*arguments)
    assert found == code
    assert said in err and err.count("\n") == 1


def test_a_port_that_is_taken_is_one_line(run):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        code, err = run("--http", "--port", str(taken.getsockname()[1]))
    assert code == 2 and "choose another --host or --port" in err


def test_without_the_extra_it_is_named(run, monkeypatch):
    monkeypatch.setattr(command, "find_spec", lambda name: None)
    assert run() == (2, "pog-agent: error: the MCP server needs the extra 'mcp': pip install \"pog-agent[mcp]\"\n")
