"""Fits the ranker of queries, and how sure it is of its best answer."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from pog_agent.asking.likeness import Floats
from pog_agent.asking.ranking.weights import LinearWeights, NetworkWeights, with_distances

UNITS, NETWORKS = 32, 2
_LEAST_SCALE: Final = 1e-3
_LOW: Final = -1e4

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


def fitted_linear(
    questions: Sequence[ListedQuestion], names: Sequence[str], nothing: Sequence[str], *, epochs: int = 15
) -> tuple[LinearWeights, LinearWeights]:
    """The weights of candidates and of nothing that make right answers most probable; the same on every run."""
    lists = _Lists(questions, np.stack([item.nothing for item in questions]), [item.rows for item in questions])
    net = _fit(lists, epochs=epochs, rate=0.05, decay=1e-4)
    return LinearWeights(tuple(names), lists.mean, lists.scale, _array(net.linear)), net.null(lists, nothing)


def fitted_network(
    questions: Sequence[ListedQuestion], names: Sequence[str], nothing: Sequence[str], *, epochs: int = 20
) -> tuple[NetworkWeights, LinearWeights]:
    """The same by networks of one hidden layer, whose mean is one network with the units of all."""
    rows = [with_distances(item.rows) for item in questions]
    lists = _Lists(questions, np.stack([item.nothing for item in questions]), rows)
    nets = [_fit(lists, epochs=epochs, rate=0.01, decay=0.1, units=UNITS, seed=seed) for seed in range(NETWORKS)]
    nulls = [net.null(lists, nothing) for net in nets]
    mean = np.mean([null.weight for null in nulls], axis=0)
    weights = NetworkWeights(
        tuple(names),
        lists.mean,
        lists.scale,
        np.mean([_array(net.linear) for net in nets], axis=0),
        np.concatenate([_array(net.hidden) for net in nets], axis=1),
        np.concatenate([_array(net.bias) for net in nets]),
        np.concatenate([_array(net.out) for net in nets]) / len(nets),
    )
    return weights, LinearWeights(nulls[0].names, nulls[0].mean, nulls[0].scale, mean)


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


class _Lists:
    """All questions, padded; the rows of shape (questions, candidates, inputs), in the scale of the inputs."""

    def __init__(self, questions: Sequence[ListedQuestion], nothing: Floats, rows: Sequence[Floats]) -> None:
        size, most = len(questions), max(map(len, rows))
        self.rows = torch.zeros(size, most, rows[0].shape[1])
        self.there, self.left_out = torch.zeros(size, most, dtype=torch.bool), torch.zeros(size, most + 1)
        self.right = torch.zeros(size, most + 1, dtype=torch.bool)
        self.left_out[:, :most] = 1
        for place, (item, own) in enumerate(zip(questions, rows, strict=True)):
            count = len(own)
            self.rows[place, :count], self.there[place, :count] = torch.from_numpy(own), True
            self.right[place, :count] = torch.from_numpy(item.is_right[:-1])
            self.right[place, most] = bool(item.is_right[-1])
            self.left_out[place, :count] = torch.from_numpy(item.left_out.astype(np.float32))
        self.mean, self.scale = _standard(self.rows[self.there].numpy())
        self.rows.sub_(torch.from_numpy(self.mean)).div_(torch.from_numpy(self.scale))
        self.rows.mul_(self.there[..., None])
        self.null_mean, self.null_scale = _standard(nothing)
        self.nothing = torch.from_numpy((nothing - self.null_mean) / self.null_scale)


class _Network(torch.nn.Module):
    def __init__(self, inputs: int, nulls: int, units: int) -> None:
        super().__init__()
        self.linear = torch.nn.Parameter(torch.zeros(inputs))
        self.nothing, self.constant = torch.nn.Parameter(torch.zeros(nulls)), torch.nn.Parameter(torch.zeros(1))
        self.hidden = torch.nn.Parameter(torch.randn(inputs, units) / inputs**0.5)
        self.bias, self.out = (torch.nn.Parameter(torch.zeros(units)) for _ in range(2))

    def forward(self, rows: Tensor, nothing: Tensor) -> Tensor:
        scores = rows @ self.linear
        if len(self.out):
            units = functional.dropout(torch.relu(rows @ self.hidden + self.bias), 0.2, self.training)
            scores = scores + units @ self.out
        return torch.cat([scores, (nothing @ self.nothing + self.constant)[:, None]], 1)

    def null(self, lists: _Lists, names: Sequence[str]) -> LinearWeights:
        """The weights of nothing; its constant is that of the column `one`."""
        mean, scale, weight = lists.null_mean.copy(), lists.null_scale.copy(), _array(self.nothing)
        one = list(names).index("one")
        mean[one], scale[one], weight[one] = 0.0, 1.0, self.constant.item()
        return LinearWeights(tuple(names), mean, scale, weight)


def _fit(
    lists: _Lists, *, epochs: int, rate: float, decay: float, units: int = 0, seed: int = 0, batch: int = 160
) -> _Network:
    torch.manual_seed(seed)
    net = _Network(lists.rows.shape[2], lists.nothing.shape[1], units)
    if units:
        torch.nn.init.normal_(net.out, std=0.01)
    optimizer = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=decay)
    for epoch in range(epochs):
        optimizer.param_groups[0]["lr"] = rate * (1 - epoch / epochs) + rate / 50
        for places in torch.randperm(len(lists.rows)).split(batch):
            scores = net(lists.rows[places], lists.nothing[places]) + _LOW * lists.left_out[places]
            right = scores.masked_fill(~lists.right[places], _LOW)
            optimizer.zero_grad()
            (scores.logsumexp(1) - right.logsumexp(1)).mean().backward()
            optimizer.step()
    return net.eval()


def _array(values: Tensor) -> Floats:
    found: Floats = values.detach().numpy().copy()
    return found


def _standard(values: Floats) -> tuple[Floats, Floats]:
    return values.mean(axis=0).astype(np.float32), (values.std(axis=0) + _LEAST_SCALE).astype(np.float32)
