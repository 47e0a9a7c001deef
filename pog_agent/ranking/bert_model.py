"""A BERT model such as MiniLM, computed by numpy: its weights, and a few products of matrices.

sentence-transformers takes 5 s of one core before its first vector. This module takes 0.3 s, and its vectors have
a cosine of more than 0.9999 with those.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from itertools import accumulate, groupby
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Layers = Callable[[Floats, Sequence[tuple[int, int]]], Floats]
"""Takes the states of all tokens through the layers of a model, shape (tokens, dimensions).

Texts of one length stand together: there are pairs of a length and of how many texts have it. So the tokens are
one matrix, which one more text fills up. Only attention needs the texts apart, and there those of one length are
one array.
"""

TOKENS_AT_ONCE: Final = 512
"""Texts of so many tokens go through the layers together: their activations stay in the cache of a core."""
ROWS_AT_ONCE: Final = 16
"""Tokens are filled up to a multiple of so many: BLAS computes the rows over it in another way, of which the last
bit may differ, and a text would have another vector in another batch."""
GELU_AT_ONCE: Final = 32_768
"""So many values, whose intermediate results stay in the cache too, get their activation together."""


class BertModel:
    """A BERT encoder whose sentence vector is the mean of its tokens' vectors, of length one."""

    def __init__(self, folder: Path) -> None:
        """Reads tokenizer and weights. Raises `OSError` or `ValueError` where they are missing or broken."""
        from safetensors.numpy import load_file  # noqa: PLC0415 (only where texts are embedded)
        from tokenizers import Tokenizer  # noqa: PLC0415

        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        self.heads: int = config["num_attention_heads"]
        self.epsilon = np.float32(config.get("layer_norm_eps", 1e-12))
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(_longest(folder, config["max_position_embeddings"]))
        weights = load_file(folder / "model.safetensors")
        self._weights: dict[str, Floats] = {
            name: value.astype(np.float32, copy=False)
            for name, value in weights.items()
            if value.dtype.kind == "f"
        }
        self.layers = [self._layer(number) for number in range(config["num_hidden_layers"])]

    def tokens(self, texts: Sequence[str]) -> list[list[int]]:
        """The numbers of the tokens of each text."""
        return [encoding.ids for encoding in self._tokenizer.encode_batch([text.strip() for text in texts])]

    def placed_tokens(self, text: str) -> tuple[list[int], list[int]]:
        """The numbers of the tokens of one text, and where each begins in it; what bounds the text begins at 0."""
        encoding = self._tokenizer.encode(text)
        return encoding.ids, [start for start, _ in encoding.offsets]

    def with_layers(self, layers: Sequence[dict[str, Floats]]) -> "BertModel":
        """A model with other weights in its layers, which shares all else with this one."""
        other = copy(self)
        other.layers = list(layers)
        return other

    def states(self, tokens: Sequence[int]) -> Floats:
        """The states of the tokens of one text after all layers, shape (tokens, dimensions)."""
        spare = -len(tokens) % ROWS_AT_ONCE
        batch, counts = [tokens], [(len(tokens), 1)]
        if spare:
            batch, counts = [*batch, [0] * spare], [*counts, (spare, 1)]
        return self.through_layers(self.embedded(batch), counts)[: len(tokens)]

    def vectors(self, tokens: Sequence[Sequence[int]], layers: Layers, tokens_at_once: int) -> Floats:
        """One unit vector per row of tokens, shape (rows, dimensions), float32. `layers` compute this model's."""
        vectors = np.empty((len(tokens), self._weights["embeddings.word_embeddings.weight"].shape[1]), np.float32)
        for rows in _batches([len(ids) for ids in tokens], tokens_at_once):
            batch = [tokens[row] for row in rows]
            spare = -sum(map(len, batch)) % ROWS_AT_ONCE
            batch += [[0] * spare] if spare else []
            counts = [(length, len(list(same))) for length, same in groupby(map(len, batch))]
            starts = [0, *accumulate(map(len, batch))][:-1]
            # The sum of a text's states points where their mean does.
            vectors[rows] = np.add.reduceat(layers(self.embedded(batch), counts), starts, axis=0)[: len(rows)]
        vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
        return vectors

    def through_layers(self, states: Floats, counts: Sequence[tuple[int, int]]) -> Floats:
        """The `Layers` in numpy.

        Inside they work on columns of tokens: with the weights on the left, BLAS takes two thirds of the time for
        the few tokens of a short text.
        """
        columns = np.ascontiguousarray(states.T)
        for layer in self.layers:
            mixed = _attended(_dense(columns, layer, "qkv"), counts, self.heads)
            self._normalize(columns, _dense(mixed, layer, "out"), layer, "attended")
            inner = _dense(columns, layer, "up")
            _gelu(inner)
            self._normalize(columns, _dense(inner, layer, "down"), layer, "normed")
        return columns.T

    def embedded(self, tokens: Sequence[Sequence[int]]) -> Floats:
        """The embeddings of all tokens by word, position and kind, shape (tokens, dimensions)."""
        named = {name: self._weights[f"embeddings.{name}_embeddings.weight"] for name in _EMBEDDINGS}
        words = named["word"][np.concatenate(tokens)]
        places = named["position"][np.concatenate([np.arange(len(ids)) for ids in tokens])]
        norm = {name: self._weights[f"embeddings.LayerNorm.{name}"] for name in ("weight", "bias")}
        self._normalize(words.T, (places + named["token_type"][0]).T, norm, "")
        return words

    def _normalize(self, states: Floats, added: Floats, weights: dict[str, Floats], name: str) -> None:
        """Adds to the columns in their place, and brings each to the mean 0 and variance 1 before its weights."""
        states += added
        states -= states.mean(axis=0)
        variance = np.einsum("ij,ij->j", states, states) / np.float32(len(states))
        states /= np.sqrt(variance + self.epsilon)
        states *= weights[f"{name}weight"][:, None]
        states += weights[f"{name}bias"][:, None]

    def _layer(self, number: int) -> dict[str, Floats]:
        """The weights of a layer; those of queries, keys and values are one matrix."""
        at = f"encoder.layer.{number}."
        read = [self._weights[f"{at}attention.self.{part}.weight"] for part in ("query", "key", "value")]
        bias = [self._weights[f"{at}attention.self.{part}.bias"] for part in ("query", "key", "value")]
        layer = {"qkv": np.concatenate(read), "qkv_bias": np.concatenate(bias)}
        for name, place in _DENSE.items():
            layer[name] = self._weights[f"{at}{place}.weight"]
            layer[f"{name}_bias"] = self._weights[f"{at}{place}.bias"]
        for name, place in _NORMS.items():
            for part in ("weight", "bias"):
                layer[name + part] = self._weights[f"{at}{place}.LayerNorm.{part}"]
        return layer


PRODUCTS: Final = ("qkv", "out", "up", "down")
"""The products of matrices of a layer: those of queries, keys and values are one."""
_EMBEDDINGS: Final = ("word", "position", "token_type")
_DENSE: Final = {"out": "attention.output.dense", "up": "intermediate.dense", "down": "output.dense"}
_ERF: Final = (1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592)
_NORMS: Final = {"attended": "attention.output", "normed": "output"}


def _attended(mixed: Floats, counts: Sequence[tuple[int, int]], heads: int) -> Floats:
    """Self-attention within each text. `mixed` has queries, keys and values one below the other by tokens."""
    parts, start = [], 0
    for length, texts in counts:
        block = mixed[:, start : start + length * texts].reshape(3, heads, -1, texts, length)
        query, key, value = block.transpose(0, 3, 1, 4, 2)
        scores = query @ key.swapaxes(-1, -2) / np.float32(np.sqrt(query.shape[-1]))
        shares = np.exp(scores - scores.max(axis=-1, keepdims=True))
        shares /= shares.sum(axis=-1, keepdims=True)
        parts.append((shares @ value).transpose(1, 3, 0, 2).reshape(-1, length * texts))
        start += length * texts
    return np.concatenate(parts, axis=1)


def _dense(states: Floats, layer: dict[str, Floats], name: str) -> Floats:
    """A dense layer: the product with its weights, and its bias."""
    product: Floats = layer[name] @ states
    product += layer[f"{name}_bias"][:, None]
    return product


def _gelu(values: Floats) -> None:
    """Puts in place of x its product with the share of a normal distribution below x.

    The error function is by Abramowitz and Stegun, 7.1.26. Their approximation errs by 1.5e-7 at most, as much as
    32 bits do, and spares the import of scipy.special.
    """
    # x times the share is max(x, 0) less |x| times half of erfc(|x| / sqrt 2), on both sides of zero.
    flat = values.reshape(-1)
    for start in range(0, len(flat), GELU_AT_ONCE):
        part = flat[start : start + GELU_AT_ONCE]
        size = np.abs(part)
        inverse: Floats = size * np.float32(0.3275911 * np.sqrt(0.5))
        inverse += 1
        np.reciprocal(inverse, out=inverse)
        series = inverse * np.float32(_ERF[0])
        for factor in _ERF[1:]:
            series += np.float32(factor)
            series *= inverse
        series *= size
        size *= size
        size *= np.float32(-0.5)
        series *= np.exp(size, out=size)
        series *= np.float32(0.5)
        np.maximum(part, 0, out=part)
        part -= series


def _batches(lengths: Sequence[int], tokens_at_once: int) -> Iterator[list[int]]:
    """The numbers of all rows, the shortest first, in parts of about so many tokens."""
    batch: list[int] = []
    size = 0
    for row in sorted(range(len(lengths)), key=lengths.__getitem__):
        batch.append(row)
        size += lengths[row]
        if size >= tokens_at_once:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _longest(folder: Path, positions: int) -> int:
    """How many tokens of a text are read."""
    file = folder / "sentence_bert_config.json"
    settings: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return min(int(settings.get("max_seq_length") or positions), positions)
