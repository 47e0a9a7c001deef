"""Commands with whatever stands in for their arguments: one of the exit codes, and one line of what is wrong."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pog_agent.interfaces.cli import build_parser
from tests.fuzzing import BAD_USAGE, check_arguments, tries
from tests.generated_docs import commands

COMMANDS = commands()
GRAPH = "<http://e/acme> <http://e/founder> <http://e/ann> .\n"
SERVING = {"ui", "mcp", "serve", "chat", "demo", "reproduce"}
"""They serve, wait for a person or ask for long: only their parsers are tried."""
ODD = (
    *("", "-", "--", "-1", "0", "1e400", "nan", "9" * 400, "a b", "{", "%s"),
    *("ä", "\ud800", "\udcff", "\x1b[31m", "x\ny"),
)
WRONG = (
    *("http://", "http://[", "ftp://x/y", "oxigraph:", "a" * 300),
    *("/dev/null", "/dev/full", "/proc/self/mem", ".", ".."),
)
KNOWN = ("kg.nt", "rows.csv", "lexical", "offline", "3", "en", "pog", "out", "Who founded Acme?")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the commands run, beside a small graph."""
    (tmp_path / "kg.nt").write_text(GRAPH)
    (tmp_path / "rows.csv").write_text("name,founder\nAcme,Ann\n")
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith("POG_AGENT_")]:
        monkeypatch.delenv(name)
    return tmp_path


def values() -> st.SearchStrategy[str]:
    text = st.text(st.characters(exclude_characters="\0"), max_size=12)
    known = st.sampled_from(
        ("kg.nt", "rows.csv", "lexical", "offline", "3", "en", "pog", "out", "Who founded Acme?")
    )
    return st.one_of(st.sampled_from(ODD), st.sampled_from(WRONG), known, text)


@st.composite
def lines(draw: st.DrawFn, names: list[str]) -> list[str]:
    """A command line: a command, its required arguments, and some of its flags with values or without."""
    name = draw(st.sampled_from(names))
    line = [name]
    for item in COMMANDS[name]._actions:
        if {"-h", "--debug"} & {*item.option_strings} or not (item.required or draw(st.integers(0, 5)) == 5):
            continue
        line += item.option_strings[-1:]
        if item.nargs != 0:
            line.append(draw(values()))
    return line + draw(st.lists(values(), max_size=1))


@tries(40)
@given(st.data())
def test_a_command_line_is_parsed_or_refused_in_one_line(data: st.DataObject) -> None:
    line = data.draw(lines(sorted(COMMANDS)))
    try:
        build_parser().parse_args(line)
    except SystemExit as stop:
        assert stop.code == BAD_USAGE


@pytest.mark.filterwarnings("ignore")
def test_a_command_ends_with_one_of_its_codes(folder: Path) -> None:
    @tries(20)
    @given(lines(sorted(set(COMMANDS) - SERVING)))
    def tried(line: list[str]) -> None:
        given_graph = ["--kg", "kg.nt"] if line[0] in ("ask", "eval", "index-docs") and "--kg" not in line else []
        check_arguments([*line, *given_graph])

    tried()


@pytest.mark.parametrize("command", ["index", "index-docs"])
def test_a_name_that_the_system_does_not_take_is_bad_usage(folder: Path, command: str) -> None:
    kg = ["kg.nt"] if command == "index" else ["rows.csv", "--kg", "kg.nt"]
    assert check_arguments([command, *kg, "--out", "9" * 400, "--encoder", "lexical"]) == BAD_USAGE


def test_an_argument_that_is_no_text_is_bad_usage(folder: Path) -> None:
    assert check_arguments(["check", "\udcff"]) == BAD_USAGE
