"""A cheap first score of relation sequences, from their relations alone: no sequence is embedded for it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from pog_agent.kg.adjacency import Bools, Ints
from pog_agent.ranking.encoder import Vectors
from pog_agent.ranking.timed import TimedEncoder
from pog_agent.subgraph.graph import Floats
from pog_agent.words import content_words, stem

MOST_IN_TABLE: Final = 2_000
"""The products of so many relations are looked up in a table, which takes 32 MB. Those of more are computed where
they are needed: a table of all relations around a large hub has no end."""
CHUNK: Final = 20_000


@dataclass(frozen=True, eq=False)
class RelationScores:
    """The vectors of some relations, how alike they are to a query, and the query's vector.

    `vectors` has the shape (relations, dimensions), `with_query` (relations,). Of the relations `embedded` were
    compared by embedding, the others, which have zeros, by the words that they share with the query.
    """

    vectors: Floats
    with_query: Floats
    query: Vectors
    embedded: int

    @classmethod
    def compare(cls, labels: Sequence[str], query: str, encoder: TimedEncoder) -> "RelationScores":
        """Embeds query and relations, those with words of the query first, as long as there is time."""
        asked = _stems_of(query) if encoder.has_deadline else set()
        shared = np.array([_shared(_stems_of(label), asked) if asked else 0.0 for label in labels])
        order = np.argsort(-shared, kind="stable")
        found, is_done = encoder.embedded([query, *(labels[row] for row in order.tolist())])
        vectors = np.zeros((len(labels), found.shape[1]))
        vectors[order] = found[1:]
        with_query = vectors @ found[0]
        rest = order[~is_done[1:]]
        with_query[rest] = shared[rest]
        return cls(vectors, with_query, found[0], len(labels) - len(rest))

    def products(self, relations: Ints) -> Floats:
        """The dot products of all relations with some, shape (all relations, those)."""
        if len(self._padded) > MOST_IN_TABLE:
            return np.asarray(self.vectors @ self.vectors[relations].T)
        return np.asarray(self._table[np.ix_(self._places[:-1], self._places[relations])])

    def norms(self, sequences: Ints) -> Floats:
        """The length of each sequence's summed vectors, 1 if zero; what was not embedded stands apart from all.

        `sequences` are rows of relations, padded with -1. Shape (sequences,).
        """
        squared_of = self._squared_by_table if len(self._padded) <= MOST_IN_TABLE else self._squared_by_vectors
        apart = np.append(~self._is_embedded, 0.0)
        norms = np.ones(len(sequences))
        for start in range(0, len(sequences), CHUNK):
            part = sequences[start : start + CHUNK]
            squared = apart[part].sum(axis=1) + squared_of(self._places[part])
            norms[start : start + CHUNK] = np.sqrt(np.where(squared > 0, squared, 1.0))
        return norms

    def _squared_by_table(self, sequences: Ints) -> Floats:
        """The squared length of each sequence's summed vectors, by the products of all pairs of its relations."""
        table, squared = self._table, np.zeros(len(sequences))
        for place, column in enumerate(sequences.T):
            squared += table[column, column]
            for other in sequences.T[:place]:
                squared += 2 * table[column, other]
        return squared

    def _squared_by_vectors(self, sequences: Ints) -> Floats:
        """The same without a table."""
        sums = np.zeros((len(sequences), self.vectors.shape[1]))
        for column in sequences.T:
            sums += self._padded[column]
        squared: Floats = np.einsum("ij,ij->i", sums, sums)
        return squared

    @cached_property
    def _table(self) -> Floats:
        return self._padded @ self._padded.T

    @cached_property
    def _padded(self) -> Floats:
        return np.vstack([self.vectors[self._is_embedded], np.zeros((1, self.vectors.shape[1]))])

    @cached_property
    def _places(self) -> Ints:
        """The row of each relation in `_padded`, and of none.

        Zeros add nothing to a sum: all that were not embedded go by the one row of zeros at the end.
        """
        return np.append(np.where(self._is_embedded, np.cumsum(self._is_embedded) - 1, -1), -1)

    @cached_property
    def _is_embedded(self) -> Bools:
        return np.asarray(self.vectors.any(axis=1))


def _shared(own: set[str], asked: set[str]) -> float:
    """How many words two texts share, against the geometric mean of how many they have."""
    return float(len(own & asked) / np.sqrt(len(own) * len(asked))) if own else 0.0


def _stems_of(text: str) -> set[str]:
    return set(map(stem, content_words(text)))
