"""A named encoder that is not on this machine: one line within seconds, whatever the model hub does."""

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace

import numpy as np
import pytest
from huggingface_hub import constants

from pog_agent.interfaces.cli import main
from pog_agent.ranking import model_hub
from pog_agent.ranking.model_hub import why_not_downloadable
from pog_agent.ranking.sbert import SbertEncoder

ASK = ["ask", "What is the capital of France?", "--quiet", "--encoder"]


@contextmanager
def hub(status: int, seconds: float = 0.0) -> Iterator[tuple[str, list[str]]]:
    """A model hub on loopback that answers every request alike, and the paths that were asked for."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            time.sleep(seconds)
            self.send_response(status)
            self.end_headers()

        def log_message(self, *args: object) -> None:
            """Keeps the test output clean."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture
def no_hub(monkeypatch, tmp_path):
    """An empty cache, and a hub that nobody serves."""
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path))
    monkeypatch.setattr(constants, "ENDPOINT", "http://127.0.0.1:9")


@pytest.mark.parametrize("name", ["foo", "some/model", "./nowhere", "a b"])
def test_an_unknown_encoder_is_one_line_within_seconds(no_hub, capsys, name):
    start = time.monotonic()
    assert main([*ASK, name]) == 2
    assert time.monotonic() - start < 5
    printed = capsys.readouterr()
    assert printed.out == "" and printed.err.count("\n") == 1
    assert printed.err.startswith(f"pog-agent: error: encoder {name!r} cannot be loaded (")
    assert printed.err.endswith("; give a local path, 'auto' or 'lexical'\n")


@pytest.mark.parametrize(
    ("status", "words"),
    [(401, "has no such model for you"), (404, "has no such model for you"), (503, "answers HTTP 503")],
)
def test_what_the_hub_says_is_told(monkeypatch, status, words):
    with hub(status) as (url, asked):
        monkeypatch.setattr(constants, "ENDPOINT", url)
        assert words in why_not_downloadable("foo")
    assert asked[0] == "/api/models/sentence-transformers/foo"


def test_a_model_that_the_hub_has_may_be_downloaded(monkeypatch):
    with hub(200) as (url, asked):
        monkeypatch.setattr(constants, "ENDPOINT", url)
        assert why_not_downloadable("some/model") == ""
    assert asked == ["/api/models/some/model"]


def test_a_hub_that_does_not_answer_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(model_hub, "HUB_SECONDS", 0.2)
    with hub(200, seconds=2) as (url, _):
        monkeypatch.setattr(constants, "ENDPOINT", url)
        start = time.monotonic()
        assert "cannot be reached" in why_not_downloadable("foo")
        assert time.monotonic() - start < 1.5


def test_offline_mode_is_respected(monkeypatch):
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    assert "HF_HUB_OFFLINE" in why_not_downloadable("some/model")


def test_a_part_of_a_model_in_the_cache_is_downloaded_whole(monkeypatch, tmp_path):
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path))
    snapshot = tmp_path / "models--some--model" / "snapshots" / "a1"
    snapshot.mkdir(parents=True)
    (snapshot / "config.json").touch()
    refs = tmp_path / "models--some--model" / "refs"
    refs.mkdir()
    (refs / "main").write_text("a1")
    tried: list[bool] = []

    def opened(name: str, local_files_only: bool) -> object:
        tried.append(local_files_only)
        if local_files_only:
            raise OSError("weights are missing")
        return SimpleNamespace(device="cpu", encode=lambda texts, **_: np.ones((len(texts), 1)))

    monkeypatch.setitem(sys.modules, "sentence_transformers", SimpleNamespace(SentenceTransformer=opened))
    monkeypatch.setattr("pog_agent.ranking.sbert.multiplies_16_bits", lambda: False)
    with hub(200) as (url, asked):
        monkeypatch.setattr(constants, "ENDPOINT", url)
        assert SbertEncoder("some/model").encode(["a"]).shape == (1, 1)
    assert tried == [True, False] and len(asked) == 1
