"""What reaches the terminal cannot steer it, is cut where it is long, and ends quietly where nobody reads."""

import json
import os
import signal
import subprocess
import sys
from typing import Any

import pytest

from pog_agent.interfaces.cli import main
from pog_agent.sentences import without_controls
from tests.llm_server import Reply, ScriptedLLM

ESCAPE = "\\u001B]0;owned\\u0007\\u001B[2J\\u009B31m\\u202E"
LONG = "x" * 5000
TURTLE = f"""
@prefix e: <http://e/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
e:acme a e:Firm ; rdfs:label "Acme" ; e:founder e:ann ; e:motto "{LONG}" . e:Firm rdfs:label "Firm{ESCAPE}" .
e:ann rdfs:label "Ann{ESCAPE}Lee" ; e:knows e:acme . e:founder rdfs:label "founder{ESCAPE}" .
"""
STEERING = ("\x1b", "\x07", "\x9b", "\u202e")


@pytest.fixture
def kg(tmp_path):
    file = tmp_path / "hostile.ttl"
    file.write_text(TURTLE)
    return str(file)


def ask(kg, *more, question="Who is the founder of Acme?"):
    return ["ask", question, "--kg", kg, "--encoder", "lexical", *more]


@pytest.mark.parametrize(
    "flags", [("--table", "--sparql", "--explain"), ("--json",), ("--quiet",), ("--log-level", "warning")]
)
def test_labels_do_not_steer_the_terminal(kg, capfd, flags):
    assert main(ask(kg, *flags)) == 0
    captured = capfd.readouterr()
    assert "Ann" in captured.out
    for text in captured:
        assert not [sign for sign in STEERING if sign in text]
    if "--json" in flags:
        assert "\x1b" in json.loads(captured.out)["answers"][0]["label"]


@pytest.mark.parametrize("command", ["schema", "check"])
def test_names_of_classes_do_not_steer_the_terminal(kg, capfd, command):
    assert main([command, kg]) == 0
    for text in capfd.readouterr():
        assert not [sign for sign in STEERING if sign in text]


def test_a_model_error_does_not_steer_the_terminal(kg, capfd):
    words = ESCAPE.encode().decode("unicode_escape")
    with ScriptedLLM().serve(lambda step, body: Reply(f"no{words}", 400)) as url:
        assert main(ask(kg, "--model", "openai:any", "--base-url", url)) == 4
    for text in capfd.readouterr():
        assert not [sign for sign in STEERING if sign in text]


def test_a_long_literal_is_cut(kg, capfd):
    assert main(ask(kg, "--table", question="What is the motto of Acme?")) == 0
    assert capfd.readouterr().out.count("x") < len(LONG)


def test_letters_line_breaks_and_tabs_stay():
    assert without_controls("Köln\n\t日本 \u200d é") == "Köln\n\t日本 \u200d é"
    assert without_controls("a\rb\x7f") == "a\\u000db\\u007f"


def test_a_reader_that_leaves_early_ends_the_command_quietly():
    command = [sys.executable, "-m", "pog_agent.interfaces.cli", "schema", "demo"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    said = process.stderr.read()
    assert process.wait() == 141
    assert said == b""


def piped(*arguments: str, **more: Any) -> subprocess.CompletedProcess[str]:
    """A command as a process of its own."""
    words = [sys.executable, "-m", "pog_agent.interfaces.cli", *arguments]
    return subprocess.run(words, capture_output=True, text=True, check=False, **more)


@pytest.mark.parametrize("closed", [1, 2])
def test_a_closed_stream_is_no_error(closed):
    ended = piped("schema", "demo", preexec_fn=lambda: os.close(closed))
    assert (ended.returncode, ended.stderr) == (0, "")


def test_a_terminal_of_few_letters_gets_others_replaced(kg):
    ended = piped(*ask(kg, question="Who is the founder of Łódź?"), env=os.environ | {"PYTHONIOENCODING": "ascii"})
    assert ended.returncode == 0 and "Who is the founder of ??d??" in ended.stdout
    assert "Error" not in ended.stderr


def interrupted_in(module: str, handler: str) -> subprocess.CompletedProcess[str]:
    """A command that is interrupted while it imports a module, in a process with a handler of interrupts."""
    code = f"""
import os, signal, sys
signal.signal(signal.SIGINT, {handler})
class Interrupting:
    def find_spec(self, name, *_):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupting())
from pog_agent.interfaces.start import main
sys.exit(main())
"""
    words = [sys.executable, "-c", code, "ask", "Who?", "--kg", "demo", "--encoder", "lexical"]
    return subprocess.run(words, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("module", ["pog_agent.interfaces.cli", "argparse", "pog_agent.agent"])
def test_an_interrupt_while_it_starts_ends_it_without_a_traceback(module):
    for _ in range(3):  # Python loses an interrupt that comes while it calls back for a dead object
        ended = interrupted_in(module, "signal.default_int_handler")
        if ended.returncode:
            break
    assert ended.returncode in (-signal.SIGINT, 130)
    assert "Traceback" not in ended.stderr


def test_a_process_in_the_background_goes_on_after_an_interrupt():
    assert interrupted_in("argparse", "signal.SIG_IGN").returncode == 0
