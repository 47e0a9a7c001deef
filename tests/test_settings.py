"""Settings as keywords: what an editor knows, what a type checker rejects, and what is said at run time."""

import asyncio
import subprocess
import sys

import pytest

from pog_agent import PathsOverGraph, PogError, SettingError, open_system
from tests import generated_settings

SNIPPET = """
from pog_agent import PathsOverGraph, open_system

agent = PathsOverGraph("demo", d_max=2, topics=["http://e/a"], strategy="fuzzy", max_seconds=None)
agent.ask("Who?", w_max=5, model="offline")
open_system("tog", kg="demo", encoder="lexical", seed=3)
PathsOverGraph("demo", d_maxx=3)
agent.ask("Who?", strategy="fast")
"""


CHECKED = """
[mypy]
follow_imports = skip
cache_dir = /dev/null
[mypy-pog_agent,pog_agent.agent.*,pog_agent.settings.keywords,pog_agent.config]
follow_imports = silent
"""
"""Only what the snippet needs is read: the rest takes minutes."""
ROOT = generated_settings.FILE.parents[1]


@pytest.fixture(scope="module")
def agent():
    with PathsOverGraph("demo", encoder="lexical") as opened:
        yield opened


def test_the_typed_settings_are_those_of_the_configuration():
    assert generated_settings.FILE.read_text(encoding="utf-8") == generated_settings.written()


def test_a_type_checker_rejects_what_is_no_setting(tmp_path):
    (tmp_path / "snippet.py").write_text(SNIPPET)
    (tmp_path / "mypy.ini").write_text(CHECKED)
    files = [str(tmp_path / name) for name in ("mypy.ini", "snippet.py")]
    command = [sys.executable, "-m", "mypy", "--config-file", *files]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    wrong = {line.split(":")[1] for line in done.stdout.splitlines() if ": error:" in line}
    assert wrong == {"7", "8"}, done.stdout + done.stderr
    assert 'Unexpected keyword argument "d_maxx"' in done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"kg": 42}, "kg is a file, folder, URL or graph, not 42"),
        ({"kg": ["a.ttl", 3]}, "kg is a file, folder, URL or graph, not 3"),
        ({"model": 42}, "model is 'offline', 'provider:name' or a LangChain chat model, not 42"),
        ({"encoder": 1.5}, "encoder is a name or an encoder, not 1.5"),
        ({"system": 7}, "system is the name of a system, not 7"),
        ({"d_maxx": 3}, "unknown setting 'd_maxx'; did you mean 'd_max'?"),
        ({"d_max": "deep"}, "setting 'd_max' has the value 'deep'; allowed: "),
    ],
)
def test_a_wrong_argument_is_named_at_once(arguments, said):
    with pytest.raises(SettingError) as raised:
        PathsOverGraph(**arguments)
    assert str(raised.value).startswith(said)


def test_a_word_like_no_setting_gets_the_list():
    with pytest.raises(SettingError, match=r"unknown setting 'zzz'; known are kg, preset, "):
        open_system("pog", zzz=1)


@pytest.mark.parametrize("question", [None, 42, ["Who?"]])
def test_a_question_is_a_text_however_it_is_asked(agent, question):
    for ask in (agent.ask, lambda text: list(agent.stream(text)), lambda text: asyncio.run(agent.aask(text))):
        with pytest.raises(PogError, match="a question is a text, not "):
            ask(question)


def test_a_misspelled_setting_of_a_question_is_named(agent):
    with pytest.raises(SettingError, match=r"unknown setting 'w_mx'; did you mean 'w_max'\?"):
        agent.ask("Who?", w_mx=3)
