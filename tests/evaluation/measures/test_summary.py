"""The figures of a run: by kind of computation, and without what is disputed."""

import pytest

from pog_agent.evaluation.measures.metrics import Measures
from pog_agent.evaluation.measures.summary import summarize
from pog_agent.evaluation.record import Record
from pog_agent.evaluation.reports.report import report

HEADER = {
    **{"system": "pog", "data": "d", "questions": 3, "kg": "k", "model": "m", "topics": "given"},
    **{"notices": [], "bound": False},
}


def record(name, right, *ops, disputed=False):
    measures = Measures(judged="right" if right else "other", hits1_strict=right)
    return Record(id=name, question=name, type="t", group="t", ops=ops, gold_disputed=disputed, measures=measures)


RECORDS = [record("a", True, "count", "group"), record("b", False, "count"), record("c", False, disputed=True)]


def test_a_question_counts_for_each_kind_of_computation():
    kinds = summarize(RECORDS)["by_operation"]
    assert {kind: (part["n"], part["right"]) for kind, part in kinds.items()} == {
        **{"count": (2, 0.5), "group": (1, 1.0)}
    }


def test_disputed_questions_are_scored_apart():
    figures = summarize(RECORDS)
    assert (figures["n"], figures["right"], figures["disputed"]["n"]) == (2, 0.5, 1)
    assert sum(part["n"] for part in figures["by_type"].values()) == 2
    text = report(HEADER | figures, RECORDS)
    assert "1 more with disputed gold answers are scored apart" in text
    assert "## Disputed gold answers" in text and "## By kind of computation" in text
    assert "Wrong answers (1" in text


def test_supported_answers_are_told_apart_by_the_whole_set():
    wide = Measures(judged="too_wide", hits1_strict=True, supported=True)
    records = [*RECORDS, Record(id="d", question="d", measures=wide)]
    figures = summarize(records)
    assert figures["judged"] == {"right": 1, "too_wide": 1, "too_narrow": 0, "other": 1, "none": 0}
    assert (figures["judged_supported"]["too_wide"], sum(figures["judged_supported"].values())) == (1, 1)
    assert (figures["confident_wrong"], figures["supported_right"]) == (pytest.approx(1 / 3), 0)
    assert "| too wide | 1 | 1 |" in report(HEADER | figures, records)


def test_a_run_of_disputed_questions_alone_has_no_totals():
    figures = summarize(RECORDS[2:])
    assert (figures["n"], figures["disputed"]["n"]) == (0, 1)
    assert "right" not in figures
    assert "No question is finished." in report(HEADER | figures, RECORDS[2:])


def test_a_set_without_kinds_of_computation_has_no_such_table():
    figures = summarize([record("a", True)])
    assert figures["by_operation"] == {}
    assert "kind of computation" not in report(HEADER | figures, [record("a", True)])
