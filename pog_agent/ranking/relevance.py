"""Similarity of path patterns to a query (fuzzy selection, paper section 4.3).

A pattern is embedded as the sequence of its relations in words. Entity names are left out: they are the same
for most candidates of a question, and relation sequences repeat within and across questions, so that the
cache of the encoder saves most of the work.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from pog_agent.models import PatternKey, Step
from pog_agent.ranking.encoder import Encoder, Vectors

MIN_FINALISTS = 400
FINALISTS_PER_PLACE = 5
CHUNK = 4096


def spoken_relations(key: PatternKey) -> tuple[str, ...]:
    """The relations of a pattern in order, one walked there and straight back against its arrow named once.

    Such a pair goes through a mediator or another shared node ("adjoining" to a border and on to the neighbour).
    """
    spoken: list[str] = []
    previous: Step | None = None
    for step in key.steps:
        if previous is not None and step.relation == previous.relation and step.forward != previous.forward:
            previous = None
        else:
            spoken.append(step.relation)
            previous = step
    return tuple(spoken)


def pattern_text(relations: Sequence[str], relation_labels: Mapping[str, str]) -> str:
    """The text a pattern is embedded as: its relations in words, in order."""
    return ", ".join(relation_labels[relation] for relation in relations)


def rank_patterns(
    patterns: Sequence[PatternKey],
    query: str,
    relation_labels: Mapping[str, str],
    encoder: Encoder,
    width: int,
) -> list[tuple[PatternKey, float]]:
    """The `width` patterns most similar to the query with their cosine, best first.

    Where there are many distinct relation sequences, a first pass composes each from the vectors of its
    relations, and only the best of those (5 per place, at least 400) are embedded as a whole. Equal scores keep
    the order given, and shorter patterns come before longer ones.
    """
    if not patterns:
        return []
    sequences = [spoken_relations(key) for key in patterns]
    distinct = list(dict.fromkeys(sequences))
    target = encoder.encode([query])[0]
    finalists = max(MIN_FINALISTS, FINALISTS_PER_PLACE * width)
    if len(distinct) > finalists:
        composed = composed_scores(distinct, relation_labels, encoder, target)
        best = np.argpartition(-composed, finalists)[:finalists]
        distinct = [distinct[row] for row in np.sort(best).tolist()]
    exact = encoder.encode([pattern_text(sequence, relation_labels) for sequence in distinct]) @ target
    scores = dict(zip(distinct, exact.tolist(), strict=True))
    order = sorted(
        (row for row, sequence in enumerate(sequences) if sequence in scores),
        key=lambda row: (-round(scores[sequences[row]], 6), patterns[row].length, row),
    )
    return [(patterns[row], float(scores[sequences[row]])) for row in order[:width]]


def composed_scores(
    sequences: Sequence[tuple[str, ...]], relation_labels: Mapping[str, str], encoder: Encoder, target: Vectors
) -> NDArray[np.float32]:
    """Cosine of each sequence with the target, the sequence's vector being the mean of its relations' vectors.

    Shape (len(sequences),). No sequence is embedded, only each relation once.
    """
    relations = {name: row for row, name in enumerate(sorted({name for names in sequences for name in names}))}
    vectors = encoder.encode([relation_labels[name] for name in relations])
    vectors = np.vstack([vectors, np.zeros((1, vectors.shape[1]), dtype=np.float32)])
    longest = max(map(len, sequences))
    scores = np.zeros(len(sequences), dtype=np.float32)
    for start in range(0, len(sequences), CHUNK):
        part = sequences[start : start + CHUNK]
        rows = np.full((len(part), longest), len(relations))
        for index, names in enumerate(part):
            rows[index, : len(names)] = [relations[name] for name in names]
        sums = vectors[rows].sum(axis=1)
        norms = np.linalg.norm(sums, axis=1)
        scores[start : start + len(part)] = (sums @ target) / np.where(norms == 0, 1, norms)
    return scores


def relation_scores(relations: Sequence[str], query: str, encoder: Encoder) -> list[float]:
    """Cosine between each relation in words and the query."""
    if not relations:
        return []
    return [float(score) for score in encoder.encode(relations) @ encoder.encode([query])[0]]
