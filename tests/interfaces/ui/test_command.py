"""`pog-agent ui`: where it listens, and what it refuses before it does."""

import re
import signal
import socket
import subprocess
import sys

import httpx
import pytest

from pog_agent.interfaces.cli import main
from pog_agent.interfaces.ui import command


@pytest.fixture
def refused(capfd):
    def call(*arguments: str) -> tuple[int, str]:
        code = main(["ui", "--no-browser", *arguments])
        return code, capfd.readouterr().err

    return call


def test_the_page_is_there_at_once_and_ends_with_a_signal():
    words = [sys.executable, "-m", "pog_agent.interfaces.cli", "ui", "demo", "--no-browser", "--port", "0"]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as process:
        address = re.search(r"http://127\.0\.0\.1:\d+/", process.stderr.readline())[0]
        assert "Ask the graph" in httpx.get(address, timeout=60, trust_env=False).text
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) in (0, 130)
        assert "Traceback" not in process.stderr.read()


def test_a_missing_graph_is_told_before_the_page_is_served(refused):
    code, text = refused("gone.ttl")
    assert code == 3 and text.startswith("pog-agent: error: gone.ttl: no such file")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--system", "none"), "unknown system 'none'"),
        (("--d-max", "9"), "setting 'd_max' has the value '9'"),
        (("--feedback", "gone"), "--feedback gone: no such folder"),
        (("--port", "x"), "argument --port: invalid int value"),
        (("--port", "99999"), "cannot listen on 127.0.0.1:99999"),
        (("--host", "256.0.0.1", "--port", "0", "--without-token"), "cannot listen on 256.0.0.1:0"),
    ],
)
def test_a_wrong_flag_is_one_line(refused, arguments, message):
    code, text = refused(*arguments)
    assert code == 2 and message in text and text.count("\n") == 1


def test_a_port_in_use_is_one_line(refused):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        code, text = refused("--port", str(taken.getsockname()[1]))
    assert code == 2 and "choose another --host or --port" in text


def test_without_its_packages_the_extra_is_named(refused, monkeypatch):
    monkeypatch.setattr(command, "find_spec", lambda name: None)
    code, text = refused()
    assert code == 2 and 'pip install "pog-agent[ui]"' in text
