"""Compares paths with a question, by similarity of words and relations alone."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from heapq import nlargest

import numpy as np

from pog_agent.deadline import while_in_time
from pog_agent.models import EXTREMES, ShownNode, ShownPath, TopicEntity
from pog_agent.ranking.encoder import Encoder
from pog_agent.reading.alignment import SIMILARITY_ALONE
from pog_agent.reading.answer_type import answers_who_or_where, names_agent
from pog_agent.reading.asked.bare import is_told_by
from pog_agent.reading.cues import ASKS_FOR_A_KIND
from pog_agent.reading.direction import said_direction
from pog_agent.reading.elements import RelationGroup, is_class_at, relation_groups
from pog_agent.reading.exchanges import is_opposite, is_party
from pog_agent.reading.reader import QuestionReader
from pog_agent.reading.senses.doers import said_verbs
from pog_agent.reading.senses.roles import leads_to_role
from pog_agent.reading.stems import begins_alike
from pog_agent.reading.wording import Wording
from pog_agent.reasoner.offline.justification import Justification, words_of
from pog_agent.reasoner.offline.match import ENOUGH_TYPE_FIT, Match
from pog_agent.reasoner.offline.text_similarity import TextSimilarity
from pog_agent.values import read_text

ASKED_BY_KIND = {"date": ("date",), "number": ("number",)}
MOST_ALIGNED = 20
LEAST_READ = 0.3


class Matcher:
    """Compares paths with one question."""

    def __init__(self, reader: QuestionReader, encoder: Encoder) -> None:
        self._reader = reader
        self._encoder = encoder
        self._wording = wording = reader.wording
        self._similarity = TextSimilarity(encoder)
        self._justification = Justification(wording, self._similarity)
        self._directions: dict[tuple[str, str], bool | None] = {}

    def ranked(self, paths: Sequence[ShownPath], first: int | None = None) -> list[Match]:
        """The fit of each path at the best answer position it has, best first; equal ones in the order given.

        Where a question word asks alone, one relation comes first that leads to a date or place. The class of
        something comes last. Only the `first` ones are in their order where nobody asks for more.
        """
        found = sorted(self.matches(paths, first), key=lambda match: -match.score)
        if any(match.fits_type and not self._is_beside(match) for match in found):
            found.sort(key=self._is_beside)
        return found

    def _is_beside(self, match: Match) -> bool:
        """Whether a path says more than is asked, ends in a class that is not, or goes the other way."""
        is_class = is_class_at(match.path, match.position)
        is_unasked = is_class and not ASKS_FOR_A_KIND.search(self._reader.words.question)
        return match.is_roundabout or match.is_turned or is_unasked

    def _is_turned(self, path: ShownPath) -> bool:
        """Whether a path goes from a topic the other way round than the question says."""
        last = len(path.relations)
        ends = ((path.nodes[0], 0, True), (path.nodes[last], last - 1, False))
        return any(
            node.kind == "topic"
            and topic.label in node.labels
            and self._said(topic, path.relations[step]) is (path.forward[step] != is_start)
            for node, step, is_start in ends
            for topic in self._reader.topics
        )

    def _said(self, topic: TopicEntity, relation: str) -> bool | None:
        """Whether the question says a relation of a topic along its arrow; None if not told."""
        key = topic.iri, relation
        if key not in self._directions:
            self._directions[key] = said_direction(self._reader.words.question, topic, relation)
        return self._directions[key]

    def matches(self, paths: Sequence[ShownPath], first: int | None = None) -> list[Match]:
        """The fit of each path that was compared in time, at the best answer position it has."""
        shown = [path for path in paths if path.nodes]
        best: dict[int, Match] = {}
        for match in self.candidates(shown, first):
            known = best.get(id(match.path))
            if known is None or match.score > known.score:
                best[id(match.path)] = match
        return [best[id(path)] for path in shown if id(path) in best]

    def candidates(self, paths: Sequence[ShownPath], first: int | None = None) -> list[Match]:
        """The fit of each path at each answer position it has.

        The best are aligned with the question; of the others no word counts as read, no relation as asked for. Nor
        are those aligned that cannot come among the `first` paths by it.
        """
        grouped = [(path, relation_groups(path)) for path in paths]
        placed = [(*of_path, *places) for of_path in grouped for places in self._answer_positions(of_path[0])]
        texts = [text for path, groups, position, _ in placed for text in _texts_at(path, groups, position)]
        # What the reader compares is among these: few texts take nearly as long to embed as many.
        self._similarity.learn([*texts, *self._asked(), *self._reader.spellings])
        self._reader.learn(paths)
        found = [self._match_at(*places) for places in while_in_time(placed, "answer positions of paths")]
        order = sorted(range(len(found)), key=lambda place: -found[place].score)
        leading = self._leading(found) if first is not None else frozenset()
        best: dict[int, float] = {}
        for place in order[:MOST_ALIGNED]:
            path = id(found[place].path)
            if first is not None and found[place].highest < _nth(best.values(), first):
                continue
            found[place] = self._aligned(found[place])
            if path in leading:
                best[path] = max(best.get(path, found[place].score), found[place].score)
        return found

    def _leading(self, found: Sequence[Match]) -> frozenset[int]:
        """The paths of which it is certain that they go before all others with a lower score; none if none are."""
        beside = {id(match.path) for match in found if self._is_beside(match)}
        others = {id(match.path) for match in found} - beside
        unfit = {id(match.path) for match in found if not match.fits_type}
        return frozenset(others if others - unfit else ())

    def _asked(self) -> list[str]:
        """What of the question texts are compared with."""
        wording = self._wording
        return [*wording.words, *wording.targets, *self._justification.phrases, *filter(None, [wording.text])]

    def relations(self, texts: Sequence[str]) -> list[float]:
        """How well each relation fits the question: the best phrase of it, and all of it."""
        phrases = self._justification.phrases
        if not texts or not phrases:
            return [0.0] * len(texts)
        fit = self._similarity.fit(tuple(texts), (" ".join(self._wording.words), *phrases))
        return [float(score) for score in (fit[:, 0] + fit.max(axis=1)) / 2]

    def type_fit(self, node: ShownNode) -> float:
        """How well what stands at a node fits what the question asks for, 0 to 1."""
        wording = self._wording
        if node.kind == "literal":
            return _literal_fit(node, wording)
        if wording.expects in ("date", "number"):
            return 0.2
        if node.kind == "mediator":
            return ENOUGH_TYPE_FIT if wording.operation == "exists" else 0.0
        if not wording.targets or not node.types:
            return 0.5
        kinds = tuple(kind.lower() for kind in node.types)
        is_asked = answers_who_or_where(wording.targets, kinds, self._encoder)
        return max(float(self._similarity.best(wording.targets, kinds).max()), ENOUGH_TYPE_FIT * is_asked)

    def _type_fit_at(self, path: ShownPath, position: int) -> float:
        """How well what stands at a place fits; what is done "by" it fits, and a text may be a "sponsor".

        Where something is may be an entity or a text, by a relation that tells it ("based in").
        """
        node, relation = path.nodes[position], path.relations[position - 1]
        fit = self.type_fit(node)
        is_text = node.kind == "literal" and bool(node.labels) and read_text(node.labels[0]).kind == "text"
        is_doer = self._wording.targets == ("person",) and relation.casefold().endswith(" by")
        is_around = path.forward[position - 1] and is_told_by(relation, "where")
        is_around = is_around and self._wording.targets == ("place",)
        if (node.kind == "entity" and is_doer) or (is_around and (is_text or node.kind == "entity")):
            return max(fit, ENOUGH_TYPE_FIT)
        if not is_text or self._wording.targets != ("person",):
            return fit
        is_told = any(not source_does for _, source_does in said_verbs(self._reader.words.question, relation))
        is_agent = names_agent(relation) and begins_alike(self._wording.words, [relation])
        return max(fit, ENOUGH_TYPE_FIT) if is_told or is_agent else fit

    def _is_other_side(self, path: ShownPath, position: int) -> bool:
        """Whether a path over an event leads to a side, or is of the opposite one, where a thing is asked for."""
        verb = self._reader.verb_of_thing
        if not verb or position < 2 or path.nodes[position - 1].kind != "mediator":
            return False
        return is_party(path.relations[position - 1]) or is_opposite(path.relations[position - 2], verb)

    def _aligned(self, match: Match) -> Match:
        alignment = self._reader.align(match.path, match.position, match.key_position)
        doubts = *alignment.unread(SIMILARITY_ALONE.word), *alignment.unasked(SIMILARITY_ALONE.relation)
        return replace(
            match,
            unread=len(alignment.unread(LEAST_READ)),
            unasked=len(alignment.unasked(LEAST_READ)),
            is_complete=not doubts and match.fits_type,
        )

    def _match_at(self, path: ShownPath, groups: Sequence[RelationGroup], position: int, key: int | None) -> Match:
        spoken = groups if key in (None, position) else groups[:-1]
        texts = tuple(group.text for group in groups)
        described = tuple(dict.fromkeys((*texts, *words_of(texts), *_described(path, position))))
        words, parts = self._wording.words, self._wording.parts
        coverage = self._similarity.best(words, described) if words else np.ones(1, dtype=np.float32)
        justification = self._justification.by_phrases(spoken)
        between = position < len(path.nodes) - 1 and key is None
        ordered = justification if between or not words else self._justification.in_order(path, spoken)
        reached = {label for node in path.nodes if node.kind == "topic" for label in node.labels}
        asked = self._wording.text or " ".join(texts)
        reached.update(path.qualifiers)
        return Match(
            path=path,
            position=position,
            key_position=key,
            similarity=float(self._similarity.best((_sequence_text(path),), (asked,))[0]),
            coverage=float(coverage.min()),
            mean_coverage=float(coverage.mean()),
            justification=float(justification.min()),
            mean_justification=float(justification.mean()),
            balance=2 * float(justification.sum()) / (len(spoken) + parts),
            ordered_balance=2 * float(ordered.sum()) / (len(spoken) + parts),
            aim=self._aim(groups, path.nodes[position], between),
            type_fit=0.0 if self._is_other_side(path, position) else self._type_fit_at(path, position),
            steps=len(groups),
            excess=max(len(spoken) - parts, 0),
            shortfall=max(parts - len(spoken), 0),
            missed=len(self._wording.required - reached),
            lacks_key=self._wording.operation in EXTREMES and key is None,
            unread=len(self._reader.words.content),
            unasked=len(spoken),
            is_roundabout=len(groups) > 1 and self._reader.words.asks_alone is not None,
            is_turned=self._is_turned(path),
            is_named=all(
                leads_to_role(path.relations[position - 1], target, path.forward[position - 1]) is not False
                for target in self._wording.targets
            ),
        )

    def _aim(self, groups: Sequence[RelationGroup], answer: ShownNode, between: bool) -> float:
        """How well the relation that leads to the answer, or one of those around it, names what is asked for."""
        asked = self._wording.targets or ASKED_BY_KIND.get(self._wording.expects, ())
        if not asked:
            return 0.0
        place = next((number for number, group in enumerate(groups) if group.node is answer), len(groups) - 1)
        near = tuple(group.text for group in groups[place : place + 1 + between])
        return float(self._similarity.best(asked, (*near, *words_of(near))).max())

    def _answer_positions(self, path: ShownPath) -> list[tuple[int, int | None]]:
        """Positions that may hold the answer, each with the position of the values to compare, if any.

        Where the first or last date is asked for itself, the values compared are the answer.
        """
        last = len(path.nodes) - 1
        if path.nodes[last].kind != "topic":
            compared = self._wording.operation in EXTREMES and path.nodes[last].kind == "literal"
            bearers = [place for place in range(1, last) if path.nodes[place].kind == "entity"]
            if compared and self._wording.expects == "date":
                return [(last, last)]
            return [(bearers[-1], last)] if compared and bearers else [(last, None)]
        inner = [place for place in range(1, last) if path.nodes[place].kind == "entity"]
        return [(place, None) for place in inner or range(1, last)] or [(last, None)]


def _nth(scores: Collection[float], number: int) -> float:
    """The score that so many reach; less than any where there are fewer."""
    return nlargest(number, scores)[-1] if len(scores) >= number else float("-inf")


def _literal_fit(node: ShownNode, wording: Wording) -> float:
    first = node.labels[0] if node.labels else ""
    if wording.expects == "date":
        year = first.lstrip("-").isdigit() and len(first.lstrip("-")) == 4
        return 1.0 if read_text(first).kind == "date" or year else 0.2
    if wording.expects == "number" or wording.operation == "count":
        return 1.0 if read_text(first).kind in ("number", "quantity", "duration") else 0.2
    return 0.1 if wording.expects == "entity" else 0.4


def _texts_at(path: ShownPath, groups: Sequence[RelationGroup], position: int) -> list[str]:
    """What of a path with its answer at a position is compared with a question."""
    texts = tuple(group.text for group in groups)
    return [*texts, *words_of(texts), _sequence_text(path), *_described(path, position)]


def _described(path: ShownPath, position: int) -> list[str]:
    """Texts that tell what the path is about besides its relations: classes, names on the way, qualifiers."""
    texts: list[str] = [*path.qualifiers]
    for place, node in enumerate(path.nodes):
        texts += node.types
        if place and place != position and _is_single(node):
            texts += node.labels
    return [text.lower() for text in texts]


def _sequence_text(path: ShownPath) -> str:
    """The relations as fuzzy selection says and embeds them: one that leads to a node and back from it once."""
    spoken: list[str] = []
    before: tuple[str, bool] | None = None
    for relation, onward in zip(path.relations, path.forward, strict=True):
        if before == (relation, not onward):
            before = None
        else:
            before = relation, onward
            spoken.append(relation)
    return ", ".join(spoken)


def _is_single(node: ShownNode) -> bool:
    return node.kind == "entity" and node.total == 1
