"""The charts of calibration as plain numbers: reliability, and risk against coverage."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

NOTED = (0.99, 0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1)
"""Confidences that are written at the risk-coverage curve."""
NOTES_APART = 7.0


@dataclass(frozen=True)
class CurvePoint:
    """A point of a curve, with a 95% interval of `y` and a note beside it, where it has them."""

    x: float
    y: float
    interval: tuple[float, float] | None = None
    note: str = ""


@dataclass(frozen=True)
class Curve:
    """Points by `x`: as dots with intervals, as a line with a band, or as a dashed line to compare with."""

    points: tuple[CurvePoint, ...]
    kind: Literal["dots", "line", "reference"]


@dataclass(frozen=True)
class CurveChart:
    """Curves over percentages from 0 to 100. `counts` are bars below: from, to, and how many answers."""

    name: str
    title: str
    curves: Mapping[str, Curve]
    over: str
    axis: str
    counts: tuple[tuple[float, float, int], ...] = ()


def calibration_charts(figures: Mapping[str, Any]) -> list[CurveChart]:
    """Both charts of a run; none where no answer has a confidence."""
    if not figures["with_confidence"]:
        return []
    return [reliability_chart(figures["reliability"]), risk_chart(figures["risk_coverage"])]


def reliability_chart(bins: Sequence[Mapping[str, Any]]) -> CurveChart:
    """Share right against confidence, for bins of equally many answers."""
    points = tuple(
        CurvePoint(100 * one["confidence"], 100 * one["right"], _percent(one["interval"])) for one in bins
    )
    diagonal = (CurvePoint(0, 0), CurvePoint(100, 100))
    return CurveChart(
        "reliability",
        "Reliability: is the confidence the share that is right?",
        {
            "answers in ten bins, with 95% intervals": Curve(points, "dots"),
            "perfectly calibrated": Curve(diagonal, "reference"),
        },
        "confidence (%)",
        "right (%)",
        tuple((100 * one["low"], 100 * one["high"], one["n"]) for one in bins),
    )


def risk_chart(points: Sequence[Mapping[str, Any]]) -> CurveChart:
    """Error among the most confident answers, against the share of the answers that is kept."""
    notes = _notes(points)
    curve = tuple(
        CurvePoint(100 * one["coverage"], 100 * one["error"], _percent(one["interval"]), notes.get(number, ""))
        for number, one in enumerate(points)
    )
    every = tuple(CurvePoint(x, curve[-1].y) for x in (0, 100))
    return CurveChart(
        "risk_coverage",
        "Risk and coverage: error among the most confident answers",
        {
            "answers of at least this confidence, with 95% band": Curve(curve, "line"),
            "all answers": Curve(every, "reference"),
        },
        "answers kept (%)",
        "wrong (%)",
    )


def _notes(points: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    """Notes by the number of the point: the last with at least a noted confidence, where there is room."""
    notes: dict[int, str] = {}
    noted_at = 0.0
    for least in NOTED:
        kept = [number for number, one in enumerate(points) if one["confidence"] >= least]
        place = 100 * points[kept[-1]]["coverage"] if kept else 0.0
        if place >= noted_at + NOTES_APART:
            notes[kept[-1]], noted_at = f"≥ {100 * least:.0f}%", place
    return notes


def _percent(interval: Sequence[float]) -> tuple[float, float]:
    low, high = interval
    return 100 * low, 100 * high
