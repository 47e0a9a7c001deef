"""What a person types in the terminal, and a terminal that is none."""

import os
import pty
import sys
from io import StringIO

import pytest

from pog_agent.interfaces.cli import main
from pog_agent.interfaces.confirming.terminal import typed_reply
from pog_agent.models import AlternativeEntity, AnswerShown, LinkedTopic, PlanShown, TopicsShown

QUESTION = "What is the capital of France?"
TOPICS = TopicsShown(
    question="q",
    reply="r",
    topics=(
        LinkedTopic(iri="e:1", label="A", alternatives=(AlternativeEntity(iri="e:2", label="A"),)),
        LinkedTopic(iri="e:3", label="B"),
    ),
)
PLAN = PlanShown(question="q", reply="r", split_questions=("q",), predicted_depth=1)
ANSWER = AnswerShown(question="q", reply="r", answer="x", status="supported")
NONE = {"keep": [], "replace": {}, "remove": [], "add": []}


@pytest.mark.parametrize(
    ("shown", "line", "reply"),
    [
        (TOPICS, "", "accept"),
        (TOPICS, "1", {**NONE, "keep": ["e:1"]}),
        (TOPICS, "1a -2 +e:9", {**NONE, "replace": {"e:1": "e:2"}, "remove": ["e:3"], "add": ["e:9"]}),
        (TOPICS, "2=e:7", {**NONE, "replace": {"e:3": "e:7"}}),
        (TOPICS, "1b", "1b"),
        (TOPICS, "7", "7"),
        (TOPICS, "what?", "what?"),
        (TOPICS, '{"keep": ["e:1"]}', {"keep": ["e:1"]}),
        (TOPICS, "{keep", "{keep"),
        (PLAN, "depth 2", {"predicted_depth": 2}),
        (PLAN, "depth two", "depth two"),
        (PLAN, "split a? | b?", {"split_questions": ["a?", "b?"]}),
        (ANSWER, "", ""),
        (ANSWER, "yes", "accept"),
        (ANSWER, "no it is old", {"reject": "it is old"}),
        (ANSWER, "no", {"reject": ""}),
    ],
)
def test_a_line_is_read_as_a_reply(shown, line, reply):
    assert typed_reply(shown, line) == reply


@pytest.mark.parametrize("command", [["ask", QUESTION], ["chat"]])
def test_confirm_needs_a_terminal(command, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", StringIO())
    assert main([*command, "--confirm", "topics"]) == 2
    assert capsys.readouterr().err == "pog-agent: error: confirm asks on a terminal, and standard input is none\n"


def typing(monkeypatch, text):
    """A terminal with these lines already typed."""
    leader, follower = pty.openpty()
    os.write(leader, text.encode())
    monkeypatch.setattr(sys, "stdin", os.fdopen(follower))


def test_a_person_confirms_in_the_terminal(monkeypatch, capsys):
    typing(monkeypatch, "what?\n1\nno too old\n")
    flags = ["--quiet", "--json", "--encoder", "lexical", "--confirm", "topics", "--confirm", "answer"]
    assert main(["ask", QUESTION, *flags]) == 0
    out, err = capsys.readouterr()
    assert '"case": "rejected"' in out and out.count("\n") == 1
    assert "1 France <" in err and "! the reply is 'accept' or an object with" in err and "Paris" in err


def test_who_says_nothing_leaves_the_run_waiting(monkeypatch, capsys, tmp_path):
    kept = ["--quiet", "--encoder", "lexical", "--confirm", "answer"]
    kept += ["--checkpoints", str(tmp_path / "runs.sqlite"), "--thread", "a"]
    typing(monkeypatch, "\x04")
    assert main(["ask", QUESTION, *kept]) == 2
    assert "the run still waits" in capsys.readouterr().err
    typing(monkeypatch, "yes\n")
    assert main(["ask", QUESTION, *kept]) == 0
    assert "Paris" in capsys.readouterr().out
