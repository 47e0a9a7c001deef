"""Similarity of path patterns to a query (fuzzy selection, paper section 4.3).

A pattern is embedded as the sequence of its relations in words. Entity names are left out: they are the same
for most candidates of a question, and relation sequences repeat within and across questions, so that the
cache of the encoder saves most of the work.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from pog_agent.models import PatternKey
from pog_agent.ranking.encoder import Encoder


def pattern_text(key: PatternKey, relation_labels: Mapping[str, str]) -> str:
    """The text a pattern is embedded as: its relations in words, in order."""
    return ", ".join(relation_labels[step.relation] for step in key.steps)


def rank_patterns(
    patterns: Sequence[PatternKey],
    query: str,
    relation_labels: Mapping[str, str],
    encoder: Encoder,
    width: int,
) -> list[tuple[PatternKey, float]]:
    """The `width` patterns most similar to the query with their cosine, best first.

    Equal scores keep the order given, and shorter patterns come before longer ones.
    """
    if not patterns:
        return []
    texts = [pattern_text(key, relation_labels) for key in patterns]
    distinct = {text: row for row, text in enumerate(dict.fromkeys(texts))}
    similarity = encoder.encode(list(distinct)) @ encoder.encode([query])[0]
    scores = np.array([similarity[distinct[text]] for text in texts], dtype=np.float64)
    lengths = np.array([key.length for key in patterns])
    order = np.lexsort((np.arange(len(patterns)), lengths, -np.round(scores, 6)))[:width]
    return [(patterns[index], float(scores[index])) for index in order.tolist()]


def relation_scores(relations: Sequence[str], query: str, encoder: Encoder) -> list[float]:
    """Cosine between each relation in words and the query."""
    if not relations:
        return []
    return [float(score) for score in encoder.encode(relations) @ encoder.encode([query])[0]]
