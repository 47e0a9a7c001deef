"""A learned adapter of vectors: it brings words of questions near the names that they stand for.

An encoder of sentences tells what texts are alike. That "looks after" asks for a manager it does not tell. The
adapter is fitted on questions over many graphs with the relations and classes that answer them, and adds a few
dimensions of its own to the vectors of both sides.
"""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from pog_agent.ranking.encoder import Encoder, Vectors

FILE: Final = "adapter.npz"
PROBE: Final = "place of birth, 1990"
_SAME_VECTOR: Final = 0.999
_TINY: Final = 1e-9


@dataclass(frozen=True)
class VectorAdapter:
    """Two low-rank additions to unit vectors of one encoder, shapes (dimensions, rank) and (rank, dimensions).

    `probe` is the vector that this encoder has for a fixed text, by which it is known wherever its files lie.
    `best` and `masked` say how much the likest words of a question count beside the question as a whole.
    """

    probe: Vectors
    question_down: Vectors
    question_up: Vectors
    name_down: Vectors
    name_up: Vectors
    best: float
    masked: float

    def of_questions(self, vectors: Vectors) -> Vectors:
        """The vectors of words of questions, adapted."""
        return _moved(vectors, self.question_down, self.question_up)

    def of_names(self, vectors: Vectors) -> Vectors:
        """The vectors of names of relations and classes, adapted."""
        return _moved(vectors, self.name_down, self.name_up)

    def likeness(self, best: Vectors, masked: Vectors) -> Vectors:
        """One likeness of that to the likest words and that to the whole question, at most 1."""
        share = np.float32(self.best / (self.best + self.masked))
        return share * best + (1 - share) * masked

    def written(self) -> dict[str, NDArray[np.generic]]:
        """All fields as arrays by name."""
        return {name: np.array(value, np.float16) for name, value in vars(self).items()}

    @classmethod
    def read(cls, written: dict[str, NDArray[np.generic]]) -> Self:
        """The adapter that `written` gave."""
        own = {name: value.astype(np.float32) for name, value in written.items()}
        return cls(
            probe=own["probe"],
            question_down=own["question_down"],
            question_up=own["question_up"],
            name_down=own["name_down"],
            name_up=own["name_up"],
            best=float(own["best"]),
            masked=float(own["masked"]),
        )

    @classmethod
    def none(cls, dimensions: int) -> Self:
        """One that leaves all vectors as they are."""
        down, up = np.zeros((dimensions, 1), np.float32), np.zeros((1, dimensions), np.float32)
        return cls(np.zeros(dimensions, np.float32), down, up, down, up, 2.0, 1.0)


def _moved(vectors: Vectors, down: Vectors, up: Vectors) -> Vectors:
    """The vectors with what is added to them, of length 1 again."""
    moved = vectors + vectors @ down @ up
    found: Vectors = (moved / (np.linalg.norm(moved, axis=-1, keepdims=True) + _TINY)).astype(np.float32)
    return found


@cache
def packaged_adapter() -> VectorAdapter:
    """The adapter of the package."""
    with files("pog_agent.asking").joinpath(FILE).open("rb") as file, np.load(file) as written:
        return VectorAdapter.read(dict(written))


def adapter_for(encoder: Encoder) -> VectorAdapter:
    """The adapter of the package for the encoder that it was fitted for; for any other one none."""
    packaged, vector = packaged_adapter(), encoder.encode([PROBE])[0]
    is_same = vector.shape == packaged.probe.shape and float(vector @ packaged.probe) > _SAME_VECTOR
    return packaged if is_same else VectorAdapter.none(len(vector))
