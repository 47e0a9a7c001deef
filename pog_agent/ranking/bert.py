"""MiniLM and other small BERT models as encoders, in numpy or torch, whichever takes less time.

Other models need sentence-transformers.
"""

import importlib.util
import json
import sys
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Final

from safetensors import SafetensorError

from pog_agent.errors import SettingError
from pog_agent.ranking.bert_model import TOKENS_AT_ONCE, BertModel, Floats, Layers
from pog_agent.ranking.processor import multiplies_16_bits
from pog_agent.ranking.published_model import check_published
from pog_agent.ranking.sbert import model_digest

ARCHITECTURE: Final = {
    "model_type": "bert",
    "hidden_act": "gelu",
    "position_embedding_type": "absolute",
    "is_decoder": False,
}
"""What the configuration of a model may say; what it leaves out is so by default."""
MODULES: Final = ("Transformer", "Pooling", "Normalize")

TORCH_PAYS: Final = 20_000
"""From so many tokens on torch is imported: until then it would have spared as long as its import takes. So no
process takes more than twice the time of the better choice."""
SPARED_BY_ROUNDING: Final = 3
"""A token in 16 bits counts as so many: it spares so many times the time that one in 32 bits does."""


class BertEncoder:
    """A sentence-embedding model such as MiniLM, read at the first use (0.3 s).

    Its vectors are the same on every machine but for the last of 32 bits. With `published` the folder has to hold
    the published MiniLM, which is checked before it is read. With `rounds` there are `rounded` vectors, too.
    """

    def __init__(
        self,
        folder: str,
        tokens_at_once: int = TOKENS_AT_ONCE,
        *,
        published: bool = False,
        rounds: bool = False,
    ) -> None:
        self._folder = Path(folder)
        self._published = published
        self._tokens_at_once = tokens_at_once
        self._rounds = rounds and _has_torch() and multiplies_16_bits()
        self._weight = 0
        self._lock = Lock()

    @property
    def name(self) -> str:
        """The last part of the model's path."""
        return self._folder.name

    @property
    def fingerprint(self) -> str:
        """The name with a digest of the model's files, the same as that of sentence-transformers in 32 bits."""
        return f"{self.name} {model_digest(self._folder)}"

    @property
    def rounded(self) -> "RoundedBertEncoder | None":
        """The model in 16 bits, where the CPU multiplies those; None where that spares no time."""
        return RoundedBertEncoder(self) if self._rounds else None

    def encode(self, texts: Sequence[str]) -> Floats:
        """Normalised sentence embeddings. Raises `SettingError` for a model that cannot be read or is another."""
        return self.computed(texts, in_16_bits=False)

    def computed(self, texts: Sequence[str], *, in_16_bits: bool) -> Floats:
        """The same; `in_16_bits` allows 16 bits and does not promise them."""
        with self._lock:
            model = self._model
        tokens = model.tokens(texts)
        layers = self._layers(sum(map(len, tokens)), in_16_bits=in_16_bits)
        return model.vectors(tokens, layers, self._tokens_at_once)

    def _layers(self, tokens: int, *, in_16_bits: bool) -> Layers:
        """Those of numpy until torch is imported, by somebody else or for having many tokens to embed."""
        with self._lock:
            self._weight += tokens * (SPARED_BY_ROUNDING if in_16_bits else 1)
            is_imported = sys.modules.get("torch") is not None
            if not is_imported and (self._weight < TORCH_PAYS or not _has_torch()):
                return self._model.through_layers
            return self._torch_in_16_bits if in_16_bits else self._torch

    @cached_property
    def _model(self) -> BertModel:
        if self._published:
            check_published(self._folder)
        try:
            return BertModel(self._folder)
        except (OSError, ValueError, KeyError, SafetensorError) as error:
            raise SettingError(
                f"encoder {str(self._folder)!r} cannot be read ({error}); install it anew, or use 'lexical'"
            ) from error

    @cached_property
    def _torch(self) -> Layers:
        from pog_agent.ranking.bert_torch import TorchLayers  # noqa: PLC0415 (imports torch: more than a second)

        return TorchLayers(self._model, in_16_bits=False)

    @cached_property
    def _torch_in_16_bits(self) -> Layers:
        from pog_agent.ranking.bert_torch import TorchLayers  # noqa: PLC0415 (imports torch: more than a second)

        return TorchLayers(self._model, in_16_bits=True)


class RoundedBertEncoder:
    """A model in 16 bits, a third of the time that it takes in 32.

    Products of vectors are off by 0.0006 in the mean and 0.003 at most, and by less with what is in one batch.
    """

    def __init__(self, model: BertEncoder) -> None:
        self._model = model

    @property
    def name(self) -> str:
        """The model's name."""
        return self._model.name

    def encode(self, texts: Sequence[str]) -> Floats:
        """Normalised sentence embeddings, in 16 or in 32 bits."""
        return self._model.computed(texts, in_16_bits=True)


def _has_torch() -> bool:
    return importlib.util.find_spec("torch") is not None


def can_read(folder: Path) -> bool:
    """Whether the model in a folder is one that `BertModel` computes: BERT with the mean of its tokens."""
    try:
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        modules = json.loads((folder / "modules.json").read_text(encoding="utf-8"))
        pooling = json.loads((folder / "1_Pooling" / "config.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    chosen = [name for name, value in pooling.items() if name.startswith("pooling_mode") and value]
    return (
        all(config.get(name, value) == value for name, value in ARCHITECTURE.items())
        and tuple(module["type"].rpartition(".")[2] for module in modules) == MODULES
        and (chosen == ["pooling_mode_mean_tokens"] or pooling.get("pooling_mode") == "mean")
        and all((folder / name).is_file() for name in ("model.safetensors", "tokenizer.json"))
    )
