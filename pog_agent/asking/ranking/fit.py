"""Fits the ranker: a listwise linear model with a candidate for nothing, and a logistic one for how sure it is."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pog_agent.asking.likeness import Floats
from pog_agent.asking.ranking.weights import LinearWeights

_SEED: Final = 0
_BATCH: Final = 160
_LEAST_SCALE: Final = 1e-3
_LOW: Final = -1e4
_FIRST_MOMENT, _SECOND_MOMENT, _TINY = 0.9, 0.999, 1e-8

Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class ListedQuestion:
    """The candidates of one question as rows of features, the features of nothing, and what is right.

    `is_right` has one more entry than there are candidates: that nothing is right. Candidates that are neither
    right nor wrong for certain are `left_out`.
    """

    rows: Floats
    nothing: Floats
    is_right: Bools
    left_out: Bools


def fitted(
    questions: Sequence[ListedQuestion],
    names: Sequence[str],
    nothing_names: Sequence[str],
    *,
    epochs: int = 15,
    rate: float = 0.05,
    decay: float = 1e-4,
) -> tuple[LinearWeights, LinearWeights]:
    """The weights of candidates and of nothing that make right answers most probable; the same on every run."""
    block = _Block.of(questions)
    mean, scale = _standard(block.rows[block.there])
    null_mean, null_scale = _standard(block.nothing)
    null_mean[nothing_names.index("one")], null_scale[nothing_names.index("one")] = 0.0, 1.0
    np.subtract(block.rows, mean, out=block.rows)
    np.divide(block.rows, scale, out=block.rows)
    block.rows[~block.there] = 0
    nothing = ((block.nothing - null_mean) / null_scale).astype(np.float32)
    weight = _descended(block, nothing, epochs=epochs, rate=rate, decay=decay)
    size = block.rows.shape[2]
    return (
        LinearWeights(tuple(names), mean, scale, weight[:size]),
        LinearWeights(tuple(nothing_names), null_mean, null_scale, weight[size:]),
    )


def fitted_logistic(rows: Floats, is_right: Bools, names: Sequence[str], decay: float = 2.0) -> LinearWeights:
    """The weights of a logistic model by Newton's method; a column `constant` is not scaled."""
    mean, scale = _standard(rows)
    constant = list(names).index("constant")
    mean[constant], scale[constant] = 0.0, 1.0
    own = (rows - mean) / scale
    weight = np.zeros(own.shape[1])
    penalty = np.full(own.shape[1], decay)
    penalty[constant] = 1e-6
    for _ in range(25):
        sure = 1 / (1 + np.exp(-own @ weight))
        slope = own.T @ (sure - is_right) + penalty * weight
        curve = (own * (sure * (1 - sure))[:, None]).T @ own + np.diag(penalty)
        weight -= np.linalg.solve(curve, slope)
    return LinearWeights(tuple(names), mean, scale, weight.astype(np.float32))


@dataclass(frozen=True)
class _Block:
    """All questions, padded; shapes (questions, candidates, features) and (questions, candidates + 1)."""

    rows: Floats
    there: Bools
    nothing: Floats
    is_right: Bools
    left_out: Bools

    @classmethod
    def of(cls, questions: Sequence[ListedQuestion]) -> "_Block":
        # The questions of one graph come together: mixed once, each batch has many graphs.
        mixed = np.random.default_rng(_SEED).permutation(len(questions)).tolist()
        questions = [questions[place] for place in mixed]
        most = max(len(item.rows) for item in questions)
        size = questions[0].rows.shape[1]
        rows = np.zeros((len(questions), most, size), np.float32)
        there = np.zeros((len(questions), most), np.bool_)
        is_right, left_out = (np.zeros((len(questions), most + 1), np.bool_) for _ in range(2))
        for place, item in enumerate(questions):
            count = len(item.rows)
            rows[place, :count], there[place, :count] = item.rows, True
            is_right[place, :count], is_right[place, most] = item.is_right[:-1], item.is_right[-1]
            left_out[place, :count] = item.left_out
            left_out[place, count:most] = True
        return cls(rows, there, np.stack([item.nothing for item in questions]), is_right, left_out)


def _standard(values: Floats) -> tuple[Floats, Floats]:
    return values.mean(axis=0).astype(np.float32), (values.std(axis=0) + _LEAST_SCALE).astype(np.float32)


def _descended(block: _Block, nothing: Floats, *, epochs: int, rate: float, decay: float) -> Floats:
    """The weights after some epochs of Adam with a falling rate, over batches in a new order each time."""
    weight = np.zeros(block.rows.shape[2] + nothing.shape[1], np.float64)
    first, second = np.zeros_like(weight), np.zeros_like(weight)
    random = np.random.default_rng(_SEED)
    bounds = np.linspace(0, len(nothing), max(1, len(nothing) // _BATCH) + 1).astype(int)
    batches = [slice(start, end) for start, end in pairwise(bounds.tolist())]
    step = 0
    for epoch in range(epochs):
        falling = rate * (1 - epoch / epochs) + rate / 50
        for number in random.permutation(len(batches)).tolist():
            slope = _slope(block, nothing, weight, batches[number]) + decay * weight
            step += 1
            first = _FIRST_MOMENT * first + (1 - _FIRST_MOMENT) * slope
            second = _SECOND_MOMENT * second + (1 - _SECOND_MOMENT) * slope**2
            mean, spread = first / (1 - _FIRST_MOMENT**step), second / (1 - _SECOND_MOMENT**step)
            weight -= falling * mean / (np.sqrt(spread) + _TINY)
    return weight.astype(np.float32)


def _slope(block: _Block, nothing: Floats, weight: NDArray[np.float64], part: slice) -> NDArray[np.float64]:
    """The slope of the negative log of the right candidates' share, over some questions."""
    own, null = block.rows[part], nothing[part]
    size = own.shape[2]
    scores = np.concatenate([own @ weight[:size].astype(np.float32), (null @ weight[size:])[:, None]], axis=1)
    scores = np.where(block.left_out[part], _LOW, scores)
    wanted = _shares(np.where(block.is_right[part], scores, _LOW))
    errors = ((_shares(scores) - wanted) / len(null)).astype(np.float32)
    on_rows = np.tensordot(errors[:, :-1], own, axes=((0, 1), (0, 1)))
    found: NDArray[np.float64] = np.concatenate([on_rows, errors[:, -1] @ null]).astype(np.float64)
    return found


def _shares(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    found: NDArray[np.float64] = powers / powers.sum(axis=1, keepdims=True)
    return found
