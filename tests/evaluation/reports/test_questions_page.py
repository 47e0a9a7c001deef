"""The page of a run: every question in it, labels as data, sizes bounded."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from pog_agent.evaluation.data.selection import Selection
from pog_agent.evaluation.job import Job, evaluate
from pog_agent.evaluation.measures.metrics import Measures
from pog_agent.evaluation.record import Record
from pog_agent.evaluation.reports import questions_page as pages
from pog_agent.evaluation.reports.questions_page import questions_page

DEMO = Path(__file__).parents[3] / "pog_agent" / "demo" / "questions.jsonl"
EVIL = "</script><img src=x onerror=\"document.title='owned'\">@@DATA@@<!--"


def data(text):
    return json.loads(re.search(r'id="data">(.*?)</script>', text, re.DOTALL)[1])


def write(folder, number, paths=(), right=False, label="Ulm"):
    """A record, and its trace in the folder."""
    (folder / "traces").mkdir(exist_ok=True)
    measures = Measures(judged="right" if right else "too_wide", hits1_strict=True)
    record = Record(id=str(number), question=f"{label}?", measures=measures, trace=f"traces/{number}.json")
    topic = {"iri": "http://k/a", "label": label}
    answer = {"topic_entities": [topic], "answers": [{"iri": "http://k/c", "label": label}], "paths": list(paths)}
    step = {"node": "fuzzy_select", "seconds": 0.5, "phase": "topic", "depth": 2, "usage": [{"llm_calls": 3}]}
    step |= {"shortlist": {"kept": 7}, "warnings": [f"warned of {label}"]}
    (folder / record.trace).write_text(json.dumps({"answer": answer, "steps": [step]}))
    return record


def path(*triples, text=""):
    return {"text": text, "triples": [[f"http://k/{part}" for part in triple] for triple in triples]}


def test_a_run_has_a_page_with_every_question_and_its_steps(tmp_path):
    settings = {"encoder": "lexical", "compose": "off"}
    evaluate(Job(DEMO, tmp_path, settings=settings, selection=Selection(limit=5), plots=False))
    text = (tmp_path / "index.html").read_text()
    questions = data(text)["questions"]
    assert [item["id"] for item in questions] == [f"demo-0{number}" for number in range(1, 6)]
    assert all(item["detail"]["steps"][-1][0] == "verify_answer" for item in questions)
    assert any(
        "{Georgia}" in text and "{Atlanta}" in text for item in questions for text in item["detail"]["paths"]
    )
    assert "index.html" in (tmp_path / "report.md").read_text()


def test_statements_and_tables_are_in_the_page(tmp_path):
    record = write(tmp_path, 1)
    trace = json.loads((tmp_path / record.trace).read_text())
    fact = {"text": "number = 1: Ulm", "triples": [["http://k/a", "http://k/r", "http://k/c"]]}
    trace["answer"]["computations"] = [{"text": "looked through 3 things", "triples": []}, fact]
    (tmp_path / record.trace).write_text(json.dumps(trace))
    ulm = {"iri": "http://k/c", "label": "Ulm"}
    record = record.model_copy(
        update={"answers": [ulm], "columns": ["a", "b"], "rows": [[ulm, {"value": "3"}], [ulm, None]]}
    )
    (question,) = data(questions_page("run", "", [record], tmp_path))["questions"]
    assert question["answers"] == ["Ulm, 3", "Ulm, -"]
    assert question["detail"]["paths"] == ["looked through 3 things", "number = 1: Ulm"]


def test_a_page_of_a_bound_says_that_it_is_one(tmp_path):
    settings = {"encoder": "lexical", "model": "oracle"}
    evaluate(Job(DEMO, tmp_path, settings=settings, selection=Selection(limit=1), plots=False))
    assert "no accuracy" in (tmp_path / "index.html").read_text()


def test_a_page_asks_for_nothing_over_the_network(tmp_path):
    text = questions_page("run", "", [write(tmp_path, 1)], tmp_path)
    assert "default-src 'none'" in text
    assert not re.search(r"<(link|img|iframe|script src)|fetch\(|innerHTML|@import", text)


def test_labels_are_data(tmp_path):
    one = path(("a", EVIL, "c"), text=f"{{{EVIL}}} - {EVIL} -> {{{EVIL}}}")
    text = questions_page(EVIL, EVIL, [write(tmp_path, 1, [one], label=EVIL)], tmp_path)
    assert text.count("</script>") == 2 and "<img" not in text and "<!--" not in text
    assert data(text)["questions"][0]["question"] == f"{EVIL}?"


def test_steps_have_node_phase_depth_paths_seconds_calls_and_warnings(tmp_path):
    detail = data(questions_page("run", "", [write(tmp_path, 1)], tmp_path))["questions"][0]["detail"]
    assert detail["steps"] == [["fuzzy_select", "topic", 2, 7, 0.5, 3, ["warned of Ulm"]]]


def test_a_page_is_bounded_and_wrong_answers_keep_their_steps(tmp_path, monkeypatch):
    monkeypatch.setattr(pages, "MOST_QUESTIONS", 3)
    monkeypatch.setattr(pages, "MOST_DETAIL", 1)
    records = [write(tmp_path, number, right=number != 2) for number in range(1, 6)]
    found = data(questions_page("run", "", records, tmp_path))
    assert found["all"] == 5
    assert [(item["id"], "detail" in item) for item in found["questions"]] == [
        ("1", False),
        ("2", True),
        ("3", False),
    ]


def test_a_question_without_trace_is_in_the_page(tmp_path):
    found = data(questions_page("run", "", [Record(id="1", question="Lost?", trace="traces/none.json")], tmp_path))
    assert "detail" not in found["questions"][0]


@pytest.mark.skipif(shutil.which("chromium") is None, reason="needs chromium")
def test_a_browser_shows_the_page_and_runs_nothing_in_labels(tmp_path):
    one = path(("a", "r", "c"), text=f"{{{EVIL}}} - r -> {{{EVIL}}}")
    file = tmp_path / "index.html"
    file.write_text(questions_page("run", "", [write(tmp_path, 1, [one], label=EVIL)], tmp_path))
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
    flags += [f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom"]
    shown = subprocess.run(
        ["chromium", *flags, file.as_uri()], capture_output=True, text=True, timeout=120, check=False
    )
    assert "<title>run</title>" in shown.stdout and "owned'\"&gt;" in shown.stdout
    assert "1 of 1 questions" in shown.stdout and "fuzzy_select" in shown.stdout
    assert "<img" not in shown.stdout.split('id="data"')[0]
