"""How well a path fits a question, by similarity of words and relations alone."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from pog_agent.models import EXTREMES, ShownNode, ShownPath
from pog_agent.ranking.encoder import Encoder, Vectors
from pog_agent.reading.alignment import SIMILARITY_ALONE
from pog_agent.reading.elements import relation_groups
from pog_agent.reading.reader import QuestionReader
from pog_agent.reading.wording import Wording
from pog_agent.reasoner.offline.alignment import monotone
from pog_agent.values import read_text

CLASS_WEIGHT = 0.8
ENOUGH_COVERAGE = 0.55
LEAST_COVERAGE = 0.20
ENOUGH_JUSTIFICATION = 0.30
ENOUGH_TYPE_FIT = 0.30
ASKED_BY_KIND = {"date": ("date",), "number": ("number",)}
WEIGHTS = {
    "similarity": 3.2,
    "mean_justification": 1.0,
    "balance": 2.2,
    "ordered_balance": 5.4,
    "aim": 4.8,
    "type_fit": 4.0,
    "steps": -0.63,
    "excess": -0.46,
    "shortfall": -0.3,
    "missed": -4.0,
    "lacks_key": -2.5,
    "unread": -0.34,
    "unasked": -1.0,
}
"""How much each part of a match counts: chosen on odd lines of question sets (tests.benchmarks.offline_weights),
but for the last two, in which the candidates there do not vary."""
EXPLAINING = 1.0
MOST_ALIGNED = 20
LEAST_READ = 0.3


@dataclass(frozen=True)
class Match:
    """The fit of one path, all parts but the counts between 0 and 1.

    `similarity` is that of all relations to the question. `coverage` is how well the path explains the least
    explained content word of the question, `justification` how well the question explains the least explained
    relation; `balance` weighs the relations explained, whole ones, against all of the path and all that the
    question speaks of, `ordered_balance` the same where words near the topic explain what is near it on the path,
    and so on. `aim` is how well the relations at the answer name what is asked for, `type_fit` whether its
    position holds that. `steps` counts a mediator's two relations as one, `excess` is the number of those beyond
    the parts of the question, `shortfall` that of parts beyond the steps. `missed` is the number of required
    topics that the path does not reach. `lacks_key` marks a path without values to compare where the question
    asks for an extreme. `unread` counts the content words that stand for nothing on the path, `unasked` the
    relations of the path that no word asks for; where both are none by a strict measure, it `is_complete`.
    """

    path: ShownPath
    position: int
    key_position: int | None
    similarity: float
    coverage: float
    mean_coverage: float
    justification: float
    mean_justification: float
    balance: float
    ordered_balance: float
    aim: float
    type_fit: float
    steps: int
    excess: int
    shortfall: int
    missed: int
    lacks_key: bool
    unread: int
    unasked: int
    is_complete: bool = False

    @property
    def score(self) -> float:
        """One figure to rank by, the weighted parts; a path that explains the question is preferred a little."""
        weighted = sum(weight * getattr(self, part) for part, weight in WEIGHTS.items())
        return float(weighted) + EXPLAINING * self.explains

    @property
    def explains(self) -> bool:
        """Whether path and question explain each other, and the answer is of the kind asked for."""
        return self.is_complete or (self.covers and self.is_justified and self.fits_type)

    @property
    def covers(self) -> bool:
        """Whether the path leaves no word of the question unexplained."""
        return self.mean_coverage >= ENOUGH_COVERAGE and self.coverage >= LEAST_COVERAGE

    @property
    def is_justified(self) -> bool:
        """Whether the question speaks of every relation of the path."""
        return self.justification >= ENOUGH_JUSTIFICATION

    @property
    def fits_type(self) -> bool:
        """Whether what is asked for may stand at the answer position."""
        return self.type_fit >= ENOUGH_TYPE_FIT


class Matcher:
    """Compares paths with one question."""

    def __init__(self, reader: QuestionReader, encoder: Encoder) -> None:
        self._reader = reader
        self._wording = wording = reader.wording
        self._encoder = encoder
        self._phrases = _phrases(wording.words)
        self._known: dict[str, Vectors] = {}

    def matches(self, paths: Sequence[ShownPath]) -> list[Match]:
        """The fit of each path at the best answer position it has."""
        shown = [path for path in paths if path.nodes]
        self._learn(text for path in shown for text in _texts_of(path))
        best: dict[int, Match] = {}
        for match in self.candidates(shown):
            known = best.get(id(match.path))
            if known is None or match.score > known.score:
                best[id(match.path)] = match
        return [best[id(path)] for path in shown]

    def candidates(self, paths: Sequence[ShownPath]) -> list[Match]:
        """The fit of each path at each answer position it has.

        The best are aligned with the question; of the others no word counts as read, no relation as asked for.
        """
        self._reader.learn(paths)
        found = [self._match_at(path, *places) for path in paths for places in self._answer_positions(path)]
        order = sorted(range(len(found)), key=lambda place: -found[place].score)
        for place in order[:MOST_ALIGNED]:
            found[place] = self._aligned(found[place])
        return found

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

    def _aligned(self, match: Match) -> Match:
        alignment = self._reader.align(match.path, match.position, match.key_position)
        doubts = *alignment.unread(SIMILARITY_ALONE.word), *alignment.unasked(SIMILARITY_ALONE.relation)
        return replace(
            match,
            unread=len(alignment.unread(LEAST_READ)),
            unasked=len(alignment.unasked(LEAST_READ)),
            is_complete=not doubts and match.fits_type,
        )

    def _match_at(self, path: ShownPath, position: int, key: int | None) -> Match:
        groups = _groups_of(path)
        spoken = groups[:-1] if key is not None else groups
        texts = tuple(text for text, _ in groups)
        described = tuple(dict.fromkeys((*texts, *_words_of(texts), *self._described(path, position))))
        words, parts = self._wording.words, self._wording.parts
        coverage = self._best(words, described) if words else np.ones(1, dtype=np.float32)
        justification = self._justification(spoken)
        between = position < len(path.nodes) - 1 and key is None
        ordered = justification if between or not words else self._in_order(path, spoken)
        reached = {label for node in path.nodes if node.kind == "topic" for label in node.labels}
        reached.update(path.qualifiers)
        sequence = self._vectors((_sequence_text(texts),))[0]
        return Match(
            path=path,
            position=position,
            key_position=key,
            similarity=max(float(sequence @ self._vectors((self._wording.text or " ".join(texts),))[0]), 0.0),
            coverage=float(coverage.min()),
            mean_coverage=float(coverage.mean()),
            justification=float(justification.min()),
            mean_justification=float(justification.mean()),
            balance=2 * float(justification.sum()) / (len(spoken) + parts),
            ordered_balance=2 * float(ordered.sum()) / (len(spoken) + parts),
            aim=self._aim(groups, path.nodes[position], between),
            type_fit=self._type_fit(path.nodes[position]),
            steps=len(groups),
            excess=max(len(spoken) - parts, 0),
            shortfall=max(parts - len(spoken), 0),
            missed=len(self._wording.required - reached),
            lacks_key=self._wording.operation in EXTREMES and key is None,
            unread=len(self._reader.words.content),
            unasked=len(spoken),
        )

    def _in_order(self, path: ShownPath, groups: Sequence[tuple[str, ShownNode]]) -> Vectors:
        """How far each relation is explained by words that come in its order, from the first topic on.

        Words before and after the topic's name are taken one side after the other, whichever fits best.
        """
        before, after = self._wording.sides.get(next(iter(path.nodes[0].labels), ""), ((), ()))
        words = self._wording.words
        fit = np.stack([self._best(words, (text, *_words_of((text,)))) for text, _ in groups], axis=1)
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

    def _aim(self, groups: Sequence[tuple[str, ShownNode]], answer: ShownNode, between: bool) -> float:
        """How well the relation that leads to the answer, or one of those around it, names what is asked for."""
        asked = self._wording.targets or ASKED_BY_KIND.get(self._wording.expects, ())
        if not asked:
            return 0.0
        place = next((number for number, (_, node) in enumerate(groups) if node is answer), len(groups) - 1)
        near = tuple(text for text, _ in groups[place : place + 1 + between])
        return float(self._best(asked, (*near, *_words_of(near))).max())

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
            compared = self._wording.operation in EXTREMES and path.nodes[last].kind == "literal"
            bearers = [place for place in range(1, last) if path.nodes[place].kind == "entity"]
            return [(bearers[-1], last)] if compared and bearers else [(last, None)]
        inner = [place for place in range(1, last) if path.nodes[place].kind == "entity"]
        return [(place, None) for place in inner or range(1, last)] or [(last, None)]

    def _described(self, path: ShownPath, position: int) -> list[str]:
        """Texts that tell what the path is about besides its relations: classes, names on the way, qualifiers."""
        texts: list[str] = [*path.qualifiers]
        for place, node in enumerate(path.nodes):
            texts += node.types
            if place and place != position and _is_single(node):
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

    def _vectors(self, texts: tuple[str, ...]) -> Vectors:
        self._learn(texts)
        return np.stack([self._known[text] for text in texts])

    def _learn(self, texts: Iterable[str]) -> None:
        """Embeds those texts that are new, all at once."""
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if new:
            self._known.update(zip(new, self._encoder.encode(new), strict=True))


def _literal_fit(node: ShownNode, wording: Wording) -> float:
    first = node.labels[0] if node.labels else ""
    if wording.expects == "date":
        year = first.lstrip("-").isdigit() and len(first.lstrip("-")) == 4
        return 1.0 if read_text(first).kind == "date" or year else 0.2
    if wording.expects == "number" or wording.operation == "count":
        return 1.0 if read_text(first).kind in ("number", "quantity", "duration") else 0.2
    return 0.1 if wording.expects == "entity" else 0.4


def _groups_of(path: ShownPath) -> list[tuple[str, ShownNode]]:
    """Relations in words with the node each leads to; those on both sides of a mediator are one step."""
    return [(group.text, group.node) for group in relation_groups(path)]


def _texts_of(path: ShownPath) -> list[str]:
    """What of a path is compared with a question."""
    texts = tuple(text for text, _ in _groups_of(path))
    kinds = [kind.lower() for node in path.nodes for kind in node.types]
    names = [label.lower() for node in path.nodes if _is_single(node) for label in node.labels]
    qualifiers = [text.lower() for text in path.qualifiers]
    return [*texts, *_words_of(texts), _sequence_text(texts), *kinds, *names, *qualifiers]


def _sequence_text(relations: Sequence[str]) -> str:
    return ", ".join(relations)


def _is_single(node: ShownNode) -> bool:
    return node.kind == "entity" and node.total == 1


def _words_of(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word for text in texts for word in text.split() if len(word) > 2)


def _phrases(words: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Each word, and each two and three neighbouring ones."""
    return tuple(
        dict.fromkeys(words[start : start + size] for size in (1, 2, 3) for start in range(len(words) - size + 1))
    )
