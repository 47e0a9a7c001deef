"""An encoder of questions: MiniLM with learned additions, by which words come near the names that they stand for.

An encoder of sentences tells what texts are alike. That "looks after" asks for a manager it does not tell. The
additions are fitted on questions as people ask them, over made-up schemas, with the names that they mean. What a
word means in its question is the state of its tokens after all layers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from itertools import accumulate
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from pog_agent.ranking.bert_model import PRODUCTS, TOKENS_AT_ONCE, BertModel, Floats
from pog_agent.terms import HALF_CHARACTER

FILE: Final = "encoder.npz"
_TINY: Final = 1e-9


@dataclass(frozen=True)
class EncoderAdditions:
    """Low-rank additions to the products of matrices of all layers, in order: shapes (rank, inner), (outer, rank).

    `pooled_share` says how much the question as a whole counts beside the likest of its words.
    """

    down: tuple[NDArray[np.float16], ...]
    up: tuple[NDArray[np.float16], ...]
    pooled_share: float

    def added_to(self, layers: Sequence[Mapping[str, Floats]]) -> list[dict[str, Floats]]:
        """The layers with what is added to their weights."""
        found, pairs = [], iter(zip(self.down, self.up, strict=True))
        for layer in layers:
            own = dict(layer)
            for name in PRODUCTS:
                down, up = next(pairs)
                own[name] = own[name] + up.astype(np.float32) @ down.astype(np.float32)
            found.append(own)
        return found

    def written(self) -> dict[str, NDArray[np.generic]]:
        """All fields as arrays by name."""
        down = {f"down{number}": value for number, value in enumerate(self.down)}
        up = {f"up{number}": value for number, value in enumerate(self.up)}
        return {**down, **up, "pooled_share": np.array(self.pooled_share, np.float32)}

    @classmethod
    def read(cls, written: Mapping[str, NDArray[np.generic]]) -> Self:
        """The additions that `written` gave."""
        count = (len(written) - 1) // 2
        down, up = (
            tuple(written[f"{side}{number}"].astype(np.float16) for number in range(count))
            for side in ("down", "up")
        )
        return cls(down, up, float(written["pooled_share"]))


@dataclass(frozen=True)
class QuestionVectors:
    """The vector of a question as a whole, shape (dimensions,), and those of its tokens with the word of each."""

    whole: Floats
    tokens: Floats
    word_of: NDArray[np.int64]


class QuestionEncoder:
    """Gives the names of a schema, and the words of a question, vectors whose product says what means what."""

    def __init__(self, model: BertModel, additions: EncoderAdditions) -> None:
        self._plain, self._additions = model, additions

    @property
    def pooled_share(self) -> float:
        """How much the question as a whole counts beside the likest of its words."""
        return self._additions.pooled_share

    @cached_property
    def _model(self) -> BertModel:
        return self._plain.with_layers(self._additions.added_to(self._plain.layers))

    def names(self, texts: Sequence[str]) -> Floats:
        """One unit vector a name, shape (names, dimensions)."""
        model = self._model
        tokens = model.tokens([HALF_CHARACTER.sub("\ufffd", text) for text in texts])
        return model.vectors(tokens, model.through_layers, TOKENS_AT_ONCE)

    def question(self, words: Sequence[str]) -> QuestionVectors:
        """The unit vectors of a question and of its tokens, of which those that bound the text are left out."""
        text = " ".join(words)
        tokens, starts = self._model.placed_tokens(text)
        states = self._model.states(tokens)
        bounds = np.array([*accumulate(len(word) + 1 for word in words)])
        inner = states[1:-1]
        word_of = np.searchsorted(bounds, np.array(starts[1:-1]), side="right")
        return QuestionVectors(_unit(states.sum(axis=0)), _unit(inner), word_of)


def _unit(vectors: Floats) -> Floats:
    unit: Floats = vectors / (np.linalg.norm(vectors, axis=-1, keepdims=True) + np.float32(_TINY))
    return unit


@lru_cache(maxsize=1)
def question_encoder(model: BertModel) -> QuestionEncoder:
    """The encoder of questions over the published MiniLM, with the additions of the package."""
    return QuestionEncoder(model, packaged_additions())


def packaged_additions() -> EncoderAdditions:
    """The additions of the package."""
    with files("pog_agent.asking").joinpath(FILE).open("rb") as file, np.load(file) as written:
        return EncoderAdditions.read(dict(written))
