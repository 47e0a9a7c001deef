"""How far the words of a question speak of each relation of a path: by phrases, and in the order of the path."""

from collections.abc import Sequence

import numpy as np

from pog_agent.models import ShownPath
from pog_agent.ranking.encoder import Vectors
from pog_agent.reading.elements import RelationGroup
from pog_agent.reading.wording import Wording
from pog_agent.reasoner.offline.text_similarity import TextSimilarity

CLASS_WEIGHT = 0.8
UNKNOWN = 0.5
"""How far a question without words of its own speaks of a relation."""


class Justification:
    """Compares the relations of paths with the words of one question."""

    def __init__(self, wording: Wording, similarity: TextSimilarity) -> None:
        self._wording = wording
        self._similarity = similarity
        self._words_of_phrases = _phrases(wording.words)
        self.phrases = tuple(map(" ".join, self._words_of_phrases))

    def by_phrases(self, groups: Sequence[RelationGroup]) -> Vectors:
        """How far the question speaks of each relation, or of the class of its event or what it leads to, 0 to 1.

        No word of the question justifies two relations: the best pairs of relation and phrase are taken first.
        """
        if not self.phrases:
            return np.full(len(groups), UNKNOWN, dtype=np.float32)
        fit = self._similarity.fit(tuple(group.text for group in groups), self.phrases)
        for row, group in enumerate(groups):
            kinds = tuple(kind.lower() for kind in group.node.types if kind.lower() != group.text)
            if kinds and group.node.kind == "entity":
                by_class = self._similarity.fit(kinds, self.phrases).max(axis=0)
                fit[row] = np.maximum(fit[row], CLASS_WEIGHT * by_class)
            if group.event:
                by_event = self._similarity.fit(tuple(map(str.lower, group.event)), self.phrases).max(axis=0)
                fit[row] = np.maximum(fit[row], by_event)
        found = np.zeros(len(groups), dtype=np.float32)
        open_rows, used = set(range(len(groups))), set[str]()
        for flat in np.argsort(-fit, axis=None, kind="stable").tolist():
            if not open_rows:
                break
            row, column = divmod(flat, len(self.phrases))
            words = self._words_of_phrases[column]
            if row in open_rows and used.isdisjoint(words):
                found[row] = fit[row, column]
                open_rows.discard(row)
                used.update(words)
        return found

    def in_order(self, path: ShownPath, groups: Sequence[RelationGroup]) -> Vectors:
        """How far each relation is explained by words that come in its order, from the first topic on, 0 to 1.

        Words before and after the topic's name are taken one side after the other, whichever fits best.
        """
        before, after = self._wording.sides.get(next(iter(path.nodes[0].labels), ""), ((), ()))
        words = self._wording.words
        described = [(group.text, *words_of((group.text,)), *map(str.lower, group.event)) for group in groups]
        fit = np.stack([self._similarity.best(words, texts) for texts in described], axis=1)
        row = {word: place for place, word in enumerate(words)}
        others = tuple(word for word in words if word not in before and word not in after)
        orders = ((*before, *after, *others), (*after, *before, *others))
        found = np.zeros(len(groups), dtype=np.float32)
        best = -1.0
        for rows in ([row[word] for word in dict.fromkeys(order)] for order in orders):
            total, columns = monotone(fit[rows])
            if total > best:
                best = total
                found[:] = 0.0
                np.maximum.at(found, columns, fit[rows, columns])
        return found


def words_of(texts: tuple[str, ...]) -> tuple[str, ...]:
    """The words of some texts that are longer than two letters."""
    return tuple(word for text in texts for word in text.split() if len(word) > 2)


def monotone(fit: Vectors) -> tuple[float, list[int]]:
    """The columns to give to the rows, never going back from one row to the next, with the greatest total fit.

    `fit` has the shape (words, relations), neither 0. Of equal columns the first is taken.
    """
    total = fit[0].copy()
    came_from: list[list[int]] = []
    for row in fit[1:]:
        best = np.maximum.accumulate(total)
        came_from.append(np.searchsorted(best, best, side="left").tolist())
        total = row + best
    column = int(np.argmax(total))
    columns = [column]
    for origins in reversed(came_from):
        columns.append(origins[columns[-1]])
    return float(total[column]), columns[::-1]


def _phrases(words: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Each word, and each two and three neighbouring ones."""
    return tuple(
        dict.fromkeys(words[start : start + size] for size in (1, 2, 3) for start in range(len(words) - size + 1))
    )
