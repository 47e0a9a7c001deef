"""Chooses which of very many relation sequences to embed: those most likely to be near the query.

A first score composes each sequence from the vectors of its relations. This score is rough, so sequences are
embedded in a few rounds. After each round a regression (kernel ridge) learns from the exact scores by how much the
composed score errs on sequences with the same relations.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pog_agent.kg.adjacency import Bools, Ints
from pog_agent.ranking.prior import RelationScores
from pog_agent.ranking.timed import TimedEncoder
from pog_agent.subgraph.exploration.enumerate import NONE
from pog_agent.subgraph.graph import Floats

POOLED = 8
FIRST_SHARE = 0.2
ROUNDS = 8
LEAST_AT_ONCE = 24
"""A round embeds about so many texts at least: few take nearly as long."""
RIDGE = 0.3
SHARED, ENDS, LENGTH, COMPOSED, SINGLE, SIMILAR, CONSTANT = 0.5, 0.5, 1.0, 9.0, 10.0, 4.0, 1.0
"""Weights of the kernel: relations in common, the same first and last one, length, the composed score, scores of
single relations (best, worst, root of the sum of squares), similar relations, and one for all."""


@dataclass(frozen=True, eq=False)
class ScreenedSequences:
    """The cosine with the query to expect of each sequence; it is exact for those that were embedded."""

    expected: Floats
    is_exact: Bools


def screened(
    sequences: Ints,
    labels: Sequence[str],
    encoder: TimedEncoder,
    relations: RelationScores,
    count: int,
    *,
    of_each_length: int = 0,
) -> ScreenedSequences:
    """The `count` sequences likely to be among the nearest to the query; fewer where the encoder's time is over.

    `sequences` are rows of indices into `labels`, flush left and padded with -1, shape (sequences, longest). Of
    every length the best `of_each_length` sequences, by the first score, are always among them, even beyond it.
    """
    # Each round embeds the sequences with the highest expected score. Their errors correct the expected scores of
    # all sequences like them, so that the next round looks in better places.
    composed = composed_scores(sequences, relations)
    order = np.argsort(-composed, kind="stable")
    sure = order[first_of_each_length(lengths_of(sequences)[order], of_each_length)]
    pool = np.union1d(order[: POOLED * count], sure)
    kernel = _ErrorKernel(sequences[pool], relations, composed[pool])
    expected = composed[pool]
    rows = np.zeros(0, dtype=np.int64)
    exact = np.zeros(0)
    rounds = min(round((1 - FIRST_SHARE) * count / LEAST_AT_ONCE), ROUNDS)
    for known in np.linspace(FIRST_SHARE, 1.0, max(rounds, 1) + 1):
        size = max(round(count * known) - len(rows), 0)
        fresh = np.setdiff1d(np.argsort(-expected, kind="stable")[: len(rows) + size], rows)
        fresh = fresh[np.argsort(-expected[fresh], kind="stable")][:size]
        if not len(rows):
            fresh = np.union1d(fresh, np.searchsorted(pool, sure))
            fresh = fresh[np.argsort(-expected[fresh], kind="stable")]
        if not len(fresh):
            continue
        texts = [sequence_text(sequence, labels) for sequence in sequences[pool[fresh]].tolist()]
        vectors, is_done = encoder.embedded(texts, for_ranking=True)
        exact = np.concatenate([exact, vectors[is_done] @ relations.query])
        rows = np.concatenate([rows, fresh[is_done]])
        expected = composed[pool] + kernel.predicted(fresh[is_done], exact - composed[pool[rows]])
        if not is_done.all():
            break
    composed[pool] = expected
    composed[pool[rows]] = exact
    is_exact = np.zeros(len(sequences), dtype=np.bool_)
    is_exact[pool[rows]] = True
    return ScreenedSequences(composed, is_exact)


def lengths_of(sequences: Ints) -> Ints:
    """The number of steps of each row."""
    lengths: Ints = (sequences != NONE).sum(axis=1)
    return lengths


def first_of_each_length(lengths: Ints, count: int) -> Ints:
    """The places of the first `count` entries of every length, in ascending order."""
    order = np.argsort(lengths, kind="stable")
    firsts = np.searchsorted(lengths[order], lengths[order], side="left")
    return np.sort(order[np.arange(len(order)) - firsts < count])


def sequence_text(sequence: Sequence[int], labels: Sequence[str]) -> str:
    """The text that is embedded for a relation sequence."""
    return ", ".join(labels[index] for index in sequence if index != NONE)


def composed_scores(sequences: Ints, relations: RelationScores) -> Floats:
    """The cosine of each sequence with the query, where the vector of a sequence is the mean of its relations.

    So no sequence is embedded. Shape (sequences,).
    """
    scores: Floats = np.append(relations.with_query, 0.0)[sequences].sum(axis=1) / relations.norms(sequences)
    return scores


class _ErrorKernel:
    """Tells how much alike two sequences are in the error of their composed scores, and predicts this error."""

    def __init__(self, sequences: Ints, relations: RelationScores, composed: Floats) -> None:
        # Padding reads the last entry, which is masked, so that it counts for no best, worst or sum.
        self._sequences = sequences
        self._lengths = lengths_of(sequences)
        self._relations = relations
        self._composed = composed
        self._norms = relations.norms(sequences)
        single = np.append(relations.with_query, 0.0)
        scores = np.ma.masked_array(single[sequences], sequences == NONE)
        self._single = np.stack(
            [
                part.filled(0.0)
                for part in (scores.max(axis=1), scores.min(axis=1), np.sqrt((scores**2).sum(axis=1)))
            ],
            axis=1,
        )
        self._last = sequences[np.arange(len(sequences)), self._lengths - 1]
        self._known = np.zeros(0, dtype=np.int64)
        self._columns = np.zeros((len(sequences), 0))

    def predicted(self, fresh: Ints, errors: Floats) -> Floats:
        """The error to expect of every sequence, given the errors of all known ones. `fresh` are the latest."""
        self._known = np.concatenate([self._known, fresh])
        self._columns = np.hstack([self._columns, self._with(fresh)])
        mean = errors.mean()
        ridge = self._columns[self._known] + RIDGE * np.eye(len(self._known))
        expected: Floats = mean + self._columns @ np.linalg.solve(ridge, errors - mean)
        return expected

    def _with(self, others: Ints) -> Floats:
        """The kernel between all sequences and some, shape (sequences, others)."""
        # Relations in common and similar relations are counted by table look-ups, one column of steps at a time:
        # a table has one row per relation, so that no pair of sequences is compared step by step.
        relations = len(self._relations.vectors)
        contained = np.zeros((relations + 1, len(others)))
        similar = np.zeros((relations + 1, len(others)))
        for column in self._sequences[others].T:
            present = np.flatnonzero(column != NONE)
            contained[column[present], present] += 1
            similar[:-1, present] += self._relations.products(column[present])
        scale = np.sqrt(np.outer(self._lengths, self._lengths[others]))
        norms = np.outer(self._norms, self._norms[others])
        shared, alike = np.zeros(scale.shape), np.zeros(scale.shape)
        for column in self._sequences.T:
            shared += contained[column]
            alike += similar[column]
        firsts = self._sequences[:, 0][:, None] == self._sequences[others, 0]
        lasts = self._last[:, None] == self._last[others]
        lengths = self._lengths[:, None] == self._lengths[others]
        kernel: Floats = (
            SHARED * shared / scale
            + SIMILAR * alike / norms
            + ENDS * (firsts.astype(np.float64) + lasts)
            + LENGTH * lengths
            + COMPOSED * np.outer(self._composed, self._composed[others])
            + SINGLE * self._single @ self._single[others].T
            + CONSTANT
        )
        return kernel
