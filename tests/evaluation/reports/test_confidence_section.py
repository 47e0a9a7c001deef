"""What a reader of a run learns of its confidence: in report, terminal and page, and beside other runs."""

import json

import pytest

from pog_agent.evaluation.data.selection import Selection
from pog_agent.evaluation.job import Job, evaluate
from pog_agent.evaluation.measures.summary import summarize
from pog_agent.evaluation.record import Record
from pog_agent.evaluation.reports.comparison import compare_folders, comparison_page
from pog_agent.evaluation.reports.confidence_section import UNDEFINED, confidence_lines, confidence_section
from pog_agent.evaluation.reports.report import figures_table
from pog_agent.models import Alternative, AnswerItem
from pog_agent.nodes.pog import verify_answer
from tests.evaluation.reports.test_questions_page import DEMO, data

SURE = {"a": (0.9, True), "b": (0.9, True), "c": (0.6, False), "d": (0.6, True), "e": (None, True)}
QUICK = {"encoder": "lexical", "supplements": 0, "node_expansion": False, "d_max": 1, "compose": "off"}


def records(answers):
    measures = {True: {"judged": "right"}, False: {"judged": "other"}}
    return [
        Record(id=name, question="?", status="supported", confidence=sure, measures=measures[right])
        for name, (sure, right) in answers.items()
    ]


def test_a_report_shows_calibration_bins_and_the_error_above_a_confidence():
    lines = confidence_section(summarize(records(SURE)), records(SURE))
    text = "\n".join(lines)
    assert "4 of 5 answers have a confidence." in text
    assert "| calibration error | 0.100 |  |" in lines
    assert any(line.startswith("| Brier score | 0.135 | 0.") for line in lines)
    assert "| 0.60 to 0.60 | 2 | 60.0% | 50.0% | 9.5% to 90.5% |" in lines
    assert "| 0.7 | 2 | 50.0% | 0.0% | 0.0% to 65.8% |" in lines
    assert "| 0.95 | 0 | 0.0% | - | - |" in lines


def test_a_report_says_that_calibration_is_undefined():
    nothing = records({"a": (None, True)})
    assert UNDEFINED in confidence_section(summarize(nothing), nothing)
    assert confidence_lines(summarize(nothing)) == [UNDEFINED]


def test_a_terminal_shows_one_line_a_figure():
    lines = confidence_lines(summarize(records(SURE)))
    assert [line.split("  ")[0] for line in lines] == [
        *("calibration error", "calibration error by chance", "calibration error, equal width"),
        *("Brier score", "risk-coverage area (AURC)"),
    ]


@pytest.fixture
def runs(tmp_path, monkeypatch):
    """Two runs of the same questions: one without confidences, one whose answers have one and an alternative."""
    other = Alternative(answers=(AnswerItem(value="7", label="seven"),), path="number", confidence=0.25)
    verified = verify_answer.verified_answer

    async def sure(state, run):
        answer = await verified(state, run)
        return (
            answer.model_copy(update={"confidence": 0.8, "alternatives": (other,)}) if answer.answers else answer
        )

    async def unsure(state, run):
        return (await verified(state, run)).model_copy(update={"confidence": None})

    for name, step in (("none", unsure), ("sure", sure)):
        monkeypatch.setattr(verify_answer, "verified_answer", step)
        evaluate(Job(DEMO, tmp_path / name, settings=QUICK, selection=Selection(limit=6), plots=False))
    return tmp_path


def test_confidence_goes_from_the_answer_to_records_traces_summary_report_and_page(runs):
    figures = json.loads((runs / "sure" / "summary.json").read_text())
    assert figures["answered"] == figures["with_confidence"] > 0
    rows = [json.loads(line) for line in (runs / "sure" / "results.jsonl").read_text().splitlines()]
    row = next(row for row in rows if row["answers"])
    reading = {"answers": [{"value": "7", "label": "seven"}], "path": "number", "confidence": 0.25, "query": None}
    assert (row["confidence"], row["alternatives"]) == (0.8, [reading])
    trace = json.loads((runs / "sure" / row["trace"]).read_text())
    assert (trace["answer"]["confidence"], trace["answer"]["alternatives"]) == (0.8, [reading])
    assert "## Confidence" in (runs / "sure" / "report.md").read_text()
    assert "Brier score" in figures_table(figures)
    shown = next(item for item in data((runs / "sure" / "index.html").read_text())["questions"] if item["answers"])
    assert (shown["confidence"], shown["alternatives"]) == (0.8, ["number -> seven (0.25)"])


def test_runs_are_compared_by_their_confidence(runs):
    compared = compare_folders([runs / "none", runs / "sure"])
    without, sure = (run["confidence"] for run in compared["runs"])
    assert (without["with_confidence"], without["aurc"], without["intervals"]) == (0, None, {})
    assert sure["brier_score"] is not None and "brier_score" in sure["intervals"]
    rows = [line for line in comparison_page(compared).splitlines() if line.startswith("| Brier score")]
    assert len(rows) == 1 and rows[0].startswith("| Brier score | - | 0.")
    nothing = comparison_page(compare_folders([runs / "none"] * 2))
    assert UNDEFINED in nothing
