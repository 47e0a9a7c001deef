"""Charts hold the paper's numbers; plots are drawn where matplotlib is, and left out in one line where not."""

from pathlib import Path

import pytest

from pog_agent.evaluation.data.selection import Selection
from pog_agent.evaluation.job import Job, evaluate
from pog_agent.evaluation.measures.metrics import Measures
from pog_agent.evaluation.measures.summary import summarize
from pog_agent.evaluation.record import Record
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
    measures = Measures(hits1_strict=right, hits1_lenient=True, path_overlap=fields.pop("overlap", None))
    return Record(id=str(number), question=f"Question {number}?", measures=measures, **fields)


def values(chart, series):
    return dict(zip(chart.categories, chart.series[series], strict=True))


def test_phases_split_all_questions_into_right_and_wrong():
    given = {"answers": [{"value": "1"}]}
    records = [
        record(1, right=True, phase="topic", **given),
        record(2, phase="topic", **given),
        record(3, phase="expand", right=True, **given),
        record(4, phase="final"),
    ]
    chart = phases(records)
    assert values(chart, "right")["topic entity paths"] == values(chart, "wrong")["topic entity paths"] == 25
    assert values(chart, "wrong")["no answer"] == 25
    assert sum(sum(series) for series in chart.series.values()) == 100


def test_hits_by_length_come_with_intervals_and_numbers():
    chart = lengths([record(1, length=1, right=True), record(2, length=1), record(3, length=3), record(4)])
    assert chart.categories == ("1\n(n=2)", "3\n(n=1)")
    assert chart.series == {"strict": (50, 0), "lenient": (100, 100)}
    assert chart.spans["strict"][0] == (0, 100)


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
