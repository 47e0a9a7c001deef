"""The command `pog-agent graph-docs`."""

import json

import pytest

from pog_agent.documents.build import CHUNK_WORDS
from pog_agent.extraction import CooccurrenceThresholds
from pog_agent.extraction.turtle import BASE
from pog_agent.interfaces.building import graph_docs
from pog_agent.interfaces.cli import build_parser, main
from tests.documents.corpora import write_lines
from tests.llm_server import ScriptedLLM

CORPUS = (
    {"id": "ann", "title": "Ann Lee", "text": "In 1990 Ann Lee founded Acme."},
    {"id": "acme", "title": "Acme", "text": "Acme makes kettles."},
)
TRIPLE = {"triples": [{"subject": "Ann Lee", "relation": "founded", "object": "Acme"}]}


@pytest.fixture
def run(tmp_path, capsys):
    """Runs the command over a small corpus, and gives exit code, output and errors."""
    docs = write_lines(tmp_path / "docs.jsonl", CORPUS)

    def call(*more):
        code = main(["graph-docs", str(docs), "--out", str(tmp_path / "graph.ttl"), *more])
        output = capsys.readouterr()
        return code, output.out, output.err

    return call


def test_a_graph_is_written_and_the_report_is_shown(run, tmp_path):
    code, out, err = run()
    assert (code, err) == (0, "")
    assert "method: co-occurrence\n" in out
    assert "edges: 1\n" in out
    assert "r:mentioned_with e:ann_lee" in (tmp_path / "graph.ttl").read_text()


def test_a_model_reads_relations_and_its_use_is_told(run, tmp_path):
    with ScriptedLLM().serve(lambda step, body: TRIPLE) as url:
        code, out, err = run("--model", "openai:test", "--base-url", url, "--json", "--max-calls", "1")
    report = json.loads(out)
    assert (code, err) == (0, "")
    assert (report["method"], report["llm_calls"], report["prompt_tokens"], report["unread"]) == (
        "model",
        1,
        100,
        1,
    )
    assert "r:founded e:acme" in (tmp_path / "graph.ttl").read_text()


def test_a_model_in_the_environment_reads_nothing(run, monkeypatch):
    monkeypatch.setenv("POG_AGENT_MODEL", "openai:test")
    _, out, _ = run()
    assert "method: co-occurrence\n" in out


def test_offline_is_no_model(run):
    _, out, _ = run("--model", "offline")
    assert "method: co-occurrence\n" in out


def test_warnings_are_lines_on_stderr(run, tmp_path):
    write_lines(tmp_path / "docs.jsonl", [*CORPUS, {"id": "x", "text": ""}])
    _, out, err = run()
    assert err == "! documents without text: 1 (docs.jsonl:3)\n"
    assert "! " not in out


@pytest.mark.parametrize(
    ("more", "code", "message"),
    [
        (("--chunk-words", "0"), 2, "a chunk has one word at least"),
        (("--scope", "page"), 2, "invalid choice"),
        (("--min-mentions", "0"), 2, "min_mentions is 1 at least"),
        (("--min-weight", "2"), 2, "min_weight is from -1 to 1"),
        (("--base", "nowhere"), 2, "is no namespace"),
        (("--model", "gpt"), 2, "unknown model 'gpt'"),
        (("--model", "openai:x", "--max-calls", "0"), 2, "max_calls is 1 at least"),
        (("--model", "openai:x", "--base-url", "http://127.0.0.1:9/v1"), 4, "cannot be reached"),
    ],
)
def test_what_cannot_work_is_one_line(run, tmp_path, more, code, message):
    found, out, err = run(*more)
    assert (found, out) == (code, "")
    assert message in err
    assert err.count("\n") == 1
    assert not (tmp_path / "graph.ttl").exists()


def test_a_file_that_is_there_is_replaced_only_by_force(run):
    assert run()[0] == 0
    code, _, err = run()
    assert code == 2
    assert "graph.ttl: exists; give another --out, or --force to replace it" in err
    assert run("--force")[0] == 0


def test_the_defaults_are_those_of_the_library():
    given = build_parser().parse_args(["graph-docs", "d", "--out", "g.ttl"])
    thresholds = CooccurrenceThresholds()
    assert (given.base, given.chunk_words) == (BASE, CHUNK_WORDS)
    assert graph_docs.BASE == BASE
    for name in ("scope", "min_mentions", "min_count", "min_weight", "max_edges"):
        assert getattr(given, name) == getattr(thresholds, name)
