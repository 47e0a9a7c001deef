"""How well a path fits a question, by similarity of words and relations alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from pog_agent.ranking.encoder import Encoder, Vectors
from pog_agent.reasoner.base import Operation, ShownNode, ShownPath
from pog_agent.reasoner.wording import Wording
from pog_agent.terms import comparable, is_date

CLASS_WEIGHT = 0.8

EXTREMES: tuple[Operation, ...] = ("latest", "earliest", "largest", "smallest")


@dataclass(frozen=True)
class Match:
    """The fit of one path, all parts between 0 and 1.

    `coverage` is how well the path explains the least explained content word of the question; `justification`
    how well the question explains the least explained relation; `similarity` that of the whole texts; `type_fit`
    whether the answer position holds what is asked for. `steps` counts a mediator's two relations as one.
    `lacks_key` marks a path without values to compare where the question asks for an extreme.
    """

    path: ShownPath
    position: int
    key_position: int | None
    similarity: float
    coverage: float
    mean_coverage: float
    justification: float
    mean_justification: float
    type_fit: float
    steps: int
    lacks_key: bool

    @property
    def score(self) -> float:
        """One figure to rank by: the parts weighted; longer paths, and extremes without values, a little lower."""
        return (
            0.30 * self.similarity
            + 0.25 * self.mean_coverage
            + 0.15 * self.coverage
            + 0.15 * self.mean_justification
            + 0.10 * self.justification
            + 0.25 * self.type_fit
            - 0.02 * self.steps
            - (0.15 if self.lacks_key else 0.0)
        )


class Matcher:
    """Compares paths with one question."""

    def __init__(self, wording: Wording, encoder: Encoder) -> None:
        self._wording = wording
        self._encoder = encoder
        self._phrases = _phrases(wording.words)
        self._vectors = lru_cache(maxsize=None)(self._encode)

    def match(self, path: ShownPath) -> Match:
        """The fit of a path at the best answer position it has."""
        return max(
            (self._match_at(path, position, key) for position, key in self._answer_positions(path)),
            key=lambda match: match.score,
        )

    def relations(self, texts: Sequence[str]) -> list[float]:
        """How well each relation fits the question: the best phrase of it, and all of it."""
        if not texts or not self._phrases:
            return [0.0] * len(texts)
        phrases = (" ".join(self._wording.words), *(" ".join(phrase) for phrase in self._phrases))
        fit = np.clip(self._vectors(tuple(texts)) @ self._vectors(phrases).T, 0.0, 1.0)
        return [float(score) for score in (fit[:, 0] + fit.max(axis=1)) / 2]

    def node(self, node: ShownNode) -> float:
        """How well what stands at a node fits what the question asks for."""
        return self._type_fit(node)

    def _match_at(self, path: ShownPath, position: int, key: int | None) -> Match:
        groups = _relation_groups(path)
        spoken = groups[:-1] if key is not None else groups
        texts = tuple(text for text, _ in groups)
        described = tuple(dict.fromkeys((*texts, *_words_of(texts), *self._described(path, position))))
        words = self._wording.words
        coverage = self._best(words, described) if words else np.ones(1, dtype=np.float32)
        justification = self._justification(spoken)
        question = " ".join(words)
        similarity = float(self._vectors((", ".join(texts),))[0] @ self._vectors((question,))[0]) if words else 0.5
        return Match(
            path=path,
            position=position,
            key_position=key,
            similarity=max(similarity, 0.0),
            coverage=float(coverage.min()),
            mean_coverage=float(coverage.mean()),
            justification=float(justification.min()),
            mean_justification=float(justification.mean()),
            type_fit=self._type_fit(path.nodes[position]),
            steps=len(groups),
            lacks_key=self._wording.operation in EXTREMES and key is None,
        )

    def _justification(self, groups: Sequence[tuple[str, ShownNode]]) -> Vectors:
        """How far the question speaks of each relation, or of the class of what the relation leads to.

        No word of the question justifies two relations: the best pairs of relation and phrase are taken first.
        """
        if not self._phrases:
            return np.full(len(groups), 0.5, dtype=np.float32)
        spoken = tuple(" ".join(phrase) for phrase in self._phrases)
        fit = np.clip(self._vectors(tuple(text for text, _ in groups)) @ self._vectors(spoken).T, 0.0, 1.0)
        for row, (text, node) in enumerate(groups):
            kinds = tuple(kind.lower() for kind in node.types if kind.lower() != text)
            if kinds and node.kind == "entity":
                by_class = (self._vectors(kinds) @ self._vectors(spoken).T).max(axis=0)
                fit[row] = np.maximum(fit[row], CLASS_WEIGHT * by_class)
        found = np.zeros(len(groups), dtype=np.float32)
        open_rows, used = set(range(len(groups))), set[str]()
        for flat in np.argsort(-fit, axis=None, kind="stable").tolist():
            row, column = divmod(flat, len(spoken))
            if row in open_rows and used.isdisjoint(self._phrases[column]):
                found[row] = fit[row, column]
                open_rows.discard(row)
                used.update(self._phrases[column])
        return found

    def _answer_positions(self, path: ShownPath) -> list[tuple[int, int | None]]:
        """Positions that may hold the answer, each with the position of the values to compare, if any."""
        last = len(path.nodes) - 1
        if path.nodes[last].kind != "topic":
            if self._wording.operation in EXTREMES and path.nodes[last].kind == "literal" and last > 1:
                return [(last - 1, last)]
            return [(last, None)]
        inner = [place for place in range(1, last) if path.nodes[place].kind == "entity"]
        return [(place, None) for place in inner or range(1, last)] or [(last, None)]

    def _described(self, path: ShownPath, position: int) -> list[str]:
        """Texts that tell what the path is about besides its relations: classes, and names on the way."""
        texts: list[str] = []
        for place, node in enumerate(path.nodes):
            texts += node.types
            if place and place != position and node.kind == "entity" and node.total == 1:
                texts += node.labels
        return [text.lower() for text in texts]

    def _type_fit(self, node: ShownNode) -> float:
        wording = self._wording
        if node.kind == "literal":
            return _literal_fit(node, wording)
        if wording.expects in ("date", "number"):
            return 0.2
        if node.kind == "mediator":
            return 0.0
        if not wording.targets or not node.types:
            return 0.5
        kinds = tuple(kind.lower() for kind in node.types)
        return float(np.clip(self._best(wording.targets, kinds).max(), 0.0, 1.0))

    def _best(self, texts: tuple[str, ...], against: tuple[str, ...]) -> Vectors:
        """For each text its greatest similarity to one of the others, not below 0."""
        best: Vectors = np.clip((self._vectors(texts) @ self._vectors(against).T).max(axis=1), 0.0, 1.0)
        return best

    def _encode(self, texts: tuple[str, ...]) -> Vectors:
        return self._encoder.encode(texts)


def _literal_fit(node: ShownNode, wording: Wording) -> float:
    first = node.labels[0] if node.labels else ""
    if wording.expects == "date":
        year = first.lstrip("-").isdigit() and len(first.lstrip("-")) == 4
        return 1.0 if is_date(first) or year else 0.2
    if wording.expects == "number" or wording.operation == "count":
        return 1.0 if comparable(first) is not None and not is_date(first) else 0.2
    return 0.1 if wording.expects == "entity" else 0.4


def _relation_groups(path: ShownPath) -> list[tuple[str, ShownNode]]:
    """Relations in words with the node each leads to; those on both sides of a mediator are one step."""
    groups: list[tuple[str, ShownNode]] = []
    pending: list[str] = []
    for relation, node in zip(path.relations, path.nodes[1:], strict=True):
        pending.append(relation)
        if node.kind != "mediator" or node is path.nodes[-1]:
            groups.append((" ".join(dict.fromkeys(pending)), node))
            pending = []
    return groups


def _words_of(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word for text in texts for word in text.split() if len(word) > 2)


def _phrases(words: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Each word, and each two and three neighbouring ones."""
    return tuple(
        dict.fromkeys(words[start : start + size] for size in (1, 2, 3) for start in range(len(words) - size + 1))
    )
