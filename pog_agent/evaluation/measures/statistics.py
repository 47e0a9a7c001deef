"""How sure a figure is: Wilson and bootstrap intervals, and tests of two runs over the same questions."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

Sample = NDArray[np.float64]

RESAMPLES = 2_000
RESAMPLED_AT_ONCE = 100
"""Keeps the memory of 900 values at 2 MB; all resamples at once take 29 MB and no less time."""
SEED = 0


class PairedComparison(BaseModel):
    """Two runs over the questions that both have: means, their difference (second less first), and tests.

    `interval` is the 95% paired bootstrap interval of the difference, `p_bootstrap` its two-sided p-value.
    `only_first` and `only_second` count the questions that one run alone has right, and `p_mcnemar` is the exact
    p-value for them. All three are None for a figure that is not right or wrong.
    """

    n: int
    first: float
    second: float
    difference: float
    interval: tuple[float, float]
    p_bootstrap: float
    only_first: int | None = None
    only_second: int | None = None
    p_mcnemar: float | None = None


def bootstrap_interval(
    values: Sequence[float], resamples: int = RESAMPLES, seed: int = SEED
) -> tuple[float, float]:
    """The 95% percentile bootstrap interval of the mean; raises `ValueError` without values."""
    if not values:
        raise ValueError("no values to resample")
    return _bootstrapped(np.asarray(values, dtype=float), resamples, seed)[0]


def paired_interval(
    statistic: Callable[[Sample, Sample], float],
    first: Sample,
    second: Sample,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> tuple[float, float]:
    """The 95% percentile bootstrap interval of a figure of paired values; raises `ValueError` without values."""
    if not len(first):
        raise ValueError("no values to resample")
    if len(first) == 1:
        return (statistic(first, second),) * 2
    from scipy.stats import bootstrap  # noqa: PLC0415 (slow import: 1 s)

    found = bootstrap(
        (first, second),
        statistic,
        n_resamples=resamples,
        batch=RESAMPLED_AT_ONCE,
        paired=True,
        vectorized=False,
        method="percentile",
        random_state=np.random.default_rng(seed),
    )
    low, high = sorted(map(float, found.confidence_interval))
    return low, high


def wilson_interval(hits: int, n: int) -> tuple[float, float]:
    """The 95% Wilson score interval of a share; raises `ValueError` for a share of nothing."""
    from scipy.stats import binomtest  # noqa: PLC0415 (slow import: 1 s)

    found = binomtest(hits, n).proportion_ci(method="wilson")
    return float(found.low), float(found.high)


def share_interval(values: Sequence[float]) -> tuple[float, float]:
    """The 95% interval of the mean of values from 0 to 1; raises `ValueError` without values.

    It is Wilson's where each value is 0 or 1, else the bootstrap's. Resampling equal values gives an interval of
    no width, though a system with 0 of 20 answers wrong can be wrong.
    """
    found = np.asarray(values, dtype=float)
    if len(found) and np.isin(found, (0.0, 1.0)).all():
        return wilson_interval(int(found.sum()), len(found))
    return bootstrap_interval(values)


def compare_paired(
    first: Sequence[float], second: Sequence[float], resamples: int = RESAMPLES, seed: int = SEED
) -> PairedComparison:
    """Compares paired values, one of each run a question; raises `ValueError` if they do not pair up."""
    if len(first) != len(second) or not first:
        raise ValueError(f"{len(first)} and {len(second)} values cannot be paired")
    one, two = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    interval, means = _bootstrapped(two - one, resamples, seed)
    tail = (1 + min(np.count_nonzero(means <= 0), np.count_nonzero(means >= 0))) / (1 + resamples)
    result = PairedComparison(
        n=len(one),
        first=float(one.mean()),
        second=float(two.mean()),
        difference=float((two - one).mean()),
        interval=interval,
        p_bootstrap=min(1.0, 2 * float(tail)),
    )
    if not np.isin(np.concatenate((one, two)), (0.0, 1.0)).all():
        return result
    only = int(np.count_nonzero(one > two)), int(np.count_nonzero(two > one))
    return result.model_copy(update={"only_first": only[0], "only_second": only[1], "p_mcnemar": mcnemar(*only)})


def mcnemar(only_first: int, only_second: int) -> float:
    """The exact two-sided p-value that two systems which disagree on these many questions are equally good."""
    from scipy.stats import binomtest  # noqa: PLC0415 (slow import: 1 s)

    disagree = only_first + only_second
    return float(binomtest(only_first, disagree).pvalue) if disagree else 1.0


def _bootstrapped(values: Sample, resamples: int, seed: int) -> tuple[tuple[float, float], Sample]:
    """The 95% interval of the mean, and the means of the resamples."""
    if len(values) == 1:
        # SciPy takes no sample of one value. Every resample of it is the value itself.
        return (float(values[0]), float(values[0])), np.repeat(values, resamples)
    from scipy.stats import bootstrap  # noqa: PLC0415 (slow import: 1 s)

    found = bootstrap(
        (values,),
        np.mean,
        n_resamples=resamples,
        batch=RESAMPLED_AT_ONCE,
        method="percentile",
        random_state=np.random.default_rng(seed),
    )
    low, high = sorted(map(float, found.confidence_interval))  # of equal values, rounding may turn them round
    return (low, high), found.bootstrap_distribution
