"""The command `pog-agent index-docs`."""

import json

import pytest

from pog_agent.documents import open_index
from pog_agent.documents.build import CHUNK_WORDS
from pog_agent.interfaces.building import index_docs
from pog_agent.interfaces.cli import main
from tests.documents.corpora import CORPUS, GRIEG, write_graph, write_lines


@pytest.fixture
def run(tmp_path, capsys):
    """Runs the command over a small corpus, and gives exit code, output and errors."""
    docs, kg = write_lines(tmp_path / "docs.jsonl"), write_graph(tmp_path)

    def call(*more, given=(str(docs), "--kg", kg)):
        code = main(["index-docs", *given, "--out", str(tmp_path / "index"), "--encoder", "lexical", *more])
        output = capsys.readouterr()
        return code, output.out, output.err

    return call


def test_documents_are_indexed_and_the_report_is_shown(run, tmp_path):
    code, out, err = run()
    assert (code, err) == (0, "")
    assert "documents: 3\n" in out
    assert "embedded: 3\n" in out
    assert len(open_index(tmp_path / "index")) == 3


def test_the_report_is_one_json_object(run, tmp_path):
    with (tmp_path / "docs.jsonl").open("a") as stream:
        stream.write("no\n")
    code, out, err = run("--json")
    report = json.loads(out)
    assert (code, err) == (0, "")
    assert (report["documents"], report["removed"], report["encoder"]) == (3, 0, "lexical")
    assert report["warnings"] == ["lines that are not JSON in UTF-8: 1 (docs.jsonl:4)"]


def test_warnings_are_lines_on_stderr(run, tmp_path):
    write_lines(tmp_path / "docs.jsonl", [*CORPUS, {"id": "x", "text": ""}])
    _, out, err = run()
    assert err == "! documents without text: 1 (docs.jsonl:4)\n"
    assert "! " not in out


def test_several_graphs_are_one(run, tmp_path):
    more = write_graph(tmp_path, "<http://e/nobody> <http://e/in> <http://e/norway> .", "more.ttl")
    write_lines(tmp_path / "docs.jsonl", [{**GRIEG, "entities": ["http://e/nobody", "http://e/grieg"]}])
    code, out, _ = run("--kg", more, "--json")
    assert (code, json.loads(out)["entities"]) == (0, 2)


@pytest.mark.parametrize(
    ("more", "code", "message"),
    [
        (("--chunk-words", "0"), 2, "a chunk has one word at least"),
        (("--chunk-words", "many"), 2, "invalid int value"),
        (("--kg", "none.ttl"), 3, "none.ttl"),
        (("--entity-index", "none"), 2, "no entity index in this folder"),
        (("--languages", "e n"), 2, "must be language tags"),
    ],
)
def test_what_cannot_work_is_one_line(run, more, code, message):
    found, out, err = run(*more)
    assert (found, out) == (code, "")
    assert message in err
    assert err.count("\n") == 1


def test_a_graph_has_to_be_named(run, tmp_path):
    code, _, err = run(given=(str(tmp_path / "docs.jsonl"),))
    assert code == 2
    assert "--kg" in err


def test_the_default_size_of_a_chunk_is_that_of_the_library():
    assert index_docs.CHUNK_WORDS == CHUNK_WORDS
