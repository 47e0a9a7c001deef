"""How endpoints are asked: with access from the environment, politely, and never for more than fits."""

import asyncio
import gzip
import itertools
import os
import re
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import httpx
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pog_agent.errors import GraphUnavailableError, SettingError
from pog_agent.kg.sparql.access import split_url, user_agent
from pog_agent.kg.sparql.http import HttpReply
from pog_agent.kg.sparql.store import SparqlStore
from tests.servers import TSV, Answer, Request, serve_script

YES = '{"head": {}, "boolean": true}'
EMPTY = '{"head": {"vars": ["s", "p", "o"]}, "results": {"bindings": []}}'
URL = "https://example.org/sparql"
A = "http://example.org/a"
ROW = f"<{A}>\t<{A}>\t<{A}>\n".encode()


def set_environment(monkeypatch: pytest.MonkeyPatch, values: dict[str, str]) -> None:
    """The access variables of the environment are these and no others."""
    for name in [name for name in os.environ if name.startswith("POG_AGENT_")]:
        monkeypatch.delenv(name)
    for name, value in values.items():
        monkeypatch.setenv(name, value)


async def checked(respond: Callable[[Request], Answer], **settings: float) -> tuple[str, list[Request]]:
    """The error of a store that asks such an endpoint, empty if none, and the requests."""
    with serve_script(respond) as script:
        store = SparqlStore(script.url, **settings)
        try:
            await store.check()
        except GraphUnavailableError as error:
            return str(error), script.requests
        finally:
            store.close()
        return "", script.requests


async def test_user_and_password_come_from_the_environment_and_never_show(monkeypatch):
    monkeypatch.setenv("POG_AGENT_KG_USER", "ann")
    monkeypatch.setenv("POG_AGENT_KG_PASSWORD", "geheim99")
    error, requests = await checked(
        lambda request: Answer(401, f"no: {request.headers['Authorization']} geheim99")
    )
    assert requests[0].headers["Authorization"] == httpx.BasicAuth("ann", "geheim99")._auth_header
    assert "geheim99" not in error and httpx.BasicAuth("ann", "geheim99")._auth_header[6:] not in error
    assert "no: Basic *** ***; put user and password" in error and "POG_AGENT_KG_TOKEN" in error


async def test_a_token_comes_from_the_environment_and_never_shows(monkeypatch):
    monkeypatch.setenv("POG_AGENT_KG_TOKEN", "tok.en-1")
    error, requests = await checked(lambda request: Answer(403, f"no: {request.headers['Authorization']}"))
    assert requests[0].headers["Authorization"] == "Bearer tok.en-1"
    assert "no: Bearer ***;" in error


@pytest.mark.parametrize(
    "environment",
    [
        {"POG_AGENT_KG_TOKEN": "secret\nInjected: yes"},
        {"POG_AGENT_KG_TOKEN": "sécret"},
        {"POG_AGENT_KG_TOKEN": "secret", "POG_AGENT_KG_USER": "ann"},
        {"POG_AGENT_KG_PASSWORD": "secret"},
    ],
)
def test_access_that_cannot_work_is_refused_without_repeating_it(environment, monkeypatch):
    set_environment(monkeypatch, environment)
    with pytest.raises(SettingError, match="POG_AGENT_KG_") as caught:
        split_url(URL)
    assert "cret" not in str(caught.value)


def test_a_url_s_own_access_wins_and_another_host_than_the_one_named_gets_none(monkeypatch):
    named = URL + "?default-graph-uri=http://g"
    set_environment(monkeypatch, {"POG_AGENT_KG_TOKEN": "secret", "POG_AGENT_KG": named})
    assert split_url("https://u:p@example.org/sparql")[0] == URL
    assert isinstance(split_url("https://u:p@example.org/sparql")[1].auth, httpx.BasicAuth)
    assert split_url(URL)[1].auth is not None
    assert split_url(URL.replace(".org", ".net"))[1].auth is None
    assert split_url(URL.replace("https", "http"))[1].auth is None


def test_the_contact_is_part_of_the_user_agent(monkeypatch):
    set_environment(monkeypatch, {"POG_AGENT_CONTACT": "me@example.org"})
    assert "; me@example.org)" in user_agent()
    set_environment(monkeypatch, {})
    assert user_agent().endswith("(+https://pypi.org/project/pog-agent/)")
    set_environment(monkeypatch, {"POG_AGENT_CONTACT": "me\r\nX: y"})
    with pytest.raises(SettingError, match="POG_AGENT_CONTACT"):
        user_agent()


@pytest.mark.parametrize("status", [429, 503])
async def test_who_asks_to_wait_longer_than_is_waited_is_not_asked_again(status):
    later = format_datetime(datetime.now(UTC) + timedelta(hours=1), usegmt=True)
    for wish, words in (("3600", "3,600 s"), (later, "3,[56][0-9]{2} s"), ("inf", "inf s")):
        started = time.monotonic()
        error, requests = await checked(lambda _, wish=wish: Answer(status, headers={"Retry-After": wish}))
        assert time.monotonic() - started < 2
        assert len(requests) == 1
        assert re.search(rf"HTTP {status}: it asks to wait {words}, more than the 30 s", error)


@given(st.text(max_size=40))
@example("nan")
@example("-5")
@example("1e999")
@example("Wed, 21 Oct 99999 07:28:00 GMT")
def test_any_retry_after_is_a_number_of_seconds_or_nothing(text):
    wish = HttpReply(503, {"Retry-After": text}, b"").retry_after
    assert wish is None or wish >= 0


async def test_pauses_differ_so_that_clients_do_not_come_back_at_once(monkeypatch):
    pauses: list[float] = []

    async def paused(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr("pog_agent.kg.sparql.http.asyncio.sleep", paused)
    monkeypatch.setattr("pog_agent.kg.sparql.http._FIRST_PAUSE", 0.5)  # as it is but in tests
    for _ in range(3):
        with pytest.raises(GraphUnavailableError):
            await SparqlStore(URL, transport=lambda: httpx.MockTransport(lambda _: httpx.Response(503))).check()
    assert len(set(pauses)) == 6
    assert all(0.25 <= pause <= 1.5 for pause in pauses)


async def test_several_runs_share_the_limit_of_requests():
    running, most = [0], [0]

    def respond(_: Request) -> Answer:
        running[0] += 1
        most[0] = max(most[0], running[0])
        time.sleep(0.02)
        running[0] -= 1
        return Answer(body=EMPTY)

    with serve_script(respond) as script:
        store = SparqlStore(script.url, max_concurrency=2, batch_size=1)
        nodes = [f"{A}{number}" for number in range(4)]
        await asyncio.gather(*(store.neighbors(nodes) for _ in range(3)))
        store.close()
        assert len(script.requests) == 24
    assert most[0] == 2


def endless(seen: list[int]) -> Iterator[bytes]:
    yield b"?s\t?p\t?o\n"
    for _ in range(100_000):  # 10 million rows and more
        seen[0] += 1
        yield ROW * 100


async def test_an_answer_without_end_is_left_when_it_is_too_large():
    seen = [0]
    with serve_script(lambda _: Answer(content_type=TSV, pieces=endless(seen))) as script:
        store = SparqlStore(script.url, max_bytes=1_000_000)
        with pytest.raises(GraphUnavailableError, match=r"more than 1,000,000 bytes \(max_bytes\); in Python"):
            await store.neighbors([A])
    assert seen[0] < 5_000


async def test_an_error_page_without_end_is_read_for_its_first_words():
    pages = (b"<p>broken</p>" * 1_000 for _ in itertools.count())
    error, _ = await checked(lambda _: Answer(500, pieces=pages))
    assert "HTTP 500: broken broken" in error and len(error) < 500


@pytest.mark.parametrize(
    ("encoding", "words"), [("gzip", "more than 1,000,000 bytes"), ("gzip, gzip", "encoding 'gzip, gzip'")]
)
async def test_a_small_response_that_decompresses_into_a_large_one_is_left(encoding, words):
    bomb = gzip.compress(b" " * 50_000_000)
    answer = Answer(headers={"Content-Encoding": encoding}, pieces=[bomb])
    error, _ = await checked(lambda _: answer, max_bytes=1_000_000)
    assert words in error
