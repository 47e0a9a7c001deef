"""The layers of a BERT model in torch: on a GPU where one is free, else on the CPU, in 32 bits or partly in 16."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

import torch
from torch import Tensor
from torch.nn import functional

from pog_agent.ranking.bert_model import PRODUCTS, TOKENS_AT_ONCE, BertModel, Floats

ROWS: Final = 64
"""Matrices have a multiple of so many rows: oneDNN makes code for each number of rows, which takes 11 ms."""
TOKENS_ON_GPU: Final = 16_384
"""Texts of so many tokens go through the layers of a GPU together: fewer leave most of it idle."""
FREE_ON_GPU: Final = 2 << 30
"""So many bytes have to be free on a GPU: a language model that is served from it may have taken nearly all."""


class TorchLayers:
    """The `Layers` of a model; in 16 bits (bfloat16) only products of matrices and attention are rounded.

    In 16 bits they take one thread: those who ask are many and their texts few, and threads that wait for each
    other took 15 times the CPU time on a busy machine. In 32 bits, for many texts, they take as many as torch has.
    On a GPU all is in 32 bits.
    """

    def __init__(self, model: BertModel, *, in_16_bits: bool) -> None:
        self._device = device()
        in_16_bits = in_16_bits and self._device == "cpu"
        self.tokens_at_once = TOKENS_AT_ONCE if self._device == "cpu" else TOKENS_ON_GPU
        self._type = torch.bfloat16 if in_16_bits else torch.float32
        self._most_threads = 1 if in_16_bits else None
        self._heads, self._epsilon = model.heads, float(model.epsilon)
        # Weights in 32 bits stay where they are on a CPU: the model and these layers share them.
        self._layers = [
            {name: torch.from_numpy(value).to(self._device) for name, value in layer.items()}
            for layer in model.layers
        ]
        for layer in self._layers:
            for name in PRODUCTS:
                layer[name] = layer[name].to(self._type)
                layer[f"{name}_bias"] = layer[f"{name}_bias"].to(self._type)

    def __call__(self, states: Floats, counts: Sequence[tuple[int, int]]) -> Floats:
        """The states after all layers, shape (tokens, dimensions)."""
        with torch.inference_mode(), _threads(self._most_threads):
            return self._through(states, counts)

    def _through(self, states: Floats, counts: Sequence[tuple[int, int]]) -> Floats:
        spare = -len(states) % ROWS
        now = functional.pad(torch.from_numpy(states).to(self._device), (0, 0, 0, spare))
        for layer in self._layers:
            mixed = functional.pad(self._attended(self._dense(now, layer, "qkv"), counts), (0, 0, 0, spare))
            now = self._normalized(now + self._dense(mixed, layer, "out"), layer, "attended")
            inner = functional.gelu(self._dense(now, layer, "up"))
            now = self._normalized(now + self._dense(inner, layer, "down"), layer, "normed")
        after: Floats = now[: len(states)].cpu().numpy()
        return after

    def _dense(self, states: Tensor, layer: dict[str, Tensor], name: str) -> Tensor:
        return functional.linear(states.to(self._type), layer[name], layer[f"{name}_bias"])

    def _normalized(self, states: Tensor, layer: dict[str, Tensor], name: str) -> Tensor:
        weight, bias = layer[f"{name}weight"], layer[f"{name}bias"]
        return functional.layer_norm(states, weight.shape, weight, bias, self._epsilon)

    def _attended(self, mixed: Tensor, counts: Sequence[tuple[int, int]]) -> Tensor:
        """Self-attention within each text. `mixed` has queries, keys and values side by side, one row a token."""
        parts, start = [], 0
        for length, texts in counts:
            block = mixed[start : start + length * texts].view(texts, length, 3, self._heads, -1)
            query, key, value = block.permute(2, 0, 3, 1, 4)
            found = functional.scaled_dot_product_attention(query, key, value)
            parts.append(found.transpose(1, 2).reshape(length * texts, -1))
            start += length * texts
        return torch.cat(parts)


def device() -> str:
    """The GPU that torch takes if none is named, where it has room; else the CPU."""
    if torch.cuda.is_available() and torch.cuda.mem_get_info()[0] >= FREE_ON_GPU:
        return "cuda"
    return "cpu"


@contextmanager
def _threads(number: int | None) -> Iterator[None]:
    """Inside the block torch computes with so many threads in this thread; None: as many as before."""
    before = torch.get_num_threads()
    torch.set_num_threads(number or before)
    try:
        yield
    finally:
        torch.set_num_threads(before)
