"""The learned weights of the ranker: linear, small enough to read, and kept as JSON in the package."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from pog_agent.asking.likeness import Floats

FILE = "weights.json"
_DIGITS = 5


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

    def of_rows(self, rows: Floats) -> NDArray[np.float64]:
        """The sums of rows that have the columns in this order."""
        weight = np.asarray(self.weight / self.scale, np.float64)
        found: NDArray[np.float64] = rows @ weight - float(self.mean @ weight)
        return found

    def written(self) -> dict[str, list[float]]:
        """The weights by name, each behind its mean and scale."""
        rows = zip(self.names, self.mean, self.scale, self.weight, strict=True)
        return {name: [round(float(value), _DIGITS) for value in values] for name, *values in rows}

    @classmethod
    def read(cls, written: Mapping[str, Sequence[float]]) -> Self:
        """The weights that `written` gave."""
        table = np.array(list(written.values()), np.float32).reshape(-1, 3)
        return cls(tuple(written), table[:, 0], table[:, 1], table[:, 2])


@dataclass(frozen=True)
class RankerWeights:
    """All that is fitted.

    `first` and `second` rank candidates without and with their results, each against `nothing`: that no candidate
    is what is asked for. `sure` tells how probable it is that the best answer is right.
    """

    first: LinearWeights
    first_nothing: LinearWeights
    second: LinearWeights
    second_nothing: LinearWeights
    sure: LinearWeights

    def written(self) -> dict[str, Any]:
        """All weights as values of JSON."""
        return {name: getattr(self, name).written() for name in self.__dataclass_fields__}

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> Self:
        """The weights that `written` gave."""
        return cls(**{name: LinearWeights.read(written[name]) for name in cls.__dataclass_fields__})


@cache
def packaged_weights() -> RankerWeights:
    """The weights of the package."""
    text = files("pog_agent.asking.ranking").joinpath(FILE).read_text(encoding="utf-8")
    return RankerWeights.read(json.loads(text))
