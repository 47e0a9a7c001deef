"""Charts hold the paper's numbers; plots are drawn where matplotlib is, and left out in one line where not."""

from itertools import pairwise
from pathlib import Path

import pytest

from pog_agent.evaluation.data.selection import Selection
from pog_agent.evaluation.job import Job, evaluate
from pog_agent.evaluation.measures.metrics import Measures
from pog_agent.evaluation.measures.summary import summarize
from pog_agent.evaluation.record import Record
from pog_agent.evaluation.reports.calibration_charts import calibration_charts
from pog_agent.evaluation.reports.chart_drawing import draw_charts
from pog_agent.evaluation.reports.charts import (
    CALLS,
    OVERLAPS,
    calls,
    charts,
    errors,
    evidence,
    lengths,
    overlaps,
    phases,
)

DEMO = Path(__file__).parents[3] / "pog_agent" / "demo" / "questions.jsonl"
QUICK = {"encoder": "lexical", "supplements": 0, "node_expansion": False, "d_max": 2}


def record(number, right=False, **fields):
    judged = fields.pop("judged", "right" if right else "other")
    shares = {"hits1_lenient": True, "path_overlap": fields.pop("overlap", None)}
    measures = Measures(judged=judged, hits1_strict=right, **shares)
    return Record(id=str(number), question=f"Question {number}?", measures=measures, **fields)


def values(chart, series):
    return dict(zip(chart.categories, chart.series[series], strict=True))


def test_phases_split_all_questions_by_what_their_answers_are_beside_the_gold_ones():
    given = {"answers": [{"value": "1"}]}
    records = [
        record(1, right=True, phase="topic", **given),
        record(2, phase="topic", judged="too_wide", **given),
        record(3, phase="expand", right=True, **given),
        record(4, phase="final", judged="none"),
        record(5, phase="composed", right=True, **given),
    ]
    chart = phases(records)
    assert values(chart, "right")["topic entity paths"] == values(chart, "too wide")["topic entity paths"] == 20
    assert values(chart, "no answer")["no answer"] == values(chart, "right")["query before the search"] == 20
    assert sum(sum(series) for series in chart.series.values()) == 100


def test_hits_by_length_come_with_intervals_and_numbers():
    chart = lengths([record(1, length=1, right=True), record(2, length=1), record(3, length=3), record(4)])
    assert chart.categories == ("1\n(n=2)", "3\n(n=1)")
    assert chart.series == {"strict": (50, 0), "lenient": (100, 100)}
    assert chart.spans["strict"][0] == pytest.approx((9.5, 90.5), abs=0.1)
    assert chart.spans["strict"][1] == pytest.approx((0, 79.3), abs=0.1)


@pytest.mark.parametrize(
    ("share", "label"),
    [(0, "0"), (0.25, "1 to 25"), (1 / 3, "26 to 50"), (0.5, "26 to 50"), (0.8, "76 to 99"), (1, "100")],
)
def test_overlap_falls_into_its_class(share, label):
    assert values(overlaps({"a": [record(1, overlap=share)]}), "a") == {
        name: 100 * (name == label) for name in OVERLAPS
    }


@pytest.mark.parametrize(
    ("number", "label"), [(0, "0"), (1, "1 to 3"), (3, "1 to 3"), (4, "4 to 6"), (22, "over 21")]
)
def test_calls_fall_into_their_class(number, label):
    assert values(calls({"a": [record(1, llm_calls=number)]}), "a") == {
        name: 100 * (name == label) for name in CALLS
    }


def test_several_runs_stand_side_by_side():
    runs = {
        "one": [record(1, error="pruned", evidence="kg_only")],
        "two": [record(1, error="refusal"), record(2, error="pruned")],
    }
    assert values(errors(runs), "two") == {"pruned": 1, "refusal": 1}
    assert values(evidence(runs), "one") == {"KG only": 100, "nothing of the graph": 0}


def test_a_chart_with_nothing_to_show_is_left_out():
    records = [record(1, error="refusal")]
    assert {chart.name for chart in charts(summarize(records), records)} == {"phases", "errors", "calls"}
    assert charts(summarize([]), []) == []


def confident(*answers):
    """Records with these confidences, each right or wrong."""
    return [
        record(number, right=right, confidence=sure, status="supported")
        for number, (sure, right) in enumerate(answers)
    ]


def test_reliability_has_a_dot_for_each_bin_and_the_number_of_its_answers():
    figures = summarize(confident((0.9, True), (0.9, True), (0.6, True), (0.6, False)))
    chart, _ = calibration_charts(figures)
    dots, diagonal = chart.curves.values()
    assert [(point.x, point.y) for point in dots.points] == [(60, 50), (pytest.approx(90), 100)]
    assert all(low <= point.y <= high for point in dots.points for low, high in [point.interval])
    assert chart.counts == ((60, 60, 2), (90, 90, 2))
    assert [(point.x, point.y) for point in diagonal.points] == [(0, 0), (100, 100)]


def test_risk_falls_with_coverage_beside_the_error_of_all_answers():
    figures = summarize(confident((0.9, True), (0.9, True), (0.6, True), (0.6, False)))
    _, chart = calibration_charts(figures)
    curve, every = chart.curves.values()
    assert [(point.x, point.y, point.note) for point in curve.points] == [(50, 0, "≥ 90%"), (100, 25, "≥ 60%")]
    assert {point.y for point in every.points} == {25}


def test_notes_of_a_risk_curve_keep_apart():
    figures = summarize(confident(*((number / 100, True) for number in range(88, 100))))
    _, chart = calibration_charts(figures)
    noted = [(point.x, point.note) for point in next(iter(chart.curves.values())).points if point.note]
    assert [note for _, note in noted] == ["≥ 99%", "≥ 95%", "≥ 90%", "≥ 80%"]
    assert all(later[0] - sooner[0] >= 7 for sooner, later in pairwise(noted))


def test_without_a_confidence_there_is_no_chart_of_it():
    assert calibration_charts(summarize([record(1, status="supported")])) == []


@pytest.mark.parametrize(
    "answers",
    [[(0.5, True)], [(0.7, False)] * 3, [(0.8, True), (0.9, True)], [(0.0, False), (1.0, True), (0.55, True)]],
)
def test_charts_of_few_answers_can_be_drawn(tmp_path, answers):
    pytest.importorskip("matplotlib")
    files = draw_charts(calibration_charts(summarize(confident(*answers))), tmp_path, "few answers", bound=False)
    assert [file.name for file in files] == ["reliability.png", "risk_coverage.png"]
    assert all(file.read_bytes().startswith(b"\x89PNG") for file in files)


def job(out, **more):
    return Job(DEMO, out, settings=QUICK | more, selection=Selection(limit=3))


def test_a_report_shows_its_plots_and_calls_a_bound_a_bound(tmp_path):
    pytest.importorskip("matplotlib")
    evaluate(job(tmp_path, model="oracle"))
    report = (tmp_path / "report.md").read_text()
    plots = sorted(file.name for file in (tmp_path / "plots").iterdir())
    assert {"phases.png", "lengths.png", "recall.png", "seconds.png"} <= set(plots)
    assert all(f"(plots/{name})" in report for name in plots)
    assert all((tmp_path / "plots" / name).read_bytes().startswith(b"\x89PNG") for name in plots)
    assert "no accuracy" in report


def test_without_matplotlib_the_report_says_how_to_get_plots(tmp_path, monkeypatch):
    monkeypatch.setattr("pog_agent.evaluation.job.running.can_plot", lambda: False)
    evaluate(job(tmp_path))
    report = (tmp_path / "report.md").read_text()
    assert "pip install 'pog-agent[plots]'" in report and not (tmp_path / "plots").exists()
