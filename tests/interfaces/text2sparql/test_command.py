"""`pog-agent serve` as a process, and what it refuses before it listens."""

import re
import subprocess
import sys

import httpx
import pytest

from pog_agent.interfaces.cli import main
from pog_agent.interfaces.text2sparql import command


@pytest.fixture
def refused(capfd):
    def call(*arguments: str) -> tuple[int, str]:
        code = main(["serve", *arguments])
        return code, capfd.readouterr().err

    return call


def test_a_question_is_answered_by_the_process(tmp_path):
    token = tmp_path / "token"
    token.write_text("correct-horse-battery-staple")
    words = [sys.executable, "-m", "pog_agent.interfaces.cli", "serve", "--dataset", "https://demo/", "demo"]
    words += ["--port", "0", "--encoder", "lexical", "--token-file", str(token)]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as process:
        try:
            address = re.search(r"http://127\.0\.0\.1:\d+/", process.stderr.readline())[0]
            asked = {"question": "What moons does Mars have?", "dataset": "https://demo/"}
            headers = {"authorization": f"Bearer {token.read_text()}"}
            reply = httpx.get(address, params=asked, headers=headers, timeout=60, trust_env=False)
        finally:
            process.terminate()
        assert token.read_text() not in process.stderr.read()
    assert "r/orbits" in reply.json()["query"]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("--dataset", "https://a/", "gone.ttl"), 3, "gone.ttl: no such file"),
        (("--dataset", "https://a/", "demo", "--dataset", "https://a/", "demo"), 2, "an id is given twice"),
        (("--host", "0.0.0.0"), 2, "lets others ask"),
        (("--token-file", "gone"), 2, "--token-file gone: cannot be read"),
    ],
)
def test_what_cannot_be_served_is_one_line(refused, arguments, code, message):
    found, text = refused(*arguments)
    assert found == code and message in text and text.count("\n") == 1


def test_without_its_packages_the_extra_is_named(refused, monkeypatch):
    monkeypatch.setattr(command, "find_spec", lambda name: None)
    code, text = refused()
    assert code == 2 and 'pip install "pog-agent[ui]"' in text
