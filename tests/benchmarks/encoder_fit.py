"""Fits what the encoder of questions adds to MiniLM: by it, words of a question are near the names that they mean.

The lines that it is fitted on are in `tests/phrases`: made-up schemas with questions as people ask them, and the
names of the schema that each question means. None of these schemas is a graph that anything is measured on.
"""

import json
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from pog_agent.asking.encoder import EncoderAdditions
from pog_agent.asking.tokens import tokens_of
from pog_agent.language.cues import cue_book
from pog_agent.ranking.bert_model import PRODUCTS, BertModel

PHRASES: Final = Path(__file__).parents[1] / "phrases"
RANK: Final = 16
QUESTIONS_AT_ONCE, SCHEMAS_AT_ONCE = 48, 2
_THING: Final = "it"
_NAMED = re.compile(r"\[[^\]]*\]")
_WARMING: Final = 20
_LOW: Final = -1e4


@dataclass(frozen=True)
class PhrasedSchema:
    """The names of one schema, what each is a name of, and questions in which particular things are "it".

    With each question stand the relations and classes that it means, numbered as in `owner`.
    """

    names: Sequence[str]
    owner: Sequence[int]
    questions: Sequence[tuple[str, frozenset[int]]]


def phrased_schemas(folder: Path = PHRASES) -> Iterator[PhrasedSchema]:
    """All schemas of the files in a folder; questions that mean none of the names are left out."""
    for file in sorted(folder.glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            told = json.loads(line)
            names = list(dict.fromkeys([*(relation[0] for relation in told["relations"]), *told["classes"]]))
            place = {name: number for number, name in enumerate(names)}
            meant = ((item["q"], frozenset(place[name] for name in item["means"])) for item in told["questions"])
            yield PhrasedSchema(names, range(len(names)), [(masked(text), own) for text, own in meant if own])


def masked(question: str) -> str:
    """The words of a question as they are read, with what stands in brackets as "it"."""
    cues = cue_book("en")
    assert cues is not None
    return " ".join(token.text for token in tokens_of(_NAMED.sub(_THING, question), cues))


def fitted_encoder(
    model: BertModel,
    schemas: Sequence[PhrasedSchema],
    start: EncoderAdditions | None = None,
    *,
    epochs: int = 5,
    rate: float = 1e-3,
    threads: int = 2,
) -> EncoderAdditions:
    """The additions by which the names that questions mean are likest to them, among all of their schema.

    They go on from those of `start`.
    """
    torch.set_num_threads(threads)
    torch.manual_seed(0)
    chance = random.Random(0)
    net = _Tuned(model)
    if start is not None:
        net.go_on_from(start)
    optimizer = torch.optim.AdamW(
        [
            {"params": [*net.down, *net.up], "lr": rate, "weight_decay": 0.01},
            {"params": [net.scale], "lr": 0.02, "weight_decay": 0.0},
        ]
    )
    rates = [group["lr"] for group in optimizer.param_groups]
    steps, step = epochs * (len(schemas) // SCHEMAS_AT_ONCE), 0
    for epoch in range(epochs):
        order = chance.sample(range(len(schemas)), len(schemas))
        told = []
        for first in range(0, len(order) - SCHEMAS_AT_ONCE + 1, SCHEMAS_AT_ONCE):
            for group, own in zip(optimizer.param_groups, rates, strict=True):
                group["lr"] = own * min(1, step / min(_WARMING, 1 + steps // 5)) * (1 - step / steps)
            optimizer.zero_grad()
            for place in order[first : first + SCHEMAS_AT_ONCE]:
                schema = schemas[place]
                some = chance.sample(schema.questions, min(QUESTIONS_AT_ONCE, len(schema.questions)))
                loss = net.loss(schema, some)
                (loss / SCHEMAS_AT_ONCE).backward()  # type: ignore[no-untyped-call]
                told.append(loss.item())
            torch.nn.utils.clip_grad_norm_([*net.down, *net.up], 1.0)
            optimizer.step()
            step += 1
        print(f"epoch {epoch}: loss {np.mean(told):.3f}", flush=True)
    return net.additions()


def adapted_encoder(
    model: BertModel, start: EncoderAdditions, sets: Sequence[PhrasedSchema], phrased: Sequence[PhrasedSchema]
) -> EncoderAdditions:
    """What goes on to learn from the questions of some sets, without forgetting the made-up schemas."""
    some = random.Random(0).sample(phrased, min(len(phrased), len(sets) * 2 // 3))
    return fitted_encoder(model, [*sets, *some], start, epochs=3, rate=5e-4)


class _Tuned(torch.nn.Module):
    """The layers of a model, which stay, with low-rank additions to their products of matrices, which learn."""

    def __init__(self, model: BertModel) -> None:
        super().__init__()
        self._model = model
        self._layers = [{name: torch.from_numpy(value) for name, value in layer.items()} for layer in model.layers]
        shapes = [layer[name].shape for layer in model.layers for name in PRODUCTS]
        self.down = torch.nn.ParameterList(torch.randn(RANK, inner) / inner**0.5 for _, inner in shapes)
        self.up = torch.nn.ParameterList(torch.zeros(outer, RANK) for outer, _ in shapes)
        self.scale = torch.nn.Parameter(torch.tensor([8.0, 8.0]))

    def go_on_from(self, start: EncoderAdditions) -> None:
        """Takes over what was learned."""
        with torch.no_grad():
            for own, given in zip([*self.down, *self.up], [*start.down, *start.up], strict=True):
                own.copy_(torch.from_numpy(given.astype(np.float32)))

    def loss(self, schema: PhrasedSchema, questions: Sequence[tuple[str, frozenset[int]]]) -> Tensor:
        """The mean negative log share of each name that is meant, against all that are not."""
        pooled, states, is_word = self._states([text for text, _ in questions])
        vectors, _, _ = self._states(schema.names)
        by_word = (states @ vectors.T).masked_fill(~is_word[..., None], -1).amax(1)
        owner = torch.tensor(schema.owner).expand(len(questions), -1)
        lowest = torch.full((len(questions), max(schema.owner) + 1), -1.0)
        whole, best = (lowest.scatter_reduce(1, owner, own, "amax") for own in (pooled @ vectors.T, by_word))
        scores = self.scale[0] * whole + self.scale[1] * best
        meant = torch.zeros_like(scores, dtype=torch.bool)
        for row, (_, own) in enumerate(questions):
            meant[row, list(own)] = True
        others = scores.masked_fill(meant, _LOW).logsumexp(1, keepdim=True)
        lost = torch.logaddexp(others, scores) - scores
        return ((lost * meant).sum(1) / meant.sum(1)).mean()

    def additions(self) -> EncoderAdditions:
        """What was learned, as arrays."""
        pooled, by_word = self.scale.tolist()
        arrays = [[value.detach().numpy().astype(np.float16) for value in side] for side in (self.down, self.up)]
        return EncoderAdditions(*map(tuple, arrays), pooled_share=pooled / (pooled + by_word))

    def _states(self, texts: Sequence[str]) -> tuple[Tensor, Tensor, Tensor]:
        """The vectors of texts, those of their tokens, and which of these are of words and not of bounds."""
        tokens = self._model.tokens(texts)
        longest = max(map(len, tokens))
        there = torch.tensor([[place < len(own) for place in range(longest)] for own in tokens])
        flat = torch.from_numpy(self._model.embedded(tokens))
        states = torch.zeros(*there.shape, flat.shape[1])
        states[there] = flat
        mask = torch.zeros(there.shape).masked_fill(~there, -torch.inf)[:, None, None]
        with torch.autocast("cpu", torch.bfloat16):
            for number in range(len(self._layers)):
                states = self._through(number, states, mask)
        states = states.float() * there[..., None]
        is_word = there.clone()
        is_word[:, 0] = False
        is_word[torch.arange(len(tokens)), torch.tensor([len(own) - 1 for own in tokens])] = False
        return functional.normalize(states.sum(1), dim=-1), functional.normalize(states, dim=-1), is_word

    def _through(self, number: int, states: Tensor, mask: Tensor) -> Tensor:
        size, length, width = states.shape
        mixed = self._product(number, "qkv", states).view(size, length, 3, self._model.heads, -1)
        query, key, value = mixed.permute(2, 0, 3, 1, 4)
        found = functional.scaled_dot_product_attention(query, key, value, mask.to(query.dtype))
        found = found.transpose(1, 2).reshape(size, length, width)
        states = self._normalized(number, "attended", states + self._product(number, "out", found))
        inner = functional.gelu(self._product(number, "up", states))
        return self._normalized(number, "normed", states + self._product(number, "down", inner))

    def _product(self, number: int, name: str, states: Tensor) -> Tensor:
        layer, place = self._layers[number], number * len(PRODUCTS) + PRODUCTS.index(name)
        dropped = functional.dropout(states, 0.1, self.training)
        added = functional.linear(functional.linear(dropped, self.down[place]), self.up[place])
        return functional.linear(states, layer[name], layer[f"{name}_bias"]) + added

    def _normalized(self, number: int, name: str, states: Tensor) -> Tensor:
        layer = self._layers[number]
        weight, bias = layer[f"{name}weight"], layer[f"{name}bias"]
        return functional.layer_norm(states.float(), weight.shape, weight, bias, float(self._model.epsilon))
