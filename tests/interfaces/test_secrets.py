"""Secrets that a server repeats are on no screen and in no file: planted, and searched in all that comes out."""

import base64
from pathlib import Path
from urllib.parse import quote

import pytest

from pog_agent.interfaces.cli import main
from tests.evaluation.test_job import arguments
from tests.llm_server import Reply, ScriptedLLM
from tests.servers import Answer, serve_script

KEY = "Zq7-planted+secret/of=mine"
PLAIN = f"no such luck, your key {KEY} is wrong " * 3
SPELLINGS = (KEY, quote(KEY, safe=""), base64.b64encode(f"ann:{KEY}".encode()).decode())
BEGINNING = KEY[:11]


def assert_clean(folder: Path, *texts: str) -> None:
    """No spelling of the secret, nor its beginning, is in a text or a file."""
    assert any(texts)
    files = [file.read_bytes().decode("latin-1") for file in folder.rglob("*") if file.is_file()]
    for content in (*texts, *files):
        for secret in (*SPELLINGS, BEGINNING):
            assert secret not in content


@pytest.fixture
def planted(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("HARMLESS", "short")


ASK = ("ask", "Who founded Acme?", "--kg", "demo", "--encoder", "lexical", "--model", "openai:any", "--debug")


def echo(status: int, step: str | None = None):
    """A script that refuses a step (or all) with the key in its words."""
    return lambda asked, _: Reply(PLAIN, status) if step in (None, asked) else None


@pytest.mark.parametrize("status", [400, 403, 418, 429])
def test_a_key_that_the_model_server_repeats_is_not_shown(planted, tmp_path, capfd, status):
    files = ("--trace", str(tmp_path / "run.html"), "--checkpoints", str(tmp_path / "threads.sqlite"))
    with ScriptedLLM().serve(echo(status)) as url:
        code = main([*ASK, "--base-url", url, "--explain", "--log-level", "debug", *files])
    assert code == 4
    assert_clean(tmp_path, *capfd.readouterr())


@pytest.mark.parametrize("reply", [echo(400, "answer"), lambda step, _: Reply(PLAIN)])
def test_a_key_in_a_warning_or_a_reply_is_not_kept(planted, tmp_path, capfd, reply):
    files = ("--trace", str(tmp_path / "run.html"), "--checkpoints", str(tmp_path / "threads.sqlite"))
    with ScriptedLLM().serve(reply) as url:
        code = main([*ASK, "--base-url", url, "--explain", "--log-level", "debug", *files])
    assert code == 0
    captured = capfd.readouterr()
    assert "***" in captured.out + captured.err
    assert_clean(tmp_path, *captured)


def test_a_run_folder_has_no_key(planted, tmp_path, capfd):
    with ScriptedLLM().serve(echo(400, "answer")) as url:
        main(arguments(tmp_path / "run", "--model", "openai:any", "--base-url", url, "--limit", "2"))
    assert (tmp_path / "run").is_dir()
    assert_clean(tmp_path, *capfd.readouterr())


@pytest.mark.parametrize("where", ["url", "password", "token"])
@pytest.mark.parametrize("status", [401, 500])
def test_a_password_that_an_endpoint_repeats_is_not_shown(monkeypatch, tmp_path, capfd, where, status):
    with serve_script(
        lambda request: Answer(status, PLAIN + " ".join(SPELLINGS[: 2 if where == "token" else 3]))
    ) as script:
        url = script.url
        if where == "url":
            url = url.replace("://", f"://ann:{quote(KEY, safe='')}@")
        elif where == "password":
            monkeypatch.setenv("POG_AGENT_KG_USER", "ann")
            monkeypatch.setenv("POG_AGENT_KG_PASSWORD", KEY)
        else:
            monkeypatch.setenv("POG_AGENT_KG_TOKEN", KEY)
        code = main([*ASK[:2], "--kg", url, "--model", "offline", "--debug", "--log-level", "debug"])
    assert code == 3
    assert_clean(tmp_path, *capfd.readouterr())
