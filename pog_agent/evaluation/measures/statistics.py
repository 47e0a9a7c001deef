"""How sure a figure is: bootstrap intervals, and tests of two runs over the same questions."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

Floats = NDArray[np.float64]

RESAMPLES = 2_000
SEED = 0


class Comparison(BaseModel):
    """Two runs over the questions that both have: means, their difference (second less first), and tests.

    `interval` is the 95% paired bootstrap interval of the difference, `p_bootstrap` its two-sided p-value;
    `only_first` and `only_second` count questions that one of them has right, `p_mcnemar` is exact. The latter
    three are None for figures that are not right or wrong.
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


def interval(values: Sequence[float], resamples: int = RESAMPLES, seed: int = SEED) -> tuple[float, float]:
    """The 95% percentile bootstrap interval of the mean; raises `ValueError` without values."""
    if not values:
        raise ValueError("no values to resample")
    low, high = np.quantile(_means(np.asarray(values, dtype=float), resamples, seed), (0.025, 0.975))
    return float(low), float(high)


def compare(
    first: Sequence[float], second: Sequence[float], resamples: int = RESAMPLES, seed: int = SEED
) -> Comparison:
    """Compares paired values, one of each run a question; raises `ValueError` if they do not pair up."""
    if len(first) != len(second) or not first:
        raise ValueError(f"{len(first)} and {len(second)} values cannot be paired")
    one, two = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    means = _means(two - one, resamples, seed)
    low, high = np.quantile(means, (0.025, 0.975))
    tail = (1 + min(np.count_nonzero(means <= 0), np.count_nonzero(means >= 0))) / (1 + resamples)
    result = Comparison(
        n=len(one),
        first=float(one.mean()),
        second=float(two.mean()),
        difference=float((two - one).mean()),
        interval=(float(low), float(high)),
        p_bootstrap=min(1.0, 2 * float(tail)),
    )
    if not np.isin(np.concatenate((one, two)), (0.0, 1.0)).all():
        return result
    only = int(np.count_nonzero(one > two)), int(np.count_nonzero(two > one))
    return result.model_copy(update={"only_first": only[0], "only_second": only[1], "p_mcnemar": mcnemar(*only)})


def mcnemar(only_first: int, only_second: int) -> float:
    """The exact two-sided p-value that two systems which disagree on these many questions are equally good."""
    disagree = only_first + only_second
    below = ways = 1
    for count in range(min(only_first, only_second)):
        ways = ways * (disagree - count) // (count + 1)
        below += ways
    return min(1.0, 2 * below / (1 << disagree))


def _means(values: Floats, resamples: int, seed: int) -> Floats:
    """Means of resamples, drawn in blocks so that memory stays small."""
    rng = np.random.default_rng(seed)
    block = max(1, 1_000_000 // len(values))
    parts = []
    for start in range(0, resamples, block):
        size = min(block, resamples - start)
        parts.append(values[rng.integers(0, len(values), (size, len(values)))].mean(axis=1))
    return np.concatenate(parts)
