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
from typing import TYPE_CHECKING, Final

from safetensors import SafetensorError

from pog_agent.errors import SettingError
from pog_agent.ranking.bert_model import TOKENS_AT_ONCE, BertModel, Floats
from pog_agent.ranking.processor import multiplies_16_bits
from pog_agent.ranking.published_model import check_published
from pog_agent.ranking.sbert import model_digest

if TYPE_CHECKING:
    from pog_agent.ranking.bert_torch import TorchLayers

ARCHITECTURE: Final = {
    "model_type": "bert",
    "hidden_act": "gelu",
    "position_embedding_type": "absolute",
    "is_decoder": False,
}
"""What the configuration of a model may say; what it leaves out is so by default."""
MODULES: Final = ("Transformer", "Pooling", "Normalize")

ROUNDING_PAYS: Final = 30_000
"""After so many characters that might have been embedded in 16 bits they are, and torch is imported: until then
it would have spared as long as its import takes. So no process takes more than twice the least time."""
TORCH_PAYS: Final = 60_000
"""After so many tokens in 32 bits torch computes those too. It spares a tenth on one core, and more on many."""


class BertEncoder:
    """A sentence-embedding model such as MiniLM, read at the first use (0.3 s).

    Its vectors are the same on every machine but for the last of 32 bits, and on one machine in every batch until
    torch takes over, which computes on a GPU where one is free. With `published` the folder has to hold the
    published MiniLM, which is checked before it is read. With `rounds` there are `rounded` vectors, too.
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
        self.is_published = published
        self._tokens_at_once = tokens_at_once
        self._rounds = rounds and _has_torch() and multiplies_16_bits()
        self._tokens = 0
        self._lock = Lock()

    @property
    def name(self) -> str:
        """The last part of the model's path."""
        return self._folder.name

    @property
    def fingerprint(self) -> str:
        """The name with a digest of the model's files, the same as that of sentence-transformers in 32 bits."""
        return f"{self.name} {model_digest(self._folder)}"

    @cached_property
    def rounded(self) -> "RoundedBertEncoder | None":
        """The model in 16 bits, where the CPU multiplies those; None where that spares no time."""
        return RoundedBertEncoder(self) if self._rounds else None

    def encode(self, texts: Sequence[str]) -> Floats:
        """Normalised sentence embeddings. Raises `SettingError` for a model that cannot be read or is another."""
        model = self.model
        tokens = model.tokens(texts)
        with self._lock:
            torch_layers = self._torch_layers if self._tokens >= TORCH_PAYS and _has_torch() else None
            self._tokens += sum(map(len, tokens))
        if torch_layers is None:
            return model.vectors(tokens, model.through_layers, self._tokens_at_once)
        return model.vectors(tokens, torch_layers, torch_layers.tokens_at_once)

    @property
    def model(self) -> BertModel:
        """The model, read once."""
        with self._lock:
            return self._model

    @cached_property
    def _model(self) -> BertModel:
        if self.is_published:
            check_published(self._folder)
        try:
            return BertModel(self._folder)
        except (OSError, ValueError, KeyError, SafetensorError) as error:
            raise SettingError(
                f"encoder {str(self._folder)!r} cannot be read ({error}); install it anew, or use 'lexical'"
            ) from error

    @cached_property
    def _torch_layers(self) -> "TorchLayers":
        return _torch_layers(self._model, in_16_bits=False)


class RoundedBertEncoder:
    """A model in 16 bits, in torch: a third of the time that it takes in 32.

    Products of vectors are off by 0.0005 in the mean and 0.003 at most. They differ by less with what else is in a
    batch.
    """

    def __init__(self, exact: BertEncoder) -> None:
        self._exact = exact
        self._characters = 0
        self._lock = Lock()

    @property
    def name(self) -> str:
        """The model's name."""
        return self._exact.name

    def pays(self, texts: Sequence[str] = ()) -> bool:
        """Whether to embed these texts so, rather than in 32 bits; remembers how much it was asked for."""
        with self._lock:
            pays = self._characters >= ROUNDING_PAYS or sys.modules.get("torch") is not None
            self._characters += sum(map(len, texts))
        return pays

    def encode(self, texts: Sequence[str]) -> Floats:
        """Normalised sentence embeddings."""
        model = self._exact.model
        with self._lock:
            layers = self._layers
        return model.vectors(model.tokens(texts), layers, layers.tokens_at_once)

    @cached_property
    def _layers(self) -> "TorchLayers":
        return _torch_layers(self._exact.model, in_16_bits=True)


def _torch_layers(model: BertModel, *, in_16_bits: bool) -> "TorchLayers":
    from pog_agent.ranking.bert_torch import TorchLayers  # noqa: PLC0415 (imports torch: more than a second)

    return TorchLayers(model, in_16_bits=in_16_bits)


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
