"""What a run hands to the model of the documents that a question needs, through whole evaluations."""

import json

import pytest

from pog_agent.evaluation.job import Job, evaluate
from pog_agent.evaluation.reports.comparison import compare_folders, comparison_page
from pog_agent.evaluation.reports.report import figures_table
from pog_agent.evaluation.run_folder import RunFolder
from tests.documents.corpora import E, built, write_graph

GRIEG, BERGEN = {"iri": f"{E}grieg", "label": "Edvard Grieg"}, {"iri": f"{E}bergen", "label": "Bergen"}
QUESTIONS = (
    {
        "id": "both", "question": "Where was Edvard Grieg born?", "type": "a", "topic_entities": [GRIEG],
        "answers": [BERGEN], "supporting_docs": ["d1", "d2"],
    },
    {
        "id": "gone", "question": "Where does Bergen lie?", "type": "b", "topic_entities": [BERGEN],
        "answers": [{"label": "Sweden"}], "supporting_docs": ["d2", "lost"],
    },
    {
        "id": "unknown", "question": "What did Edvard Grieg write?", "type": "b", "topic_entities": [GRIEG],
        "answers": [],
    },
)  # fmt: skip


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    """A folder with graph, document index and questions."""
    folder = tmp_path_factory.mktemp("retrieval")
    built(folder, kg=write_graph(folder))
    (folder / "questions.jsonl").write_text("".join(json.dumps(item) + "\n" for item in QUESTIONS))
    return folder


def evaluated(world, out, system="rag", questions=QUESTIONS, **settings):
    data = world / f"{len(questions)}.jsonl"
    data.write_text("".join(json.dumps(item) + "\n" for item in questions))
    given = {"kg": str(world / "graph.ttl"), "docs": str(world / "index"), "encoder": "lexical"}
    every = {"model": "offline"} | given | settings
    return evaluate(Job(data=data, out=out, system=system, settings=every, plots=False))


def by_id(out):
    return {item.id: item.retrieval for item in RunFolder(out).records()}


def test_plain_retrieval_is_measured_against_the_supporting_documents(world, tmp_path):
    figures = evaluated(world, tmp_path, contexts=3)
    found = by_id(tmp_path)
    assert found["both"].recall == {10: 1.0, 20: 1.0, 30: 1.0}
    assert (found["both"].complete, found["both"].has_answer, found["both"].chunks) == (True, True, 3)
    assert (found["gone"].recall[30], found["gone"].complete, found["gone"].missing) == (0.5, False, 1)
    assert found["gone"].has_answer is False
    assert (found["unknown"].recall, found["unknown"].complete, found["unknown"].has_answer) == ({}, None, None)
    assert figures["supporting_doc_recall"] == {10: 0.75, 20: 0.75, 30: 0.75}
    assert (figures["supporting_docs_complete"], figures["answer_in_contexts"]) == (0.5, 0.5)
    assert (figures["chunks"], figures["supporting_docs_missing"]) == (3.0, 1)
    low, high = figures["intervals"]["supporting_doc_recall_30"]
    assert low <= 0.75 <= high
    assert figures["by_type"]["a"]["supporting_doc_recall"][30] == 1.0


def test_fewer_chunks_hold_fewer_documents(world, tmp_path):
    evaluated(world, tmp_path, contexts=1)
    assert by_id(tmp_path)["both"].recall == {10: 0.5, 20: 0.5, 30: 0.5}


@pytest.mark.parametrize("system", ["tog2", "pog", "pog-e"])
def test_systems_that_read_documents_are_measured(world, tmp_path, system):
    figures = evaluated(world, tmp_path, system, model="oracle")
    assert by_id(tmp_path)["both"].recall[30] > 0
    assert figures["chunks"] > 0


def test_report_terminal_and_page_show_the_measures(world, tmp_path):
    figures = evaluated(world, tmp_path, contexts=3)
    report = (tmp_path / "report.md").read_text()
    assert "## Documents handed to the model" in report and "| supporting documents, first 30 | 75.0% |" in report
    assert "lacks 1 of the supporting documents" in report
    assert "answer stands in a chunk" in figures_table(figures)
    assert "50.0% of the supporting documents in the first 10" in (tmp_path / "index.html").read_text()


def test_runs_without_documents_have_no_such_measures(world, tmp_path):
    figures = evaluated(world, tmp_path, "pog", docs=None)
    assert by_id(tmp_path)["both"] is None
    assert (figures["supporting_doc_recall"], figures["chunks"]) == ({}, None)
    assert (figures["supporting_docs_complete"], figures["answer_in_contexts"]) == (None, None)
    assert "handed to the model" not in (tmp_path / "report.md").read_text() + figures_table(figures)


def test_runs_are_compared_by_it_where_every_question_has_it(world, tmp_path):
    known = QUESTIONS[:2]
    for name, contexts in (("few", 1), ("many", 3)):
        evaluated(world, tmp_path / name, questions=known, contexts=contexts)
    compared = compare_folders([tmp_path / "few", tmp_path / "many"])
    assert compared["differences"][0]["measures"]["supporting_doc_recall"]["difference"] == pytest.approx(0.25)
    assert "supporting documents found" in comparison_page(compared)
    evaluated(world, tmp_path / "every", contexts=3)
    compared = compare_folders([tmp_path / "few", tmp_path / "every"])
    assert "supporting_doc_recall" not in compared["runs"][0]["measures"]
