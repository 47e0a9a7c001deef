"""`pog-agent chat`: a conversation by a pipe and in a terminal."""

import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pog_agent.agent import Agent
from pog_agent.interfaces.chat import COMMANDS, Chat
from pog_agent.interfaces.cli import main
from tests.conversations.talks import GRAPHS

FLAGS = ["chat", "--kg", GRAPHS["press"], "--encoder", "lexical"]
COMMAND = [sys.executable, "-m", "pog_agent.interfaces.cli", *FLAGS, "--quiet"]


def piped(text: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *flags: str) -> int:
    lines = tmp_path / "lines"
    lines.write_text(text, encoding="utf-8")
    with lines.open(encoding="utf-8") as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        return main([*FLAGS, *flags])


def test_questions_and_commands_by_a_pipe(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = "What is the capital of Marn?\n\nAnd Turland?\n/sparql\n/paths\n/table\n/help\n/wrong\n"
    said = f"{first}/new\nAnd Selvia?\n/quit\nno\n"
    assert piped(said, monkeypatch, tmp_path) == 0
    out, err = capsys.readouterr()
    assert "read as: What is the capital of Turland?" in out
    assert "rewrite_question" in out
    assert "SELECT" in out and "[1] {Turland} - capital -> {Hollin}" in out
    assert all(name in out for name in COMMANDS)
    assert "there is no command /wrong" in err
    assert "read as: What is the capital of Selvia?" not in out


def test_another_reading_is_asked_by_its_number(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = (
        "/alternative 1\nWho made Winterglass?\n/alternative\n/alternative two\n/alternative 9\n/alternative 1\n"
    )
    assert piped(said, monkeypatch, tmp_path, "--model", "offline:guess", "--quiet") == 0
    out, err = capsys.readouterr()
    (other,) = [line for line in out.splitlines() if "or did you mean (1): " in line]
    path = other.partition("(1): ")[2].partition(" ->")[0]
    assert f"by the reading: {path}" in out
    assert "nothing was answered yet" in err
    assert err.count("Say its number, as in /alternative 2") == 2
    assert "there is no other reading 9" in err


def test_a_conversation_goes_on_in_another_process(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = ["--checkpoints", str(tmp_path / "threads.sqlite"), "--thread", "a", "--quiet"]
    assert piped("What is the capital of Marn?\n", monkeypatch, tmp_path, *kept) == 0
    assert main(["ask", "And Turland?", *FLAGS[1:], *kept]) == 0
    assert "read as: What is the capital of Turland?" in capsys.readouterr().out


def test_a_thread_needs_a_place(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "And Turland?", *FLAGS[1:], "--thread", "a"]) == 2
    assert "--checkpoints" in capsys.readouterr().err


def test_an_interrupt_ends_the_question_and_not_the_chat(capsys: pytest.CaptureFixture[str]) -> None:
    class Interrupted(Agent):
        def stream(self, *asked: object, **settings: object):  # type: ignore[no-untyped-def]
            raise KeyboardInterrupt

    chat = Chat(Interrupted(GRAPHS["press"], "offline", checkpointer="memory"), quiet=True)
    assert chat.hears("What is the capital of Marn?")
    assert "given up" in capsys.readouterr().err
    assert chat.hears("/paths") and not chat.hears("/quit")


@pytest.mark.skipif(shutil.which("script") is None, reason="needs the command script for a terminal")
def test_a_terminal() -> None:
    typed = b"What is the capital of Marn?\n/quit\n"
    command = ["script", "-qec", shlex.join(COMMAND), "/dev/null"]
    shown = subprocess.run(command, input=typed, capture_output=True, check=True, timeout=120).stdout.decode()
    assert "Ask a question, or say /help." in shown
    assert "> " in shown and "Ostrel" in shown
