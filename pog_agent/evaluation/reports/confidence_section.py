"""What a report says of confidence: its calibration, and the error that is left above a confidence."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from pog_agent.evaluation.measures.calibration import (
    calibration_figures,
    calibration_intervals,
    risk_coverage,
)
from pog_agent.evaluation.measures.summary import judged_confidences
from pog_agent.evaluation.record import Record
from pog_agent.evaluation.reports.markdown import share, table

CALIBRATION_LABELS = {
    "calibration_error": "calibration error",
    "calibration_error_by_chance": "calibration error by chance",
    "calibration_error_equal_width": "calibration error, equal width",
    "brier_score": "Brier score",
    "aurc": "risk-coverage area (AURC)",
}
UNDEFINED = "No answer has a confidence, so calibration is undefined."
THRESHOLDS = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99)


def confidence_section(figures: Mapping[str, Any], records: Sequence[Record]) -> list[str]:
    """The section of a report, as lines of Markdown."""
    if not figures["with_confidence"]:
        return ["", "## Confidence", "", UNDEFINED]
    intervals = figures["intervals"]
    measures = [
        [label, f"{figures[name]:.3f}", _ends(intervals.get(name))] for name, label in CALIBRATION_LABELS.items()
    ]
    counted = f"{figures['with_confidence']} of {figures['answered']} answers have a confidence."
    by_chance = "`By chance` is what a perfectly calibrated system would show on as few answers."
    return [
        *("", "## Confidence", "", f"{counted} Right are exactly the gold answers. {by_chance}", ""),
        *table(["", "value", "95% interval (bootstrap)"], measures),
        *("", "### Is the confidence the share that is right?", ""),
        *table(
            ["confidence", "answers", "mean confidence", "right", "95% interval (Wilson)"],
            _reliability_rows(figures),
        ),
        *("", "### Which error is left above a confidence?", ""),
        *table(
            ["confidence at least", "answers", "of all", "wrong", "95% interval (Wilson)"], _risk_rows(records)
        ),
    ]


def confidence_lines(figures: Mapping[str, Any]) -> list[str]:
    """The figures of calibration for a terminal."""
    if not figures["with_confidence"]:
        return [UNDEFINED]
    intervals = figures["intervals"]
    return [
        f"{label:32}{figures[name]:7.3f}" + (f"   ({_ends(intervals[name])})" if name in intervals else "")
        for name, label in CALIBRATION_LABELS.items()
    ]


def compared_confidence(records: Sequence[Record]) -> dict[str, Any]:
    """The figures of calibration of one of several runs, with `intervals` of those that have one."""
    answers = judged_confidences(records)
    figures = calibration_figures(*answers)
    kept = {name: figures[name] for name in ("with_confidence", *CALIBRATION_LABELS)}
    return kept | {"intervals": calibration_intervals(*answers)}


def confidence_table(names: Sequence[str], figures: Sequence[Mapping[str, Any]]) -> list[str]:
    """The section of a comparison: the calibration of each run by its name, as lines of Markdown."""
    title = ["", "## Confidence", ""]
    if not any(run["with_confidence"] for run in figures):
        return [*title, UNDEFINED]
    rows = [["answers with a confidence", *(str(run["with_confidence"]) for run in figures)]]
    rows += [[label, *(_cell(run, name) for run in figures)] for name, label in CALIBRATION_LABELS.items()]
    text = "Over the answers of each run that have a confidence, which need not be to the same questions."
    return [*title, text, "", *table(["", *names], rows)]


def _reliability_rows(figures: Mapping[str, Any]) -> list[list[str]]:
    return [
        [
            f"{one['low']:.2f} to {one['high']:.2f}",
            str(one["n"]),
            share(one["confidence"]),
            share(one["right"]),
            _shares(one["interval"]),
        ]
        for one in figures["reliability"]
    ]


def _risk_rows(records: Sequence[Record]) -> list[list[str]]:
    confidences, right = (np.asarray(values, dtype=float) for values in judged_confidences(records))
    return [
        [f"{one.confidence:g}", str(one.kept), share(one.coverage), share(one.error), _shares(one.interval)]
        for one in risk_coverage(confidences, right, THRESHOLDS)
    ]


def _cell(figures: Mapping[str, Any], name: str) -> str:
    if figures[name] is None:
        return "-"
    interval = figures["intervals"].get(name)
    return f"{figures[name]:.3f}" + (f" ({_ends(interval)})" if interval else "")


def _ends(interval: Sequence[float] | None) -> str:
    """An interval of numbers; nothing where there is none."""
    return "" if interval is None else " to ".join(f"{end:.3f}" for end in interval)


def _shares(interval: Sequence[float] | None) -> str:
    """An interval of shares in percent; a dash where there is none."""
    return "-" if interval is None else " to ".join(map(share, interval))
