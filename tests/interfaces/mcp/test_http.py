"""MCP over HTTP: whom it answers, and that nobody waits for what others ask."""

import asyncio
import json
import threading
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError
from typing import Any

import httpx
import pytest

from pog_agent.agent import Agent
from pog_agent.interfaces.mcp.server import build_http_app
from pog_agent.run.node import Node
from tests.interfaces.mcp.session import Session
from tests.pipeline_fixtures import demo
from tests.servers import serve_application

QUESTION = "Where was Niels Bohr born?"


@pytest.fixture
def url() -> Iterator[str]:
    with (
        Agent(demo(), encoder="lexical") as agent,
        serve_application(build_http_app(agent, "/mcp", ("127.0.0.1", "localhost"))) as address,
    ):
        yield f"{address}mcp"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "http://localhost:3000"}, 403),
        ({"origin": "http://127.0.0.1"}, 403),
        ({"origin": "null"}, 403),
        ({"host": "evil.example"}, 403),
        ({"origin": "http://[::1"}, 400),
        ({"host": "["}, 400),
    ],
)
def test_pages_of_other_addresses_are_refused(url, headers, status):
    assert httpx.post(url, json={}, headers=headers, trust_env=False).status_code == status


def test_a_page_of_its_own_address_is_answered(url):
    own = {"origin": url.removesuffix("/mcp"), "accept": "application/json, text/event-stream"}
    assert httpx.post(url, json={}, headers=own, trust_env=False).status_code not in (403, 421)


@pytest.mark.parametrize("length", [2_001, 48_000])
def test_a_question_that_is_too_long_is_told_so(url, length):
    with Session(url).asking("x" * length) as reply:
        told = next(line for line in reply.iter_lines() if '"result"' in line or '"error"' in line)
    result = json.loads(told.removeprefix("data: "))["result"]
    assert result["isError"]
    assert f"the question has {length:,} characters, and at most 2,000 are read" in result["content"][0]["text"]


@pytest.fixture
def computing(monkeypatch) -> tuple[threading.Event, threading.Event]:
    """Makes the first step compute, without a pause, until nobody waits for it: when it has begun, and ended."""
    begun, ended = threading.Event(), threading.Event()

    async def compute(self: Node, state: Any, run: Any) -> Any:
        begun.set()
        until = time.monotonic() + 60
        while not run.deadline.is_over and time.monotonic() < until:
            sum(range(1000))
        if run.deadline.is_over:
            ended.set()
        await asyncio.sleep(0)
        return {}

    monkeypatch.setattr(Node, "__call__", compute)
    return begun, ended


def test_others_are_served_while_it_computes_and_who_leaves_ends_the_work(url, computing):
    begun, ended = computing
    with Session(url).asking(QUESTION):
        assert begun.wait(20)
        Session(url).sent("tools/list", {})
        assert not ended.is_set()
    assert ended.wait(20)


def test_a_server_that_ends_before_its_graph_is_open_is_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    opening, ended = threading.Event(), threading.Event()

    def cancelled(_: Agent) -> None:
        opening.set()
        ended.wait(10)
        raise CancelledError

    raised: list[object] = []
    monkeypatch.setattr(Agent, "open", cancelled)
    monkeypatch.setattr(threading, "excepthook", raised.append)
    with Agent(demo(), encoder="lexical") as agent:
        with serve_application(build_http_app(agent, "/mcp", None)):
            assert opening.wait(10)
        ended.set()
        for thread in threading.enumerate():
            if thread.name == "pog-agent-open":
                thread.join(10)
    assert not raised
