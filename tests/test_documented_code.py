"""The Python of the documents type-checks, and the tutorials do what they say."""

import io
import json
import re
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from pog_agent import PathsOverGraph
from pog_agent.interfaces.cli import main
from tests.documented_code import GIVEN, ROOT, Snippet, block_titled, snippets
from tests.llm_server import Body, Reply, ScriptedLLM

SNIPPETS = list(snippets())
MYPY = [sys.executable, "-m", "mypy", "--config-file", "pyproject.toml"]
"""A flag that changes what mypy reports would make it read the whole package anew, and `make lint` after it."""


def checked(folder: Path, modules: dict[str, str]) -> str:
    """What a strict type checker says of these modules. What `make lint` has read it does not read again."""
    for name, text in modules.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    files = [str(folder / f"{name}.py") for name in modules]
    return subprocess.run([*MYPY, *files], cwd=ROOT, capture_output=True, text=True, check=False).stdout


def test_every_snippet_says_where_its_names_come_from():
    assert len(SNIPPETS) > 20
    assert {snippet.name: snippet.undefined - GIVEN.keys() for snippet in SNIPPETS} == {
        snippet.name: set() for snippet in SNIPPETS
    }


def test_only_a_snippet_that_misuses_the_package_is_wrong_for_a_strict_type_checker(tmp_path):
    pytest.importorskip("langchain", reason="the extra langchain is not installed")
    wrong = Snippet("docs/x.md", 1, "print(pog.ask('Who?').txt)\npog.ask('Who?', d_maxx=3)\n")
    said = checked(tmp_path, {**{snippet.name: snippet.module for snippet in SNIPPETS}, wrong.name: wrong.module})
    errors = [line for line in said.splitlines() if ": error: " in line]
    assert errors and all(line.partition(":")[0].endswith(f"{wrong.name}.py") for line in errors), said
    assert '"Answer" has no attribute "txt"' in said and "d_maxx" in said


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder that commands and snippets run in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def kilns(folder: Path) -> None:
    """Makes the graph of the first tutorial, `kilns.ttl`, of its tables."""
    for name in ("kilns.csv", "studios.csv"):
        (folder / name).write_text(block_titled("docs/own-data.md", name), encoding="utf-8")
    assert main(["convert", "kilns.csv", "studios.csv", "--out", "kilns.ttl"]) == 0


def test_the_tutorial_for_tables_gives_the_answers_that_it_shows(folder, capsys):
    kilns(folder)
    page = (ROOT / "docs" / "own-data.md").read_text(encoding="utf-8")
    assert capsys.readouterr().out.splitlines() == re.findall(r"^    (\w+: .+)$", page, re.MULTILINE)
    shown = re.findall(r"^\| ([^|]+\?) \| ([^|]*)\| `(\w+)` \|", page, re.MULTILINE)
    assert len(shown) == 5
    with PathsOverGraph("kilns.ttl") as pog:
        answers = [pog.ask(question) for question, *_ in shown]
    given = [(", ".join(item.label for item in answer.answers), answer.status) for answer in answers]
    assert given == [(labels.strip(), status) for _, labels, status in shown]


def test_the_recipe_for_an_agent_runs_and_reads_what_the_page_shows(folder, monkeypatch):
    pytest.importorskip("langchain", reason="the extra langchain is not installed")
    (folder / "company.ttl").write_text(block_titled("docs/agents.md", "company.ttl"), encoding="utf-8")
    recipe = next(snippet for snippet in SNIPPETS if "create_agent(" in snippet.code)

    def script(step: str, body: Body) -> Reply:
        asked = body["messages"][-1]
        if asked["role"] == "tool":
            return Reply(f"I have read: {asked['content'].splitlines()[0]}")
        assert body["messages"][0]["content"].startswith("Ask the graph for every fact")
        return Reply(None, calls=(("ask_knowledge_graph", {"question": asked["content"]}),))

    with ScriptedLLM().serve(script) as url, redirect_stdout(io.StringIO()) as printed:
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        monkeypatch.setenv("OPENAI_API_KEY", "none")
        exec(compile(recipe.code, recipe.page, "exec"), {})
    page = (ROOT / "docs" / "agents.md").read_text(encoding="utf-8")
    read = re.search(r"^    (The answer is .*?)\n\n", page, re.DOTALL | re.MULTILINE)[1].replace("\n    ", "\n")
    assert read in printed.getvalue()
    assert "I have read: The answer is Osk. [1]" in printed.getvalue()


def test_the_tutorial_for_evaluation_has_the_figures_that_a_run_gives(folder, capsys):
    for name in ("kilns.csv", "studios.csv"):
        (folder / name).write_text(block_titled("docs/own-data.md", name), encoding="utf-8")
    (folder / "questions.jsonl").write_text(
        block_titled("docs/evaluation.md", "questions.jsonl"), encoding="utf-8"
    )
    main(["convert", "kilns.csv", "studios.csv", "--out", "kilns.ttl"])
    measures = ("right", "supported_right", "confident_wrong", "abstained")
    figures = []
    for system in ("pog", "tog"):
        capsys.readouterr()
        command = [
            "eval",
            "--data",
            "questions.jsonl",
            "--kg",
            "kilns.ttl",
            "--bare-questions",
            "--system",
            system,
        ]
        assert main([*command, "--no-plots", "--no-pages", "--quiet", "--json"]) == 0
        summary = json.loads(capsys.readouterr().out)
        figures.append([f"{summary[name]:.0%}" for name in measures])
    page = (ROOT / "docs" / "evaluation.md").read_text(encoding="utf-8")
    shown = re.findall(r"^\| [^|`]+ \| (\d+%) \| (\d+%) \|$", page, re.MULTILINE)
    assert [list(column) for column in zip(*shown, strict=True)] == figures


def test_the_tutorial_for_the_code_prints_what_it_shows():
    (step,) = (snippet for snippet in SNIPPETS if "async def tell_reduction" in snippet.code)
    with redirect_stdout(io.StringIO()) as printed:
        exec(compile(step.code, step.page, "exec"), {})
    page = (ROOT / step.page).read_text(encoding="utf-8")
    assert "".join(f"    {line}\n" for line in printed.getvalue().splitlines()) in page
