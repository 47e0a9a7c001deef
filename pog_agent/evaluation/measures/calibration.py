"""How far the confidence of answers can be trusted: calibration, and what is gained by withholding unsure answers.

All functions take the confidences of answers (0 to 1) and whether each answer is right, in the same order. What
comes out does not depend on the order, also where confidences are equal.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from pog_agent.evaluation.measures.statistics import SEED, Sample, paired_interval, wilson_interval

Groups = NDArray[np.int64]

BINS = 10
MOST_POINTS = 100
SIMULATED = 200


class ReliabilityBin(BaseModel):
    """Answers of similar confidence, `low` to `high`: their number, mean confidence, and the share that is right.

    `interval` is the 95% Wilson interval of that share. A calibrated system has its mean confidence in it.
    """

    low: float
    high: float
    n: int
    confidence: float
    right: float
    interval: tuple[float, float]


class RiskPoint(BaseModel):
    """The answers whose confidence is at least `confidence`: their number, their share, and their error.

    `error` is the share of them that is wrong, `interval` its 95% Wilson interval; None where no answer is kept.
    """

    confidence: float
    kept: int
    coverage: float
    error: float | None
    interval: tuple[float, float] | None


def calibration_figures(confidences: Sequence[float], right: Sequence[bool]) -> dict[str, Any]:
    """All figures of calibration by name; None or empty where there is no answer.

    `calibration_error` has bins of equal mass, which do not hide a gap where most answers are about as confident.
    """
    sure, hit = np.asarray(confidences, dtype=float), np.asarray(right, dtype=float)
    figures: dict[str, Any] = {"with_confidence": len(sure)}
    names = ("calibration_error", "calibration_error_by_chance", "calibration_error_equal_width")
    if not len(sure):
        empty = dict.fromkeys((*names, "brier_score", "aurc"))
        return figures | empty | {"reliability": [], "risk_coverage": []}
    groups = equal_mass(sure)
    values = (
        calibration_error(sure, hit, groups),
        error_by_chance(sure, groups),
        calibration_error(sure, hit, equal_width(sure)),
    )
    figures |= dict(zip(names, values, strict=True))
    figures |= {"brier_score": brier_score(sure, hit), "aurc": aurc(sure, hit)}
    figures["reliability"] = [item.model_dump() for item in reliability(sure, hit, groups)]
    distinct = np.unique(sure)[::-1]
    chosen = np.unique(np.linspace(0, len(distinct) - 1, MOST_POINTS).round().astype(int))
    figures["risk_coverage"] = [item.model_dump() for item in risk_coverage(sure, hit, distinct[chosen].tolist())]
    return figures


def calibration_intervals(confidences: Sequence[float], right: Sequence[bool]) -> dict[str, tuple[float, float]]:
    """The 95% bootstrap intervals of Brier score and AURC; none without an answer.

    The AURC has none where all answers are right, or all wrong: no resample has what the sample lacks. The
    calibration error has none at all: resampling alone makes it larger.
    """
    measures: dict[str, Callable[[Sample, Sample], float]] = {"brier_score": brier_score} if len(right) else {}
    if len(set(right)) == 2:
        measures["aurc"] = aurc
    samples = np.asarray(confidences, dtype=float), np.asarray(right, dtype=float)
    return {name: paired_interval(measure, *samples) for name, measure in measures.items()}


def equal_mass(confidences: Sample, bins: int = BINS) -> Groups:
    """The bin of each answer, about equally many in each. Answers of equal confidence share a bin."""
    _, inverse, counts = np.unique(confidences, return_inverse=True, return_counts=True)
    middles = np.cumsum(counts) - counts / 2
    return np.floor(middles * bins / len(confidences)).astype(np.int64)[inverse]


def equal_width(confidences: Sample, bins: int = BINS) -> Groups:
    """The bin of each answer, each bin a range of confidence of the same width. The last one includes 1."""
    return np.minimum((confidences * bins).astype(np.int64), bins - 1)


def calibration_error(confidences: Sample, right: Sample, groups: Groups) -> float:
    """Expected calibration error (Naeini et al. 2015): the mean gap of confidence and share right in the bins."""
    return float(np.abs(np.bincount(groups, confidences - right)).sum() / len(groups))


def error_by_chance(confidences: Sample, groups: Groups) -> float:
    """The calibration error that a perfectly calibrated system would show on as few answers, in the mean."""
    order = np.argsort(confidences, kind="stable")
    sure, bins = confidences[order], groups[order]
    drawn = np.random.default_rng(SEED).random((SIMULATED, len(sure))) < sure
    return float(np.mean([calibration_error(sure, right.astype(float), bins) for right in drawn]))


def brier_score(confidences: Sample, right: Sample) -> float:
    """The mean squared difference of the confidence and being right (1) or wrong (0)."""
    return float(np.mean((confidences - right) ** 2))


def aurc(confidences: Sample, right: Sample) -> float:
    """Area under the risk-coverage curve (Geifman et al. 2019): the mean error over all numbers of answers kept.

    It is the error of all answers where the confidence tells nothing, and less the better it ranks them.
    """
    # Answers of equal confidence come in any order: each counts as wrong by the share of them that is.
    _, inverse, counts = np.unique(-confidences, return_inverse=True, return_counts=True)
    errors = np.repeat(np.bincount(inverse, 1 - right) / counts, counts)
    return float(np.mean(np.cumsum(errors) / np.arange(1, len(errors) + 1)))


def reliability(confidences: Sample, right: Sample, groups: Groups) -> list[ReliabilityBin]:
    """The bins that hold answers, the least confident first."""
    return [
        ReliabilityBin(
            low=float(confidences[inside].min()),
            high=float(confidences[inside].max()),
            n=int(inside.sum()),
            confidence=float(confidences[inside].mean()),
            right=float(right[inside].mean()),
            interval=wilson_interval(int(right[inside].sum()), int(inside.sum())),
        )
        for inside in (groups == group for group in np.unique(groups))
    ]


def risk_coverage(confidences: Sample, right: Sample, thresholds: Sequence[float]) -> list[RiskPoint]:
    """What is left of the answers at each threshold, and how much of it is wrong."""
    points = []
    for threshold in thresholds:
        inside = confidences >= threshold
        kept, wrong = int(inside.sum()), int((1 - right[inside]).sum())
        points.append(
            RiskPoint(
                confidence=threshold,
                kept=kept,
                coverage=kept / len(confidences),
                error=wrong / kept if kept else None,
                interval=wilson_interval(wrong, kept) if kept else None,
            )
        )
    return points
