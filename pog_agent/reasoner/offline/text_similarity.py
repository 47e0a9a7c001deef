"""Vectors of the texts of one question and its paths, and how alike such texts are."""

from collections.abc import Iterable

import numpy as np

from pog_agent.ranking.encoder import Encoder, Vectors


class TextSimilarity:
    """Compares texts, each embedded once. `learn` embeds many in one batch."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._rows: dict[str, int] = {}
        self._table: Vectors = np.zeros((0, 0), dtype=np.float32)
        self._stacked: dict[tuple[str, ...], Vectors] = {}

    def learn(self, texts: Iterable[str]) -> None:
        """Embeds those texts that are new, all at once."""
        new = [text for text in dict.fromkeys(texts) if text not in self._rows]
        if new:
            vectors = self._encoder.encode(new)
            self._table = np.concatenate([self._table, vectors]) if self._rows else vectors
            self._rows.update(zip(new, range(len(self._rows), len(self._table)), strict=True))

    def vectors(self, texts: tuple[str, ...]) -> Vectors:
        """Their vectors, shape (texts, dimensions)."""
        if texts not in self._stacked:
            self.learn(texts)
            self._stacked[texts] = self._table[[self._rows[text] for text in texts]]
        return self._stacked[texts]

    def fit(self, texts: tuple[str, ...], against: tuple[str, ...]) -> Vectors:
        """Each text's similarity to each of the others, 0 to 1, shape (texts, others)."""
        found: Vectors = self.vectors(texts) @ self.vectors(against).T
        np.maximum(found, 0.0, out=found)
        np.minimum(found, 1.0, out=found)
        return found

    def best(self, texts: tuple[str, ...], against: tuple[str, ...]) -> Vectors:
        """For each text its greatest similarity to one of the others, 0 to 1."""
        found: Vectors = self.fit(texts, against).max(axis=1)
        return found
