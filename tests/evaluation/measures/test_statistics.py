"""Intervals and tests behave as they must on cases that are known."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pog_agent.evaluation.measures.statistics import (
    bootstrap_interval,
    compare_paired,
    mcnemar,
    paired_interval,
    share_interval,
    wilson_interval,
)
from pog_agent.evaluation.measures.summary import compare_runs
from pog_agent.evaluation.record import Record


@settings(deadline=None)  # the first example loads SciPy
@example([0.7888093289183129] * 3)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_an_interval_lies_within_the_values(values):
    low, high = bootstrap_interval(values, resamples=50)
    assert min(values) - 1e-9 <= low <= high <= max(values) + 1e-9


def test_the_interval_of_a_share_is_about_that_of_the_normal_approximation():
    low, high = bootstrap_interval([1.0] * 60 + [0.0] * 40)
    assert (low, high) == pytest.approx((0.504, 0.696), abs=0.02)
    assert bootstrap_interval([1.0] * 60 + [0.0] * 40) == (low, high)


def test_the_interval_of_one_value_is_the_value():
    assert bootstrap_interval([0.5]) == (0.5, 0.5)
    found = compare_paired([0.0], [1.0])
    assert (found.interval, found.p_mcnemar) == ((1.0, 1.0), 1.0)


def test_nothing_has_no_interval():
    with pytest.raises(ValueError, match="no values"):
        bootstrap_interval([])


@pytest.mark.parametrize(("first", "second", "p"), [(0, 0, 1.0), (5, 5, 1.0), (1, 9, 22 / 1024), (0, 6, 2 / 64)])
def test_mcnemar_is_the_exact_sign_test(first, second, p):
    assert mcnemar(first, second) == mcnemar(second, first) == pytest.approx(p)


def test_mcnemar_takes_large_counts():
    assert mcnemar(3_000, 3_100) == pytest.approx(0.205, abs=0.01)


def test_a_clear_difference_is_significant_and_none_is_not():
    worse, better = [0.0] * 40 + [1.0] * 60, [0.0] * 20 + [1.0] * 80
    found = compare_paired(worse, better)
    assert found.difference == pytest.approx(0.2)
    assert (found.only_first, found.only_second) == (0, 20)
    assert found.p_mcnemar < 0.001 and found.p_bootstrap < 0.01
    assert 0 < found.interval[0] < found.interval[1]
    same = compare_paired(worse, worse)
    assert (same.difference, same.p_mcnemar, same.p_bootstrap) == (0, 1, 1)
    assert compare_paired([0.5, 0.2], [0.1, 0.9]).p_mcnemar is None


def test_runs_are_compared_over_the_questions_that_both_have():
    right, other = {"judged": "right"}, {"judged": "other"}
    one = [Record(id=name, question="?", measures=other if name == "a" else right) for name in "abc"]
    two = [Record(id=name, question="?", measures=right) for name in "abd"]
    found = compare_runs(one, two)
    assert (found.n, found.first, found.second) == (2, 0.5, 1.0)
    with pytest.raises(ValueError, match="cannot be paired"):
        compare_runs(one, [])


@pytest.mark.parametrize(
    ("hits", "n", "interval"), [(1, 1, (0.2065, 1)), (0, 1, (0, 0.7935)), (8, 10, (0.4902, 0.9433))]
)
def test_the_wilson_interval_of_a_share(hits, n, interval):
    assert wilson_interval(hits, n) == pytest.approx(interval, abs=1e-4)


def test_a_share_of_nothing_has_no_interval():
    with pytest.raises(ValueError, match="not less than 1"):
        wilson_interval(0, 0)


@pytest.mark.parametrize(("hits", "n"), [(0, 20), (20, 20), (0, 1), (3, 20)])
def test_a_share_is_never_certain(hits, n):
    low, high = share_interval([1.0] * hits + [0.0] * (n - hits))
    assert (low, high) == wilson_interval(hits, n)
    assert low <= hits / n <= high and high - low > 0.1


def test_the_mean_of_values_between_0_and_1_keeps_their_spread():
    values = [0.5, 0.6, 0.7, 1.0] * 10
    assert share_interval(values) == bootstrap_interval(values)
    with pytest.raises(ValueError, match="no values"):
        share_interval([])


def test_the_interval_of_a_paired_figure_keeps_the_pairs():
    def product(one, other):
        return float(np.mean(one * other))

    ends = np.array([1.0, 0.0] * 20)
    assert paired_interval(product, ends, 1 - ends, resamples=50) == (0, 0)
    low, high = paired_interval(product, ends, ends, resamples=200)
    assert low < 0.5 < high
    assert paired_interval(product, ends[:1], ends[:1]) == (1, 1)
    with pytest.raises(ValueError, match="no values"):
        paired_interval(product, ends[:0], ends[:0])
