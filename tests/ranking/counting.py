"""An encoder that counts, and work of processes over one file; few modules to load for each of them."""

from collections.abc import Sequence
from pathlib import Path

from pog_agent.ranking.embedding_file import EmbeddingFile
from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder, Vectors


class Counting:
    """A lexical encoder that remembers each text it was given."""

    name = "counting"

    def __init__(self, dimensions: int = 64) -> None:
        self._inner = LexicalEncoder(dimensions)
        self.texts: list[str] = []

    def encode(self, texts: Sequence[str]) -> Vectors:
        self.texts += texts
        return self._inner.encode(texts)


def opened(
    path: Path | str, dimensions: int = 64, model: str = "m", size: int = 200_000
) -> tuple[CachedEncoder, Counting]:
    """A counting encoder that keeps its vectors in a file, and what it counts."""
    inner = Counting(dimensions)
    return CachedEncoder(inner, size, EmbeddingFile(path, model)), inner


def embed_many(path: str, start: int) -> int:
    """Embeds 40 texts one by one, half of which a neighbour embeds as well; the work of one process."""
    cached, inner = opened(path)
    for number in range(start, start + 40):
        cached.encode([f"text {number}"])
    cached.close()
    return len(inner.texts)
