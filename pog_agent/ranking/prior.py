"""A cheap first score of relation sequences, from their relations alone: no sequence is embedded for it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pog_agent.ranking.encoder import Vectors
from pog_agent.ranking.timed import TimedEncoder
from pog_agent.subgraph.graph import Floats
from pog_agent.words import content_words, stem


@dataclass(frozen=True, eq=False)
class RelationScores:
    """How alike some relations are to each other and to a query, and the query's vector.

    `products` has the shape (relations, relations), `with_query` (relations,). Of the relations `embedded` were
    compared by embedding, the others by the words that they share with the query.
    """

    products: Floats
    with_query: Floats
    query: Vectors
    embedded: int

    @classmethod
    def compare(cls, labels: Sequence[str], query: str, encoder: TimedEncoder) -> "RelationScores":
        """Embeds query and relations, those with words of the query first, as long as there is time."""
        asked = _stems_of(query) if encoder.has_deadline else set()
        shared = np.array([_shared(_stems_of(label), asked) if asked else 0.0 for label in labels])
        order = np.argsort(-shared, kind="stable")
        left_out = encoder.left_out
        found = encoder.encode([query, *(labels[row] for row in order.tolist())])
        embedded = len(labels) - (encoder.left_out - left_out)
        vectors = np.zeros((len(labels), found.shape[1]))
        vectors[order] = found[1:]
        products, with_query = vectors @ vectors.T, vectors @ found[0]
        rest = order[embedded:]
        products[rest, rest], with_query[rest] = 1.0, shared[rest]
        return cls(products, with_query, found[0], embedded)


def _shared(own: set[str], asked: set[str]) -> float:
    """How many words two texts share, against the geometric mean of how many they have."""
    return float(len(own & asked) / np.sqrt(len(own) * len(asked))) if own else 0.0


def _stems_of(text: str) -> set[str]:
    return set(map(stem, content_words(text)))
