"""Calibration and risk on cases computed by hand, and against plain definitions."""

from itertools import pairwise, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pog_agent.evaluation.measures.calibration import (
    aurc,
    calibration_error,
    calibration_figures,
    calibration_intervals,
    equal_mass,
    equal_width,
    error_by_chance,
    risk_coverage,
)
from pog_agent.evaluation.measures.summary import judged_confidences, summarize
from pog_agent.evaluation.record import Record

SCALARS = (
    *("calibration_error", "calibration_error_by_chance", "calibration_error_equal_width"),
    *("brier_score", "aurc"),
)
TWO_PAIRS = [0.9, 0.6, 0.9, 0.6], [True, True, True, False]

judged = st.lists(
    st.tuples(st.sampled_from([0.0, 0.1, 0.25, 0.5, 0.8, 1.0]), st.booleans()), min_size=1, max_size=6
)


def arrays(confidences, right):
    return np.array(confidences, dtype=float), np.array(right, dtype=float)


def record(number, confidence=None, right=False, status="supported"):
    measures = {"judged": "right" if right else "too_wide", "hits1_strict": True}
    return Record(id=str(number), question="?", confidence=confidence, status=status, measures=measures)


def test_the_figures_of_a_case_computed_by_hand():
    figures = calibration_figures(*TWO_PAIRS)
    assert figures["with_confidence"] == 4
    assert figures["calibration_error"] == pytest.approx((abs(1.8 - 2) + abs(1.2 - 1)) / 4)
    assert figures["calibration_error_equal_width"] == pytest.approx(0.1)
    assert figures["brier_score"] == pytest.approx((0.01 + 0.01 + 0.16 + 0.36) / 4)
    assert figures["aurc"] == pytest.approx((0 + 0 + 0.5 / 3 + 1 / 4) / 4)
    low, high = figures["reliability"]
    assert (low["low"], low["high"], low["n"], low["right"]) == (0.6, 0.6, 2, 0.5)
    assert (high["confidence"], high["n"], high["right"]) == (pytest.approx(0.9), 2, 1)
    assert high["interval"] == pytest.approx((0.342, 1.0), abs=0.001)
    assert [
        (point["confidence"], point["kept"], point["coverage"], point["error"])
        for point in figures["risk_coverage"]
    ] == [
        (0.9, 2, 0.5, 0),
        (0.6, 4, 1, 0.25),
    ]


def test_bins_of_equal_mass_hold_equally_many():
    confidences = np.linspace(0, 1, 40) ** 3
    assert np.bincount(equal_mass(confidences)).tolist() == [4] * 10
    assert equal_mass(confidences[::-1]).tolist() == equal_mass(confidences).tolist()[::-1]


def test_equal_confidences_share_a_bin_of_equal_mass():
    groups = equal_mass(np.array([0.5] * 15 + [0.9] * 5))
    assert len(set(groups[:15].tolist())) == len(set(groups[15:].tolist())) == 1
    assert groups[0] < groups[-1]


def test_bins_of_equal_width_are_ranges_and_the_last_includes_one():
    assert equal_width(np.array([0.0, 0.05, 0.1, 0.55, 0.95, 1.0])).tolist() == [0, 0, 1, 5, 9, 9]


def test_bins_of_equal_width_hide_a_gap_that_bins_of_equal_mass_show():
    sure, hit = arrays([0.91] * 50 + [0.99] * 50, [True] * 50 + [True] * 45 + [False] * 5)
    assert calibration_error(sure, hit, equal_width(sure)) == pytest.approx(0.0)
    assert calibration_error(sure, hit, equal_mass(sure)) == pytest.approx(0.09)


@pytest.mark.parametrize(
    ("confidence", "right", "error", "brier", "area"),
    [(1.0, True, 0, 0, 0), (1.0, False, 1, 1, 1), (0.0, False, 0, 0, 1), (0.3, True, 0.7, 0.49, 0)],
)
def test_one_answer(confidence, right, error, brier, area):
    figures = calibration_figures([confidence], [right])
    found = [figures[name] for name in ("calibration_error", "brier_score", "aurc")]
    assert found == pytest.approx([error, brier, area])
    assert calibration_intervals([confidence], [right])["brier_score"] == pytest.approx((brier, brier))


def test_all_right():
    figures = calibration_figures([0.8, 0.9, 1.0], [True] * 3)
    assert figures["calibration_error"] == pytest.approx(0.1)
    assert figures["aurc"] == 0
    assert [point["error"] for point in figures["risk_coverage"]] == [0, 0, 0]
    assert set(calibration_intervals([0.8, 0.9, 1.0], [True] * 3)) == {"brier_score"}
    assert set(calibration_intervals([0.8, 0.9, 1.0], [True, False, True])) == {"brier_score", "aurc"}


def test_without_an_answer_nothing_is_defined():
    figures = calibration_figures([], [])
    assert figures["with_confidence"] == 0
    assert [figures[name] for name in SCALARS] == [None] * 5
    assert figures["reliability"] == figures["risk_coverage"] == []
    assert calibration_intervals([], []) == {}


def test_a_confidence_that_tells_nothing_has_the_error_as_its_area():
    sure, hit = arrays([0.5] * 8, [True, False] * 4)
    assert aurc(sure, hit) == pytest.approx(0.5)


def test_a_threshold_that_keeps_nothing_has_no_error():
    (point,) = risk_coverage(*arrays([0.2, 0.4], [True, False]), [0.5])
    assert (point.kept, point.coverage, point.error, point.interval) == (0, 0, None, None)


def test_a_threshold_keeps_the_confidence_that_equals_it():
    points = risk_coverage(*arrays([0.5, 0.5, 0.2], [True, False, False]), [0.5, 0.0])
    assert [(point.kept, point.error) for point in points] == [(2, 0.5), (3, pytest.approx(2 / 3))]


def test_a_calibrated_system_shows_an_error_by_chance():
    rng = np.random.default_rng(1)
    for answers, expected in ((20, 0.2), (2000, 0.03)):
        sure = rng.random(answers)
        hit = (rng.random(answers) < sure).astype(float)
        groups = equal_mass(sure)
        by_chance = error_by_chance(sure, groups)
        assert by_chance == pytest.approx(expected, rel=0.5)
        assert calibration_error(sure, hit, groups) < 2 * by_chance
    assert error_by_chance(np.array([1.0, 0.0]), groups=np.array([0, 0])) == 0


def test_a_long_curve_is_thinned_and_keeps_its_ends():
    confidences = np.linspace(0.001, 0.999, 1000)
    points = calibration_figures(confidences.tolist(), [True] * 1000)["risk_coverage"]
    assert len(points) == 100
    assert (points[0]["kept"], points[-1]["kept"]) == (1, 1000)


@given(judged)
@settings(deadline=None)
def test_the_area_is_the_mean_risk_over_all_orders_that_the_confidence_allows(answers):
    allowed = [
        order for order in permutations(answers) if all(one[0] >= other[0] for one, other in pairwise(order))
    ]
    risks = [
        sum(not hit for _, hit in order[:kept]) / kept for order in allowed for kept in range(1, len(answers) + 1)
    ]
    assert aurc(*arrays(*zip(*answers, strict=True))) == pytest.approx(sum(risks) / len(risks))


@given(judged, st.randoms())
@settings(deadline=None)
def test_the_order_of_the_answers_does_not_matter(answers, random):
    shuffled = random.sample(answers, len(answers))
    one, other = (calibration_figures(*map(list, zip(*rows, strict=True))) for rows in (answers, shuffled))
    assert [one[name] for name in SCALARS] == pytest.approx([other[name] for name in SCALARS])
    assert one["risk_coverage"] == other["risk_coverage"]


@given(judged)
@settings(deadline=None)
def test_errors_are_shares_and_the_brier_score_bounds_the_calibration_error(answers):
    figures = calibration_figures(*map(list, zip(*answers, strict=True)))
    assert all(0 <= figures[name] <= 1 for name in SCALARS)
    assert figures["calibration_error"] ** 2 <= figures["brier_score"] + 1e-9


def test_only_answers_that_were_given_with_a_confidence_count():
    records = [
        record(1, 0.9, right=True),
        record(2, 0.4, status="partial"),
        record(3, None, right=True),
        record(4, 0.7, right=True, status="abstained"),
        Record(id="5", question="?", failure="broken"),
    ]
    assert judged_confidences(records) == ([0.9, 0.4], [True, False])
    figures = summarize(records)
    assert (figures["answered"], figures["with_confidence"]) == (3, 2)
    assert figures["brier_score"] == pytest.approx((0.01 + 0.16) / 2)
    low, high = figures["intervals"]["brier_score"]
    assert low <= figures["brier_score"] <= high


def test_a_run_without_confidences_leaves_calibration_undefined():
    figures = summarize([record(1, right=True)])
    assert [figures[name] for name in SCALARS] == [None] * 5
    assert "aurc" not in figures["intervals"]
