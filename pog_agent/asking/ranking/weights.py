"""The learned weights of the ranker: linear sums and a small network, kept as arrays in the package."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from pog_agent.asking.likeness import Floats

FILE: Final = "weights.npz"

Arrays = Mapping[str, NDArray[np.generic]]


@dataclass(frozen=True)
class LinearWeights:
    """A sum of weighted features, each with its mean taken off and in its own scale."""

    names: tuple[str, ...]
    mean: Floats
    scale: Floats
    weight: Floats

    def of(self, columns: Mapping[str, Floats | float]) -> NDArray[np.float64]:
        """The sums of some named columns. A column that is unknown counts as its mean."""
        total: NDArray[np.float64] = np.zeros(())
        for name, mean, scale, weight in zip(self.names, self.mean, self.scale, self.weight, strict=True):
            if name in columns:
                total = total + (np.asarray(columns[name], np.float64) - mean) / scale * weight
        return total


@dataclass(frozen=True)
class NetworkWeights:
    """A network of one hidden layer over the candidates of one question, beside a linear sum of its inputs.

    The inputs are the features, and how far each lies below the greatest of the question's candidates: shapes
    (inputs,), `hidden` (inputs, units), `bias` and `out` (units,).
    """

    names: tuple[str, ...]
    mean: Floats
    scale: Floats
    weight: Floats
    hidden: Floats
    bias: Floats
    out: Floats

    def of(self, columns: Mapping[str, Floats]) -> NDArray[np.float64]:
        """The scores of the candidates of one question by their named columns."""
        rows = np.stack([np.asarray(columns[name], np.float32) for name in self.names], axis=1)
        inputs = (with_distances(rows) - self.mean) / self.scale
        units = np.maximum(inputs @ self.hidden + self.bias, 0)
        found: NDArray[np.float64] = (inputs @ self.weight + units @ self.out).astype(np.float64)
        return found


def with_distances(rows: Floats) -> Floats:
    """Rows of features with how far each lies below the greatest of its column."""
    return np.concatenate([rows, rows - rows.max(axis=0, keepdims=True)], axis=1)


@dataclass(frozen=True)
class RankerWeights:
    """All that is fitted.

    `first` and `second` rank candidates without and with their results, each against `nothing`: that no candidate
    is what is asked for. `sure` tells how probable it is that the best answer is right.
    """

    first: LinearWeights
    first_nothing: LinearWeights
    second: NetworkWeights
    second_nothing: LinearWeights
    sure: LinearWeights

    def written(self) -> Arrays:
        """All weights as named arrays."""
        return {
            f"{part.name}.{field.name}": np.array(getattr(getattr(self, part.name), field.name))
            for part in fields(self)
            for field in fields(getattr(self, part.name))
        }

    @classmethod
    def read(cls, written: Arrays) -> Self:
        """The weights that `written` gave."""
        return cls(
            first=_linear(written, "first"),
            first_nothing=_linear(written, "first_nothing"),
            second=NetworkWeights(
                **_arrays(written, "second", ("hidden", "bias", "out")), names=_names(written, "second")
            ),
            second_nothing=_linear(written, "second_nothing"),
            sure=_linear(written, "sure"),
        )


def _linear(written: Arrays, part: str) -> LinearWeights:
    return LinearWeights(names=_names(written, part), **_arrays(written, part))


def _names(written: Arrays, part: str) -> tuple[str, ...]:
    return tuple(map(str, written[f"{part}.names"]))


def _arrays(written: Arrays, part: str, more: Sequence[str] = ()) -> dict[str, Floats]:
    return {name: written[f"{part}.{name}"].astype(np.float32) for name in ("mean", "scale", "weight", *more)}


@cache
def packaged_weights() -> RankerWeights:
    """The weights of the package."""
    with files("pog_agent.asking.ranking").joinpath(FILE).open("rb") as file, np.load(file) as written:
        return RankerWeights.read(dict(written))
