"""Names to index: in memory, read in pages, and possibly failing halfway."""

from collections.abc import Sequence

import numpy as np

from pog_agent.kg.names import EntityName, NamePage
from pog_agent.ranking.encoder import LexicalEncoder, Vectors


class Names:
    """A graph that is nothing but names, with a page size of its own. `fail_at` is a start that cannot be read."""

    name = "names"

    def __init__(self, names: Sequence[EntityName], page: int = 2, fail_at: int | None = None) -> None:
        self._names, self._page, self._fail_at = list(names), page, fail_at
        self.starts: list[int] = []
        self.languages: list[tuple[str, ...] | None] = []

    async def names_page(self, start: int, size: int, languages: tuple[str, ...] | None = None) -> NamePage:
        del size
        if start == self._fail_at:
            raise ConnectionError("gone")
        self.starts.append(start)
        self.languages.append(languages)
        end = start + self._page
        following = end if end < len(self._names) else None
        return NamePage(self._names[start:end], following, len(self._names))

    async def fingerprint(self) -> str:
        return str(hash(tuple(self._names)))

    def close(self) -> None:
        pass


class Counting:
    """An encoder that remembers what it was asked for, and fails at a text."""

    def __init__(self, dimensions: int = 64, fails_at: str | None = None, name: str = "counting") -> None:
        self._inner = LexicalEncoder(dimensions)
        self._fails_at = fails_at
        self.name = name
        self.texts: list[str] = []

    def encode(self, texts: Sequence[str]) -> Vectors:
        if self._fails_at in texts:
            raise KeyboardInterrupt
        self.texts += texts
        return self._inner.encode(texts).astype(np.float32)


def labels(*texts: str) -> list[EntityName]:
    """Entities of these labels, named by place."""
    return [EntityName(f"http://e/{place}", text, False) for place, text in enumerate(texts)]
