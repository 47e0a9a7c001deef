"""Words of a question beside the elements of a path, each explaining the other, in their order.

It is an alignment of two sequences: a phrase of a few words may stand for one element, an element for one
phrase. Words far from a topic's name stand for what is far from the topic on the path. What is left over on
either side costs.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from pog_agent.deadline import while_in_time
from pog_agent.reading.elements import Element
from pog_agent.reading.extremes import is_measured_by
from pog_agent.reading.likeness import SHIFTED
from pog_agent.reading.question_words import MOST_PARAPHRASED, PARAPHRASED, Phrase, QuestionWords, Word
from pog_agent.reading.stems import begins_alike, content_stems
from pog_agent.words import stem

UNREAD_COST = 0.3
UNASKED_COST = 0.3
LEAST_LIKENESS = 0.15
SURE = 0.999
CLASS_WEIGHT = 0.85
LEAST_CERTAIN = 0.73
"""So like a relation words must be of which none begins as its name does, if it is certain that they mean it."""
FOR_A_CLASS = 0.05
"""What a word that names the thing asked for gains by standing for a class instead of a relation."""

Order = tuple[int, ...]
Row = list[float]


@dataclass(frozen=True)
class Strictness:
    """How alike a word and what it stands for must be at least, and a relation and the words that ask for it.

    A relation is `certain` to be meant from another likeness on, or if a word begins as one of its name does.
    With `trusts_choice`, the choice of the path speaks for it, too: a language model made it.
    """

    word: float
    relation: float
    certain: float
    trusts_choice: bool = False


SIMILARITY_ALONE = Strictness(word=0.45, relation=0.5, certain=LEAST_CERTAIN)
WITH_A_MODEL = Strictness(word=0.45, relation=0.45, certain=0.0, trusts_choice=True)


@dataclass(frozen=True)
class ReadWord:
    """A content word, and the element that it stands for, None where there is none; how alike they are, 0 to 1."""

    word: Word
    element: Element | None
    likeness: float


@dataclass(frozen=True)
class AskedRelation:
    """A relation of the path, and the words that ask for it, in their order; how alike they are, 0 to 1."""

    element: Element
    words: tuple[Word, ...]
    likeness: float


@dataclass(frozen=True)
class Alignment:
    """How a question and a path explain each other. `total` is what all likenesses add up to, less the costs."""

    total: float
    words: tuple[ReadWord, ...]
    relations: tuple[AskedRelation, ...]

    def unread(self, least: float) -> list[ReadWord]:
        """The words that nothing on the path explains as well as `least`."""
        return [item for item in self.words if item.likeness < least]

    def unasked(self, least: float) -> list[AskedRelation]:
        """The relations that must be asked for, and that no words ask for as clearly as `least`."""
        return [item for item in self.relations if not item.element.needed and item.likeness < least]

    def uncertain(self, least: float) -> list[AskedRelation]:
        """The relations that words ask for less clearly than `least`.

        It is clear enough where a word begins as one of their name, or is an adjective of what they measure.
        """
        asked = (item for item in self.relations if item.words and not item.element.needed)
        return [item for item in asked if item.likeness < least and not _is_plain(item)]


class Aligner:
    """Aligns one question with elements. `gains` gives the likeness of every phrase and an element."""

    def __init__(self, words: QuestionWords, gains: dict[Element, dict[Phrase, float]]) -> None:
        self._words = words
        self._gains = gains
        self._stems = [stem(word.text) for word in words.content]

    def best(self, elements: Sequence[Element], position: int, orders: Sequence[Order]) -> Alignment:
        """The alignment with the greatest total, over the orders of the words and the target's elements."""
        costs = [UNASKED_COST if self._must_be_asked_for(item) else 0.0 for item in elements]
        found = (
            self._joined(elements, costs, order, target)
            for target in self._targets(elements, position)
            for order in dict.fromkeys(tuple(row for row in order if row not in target.rows) for order in orders)
        )
        timely = while_in_time(found, "alignments of the question with a path")
        return _mirrored(self._traced(elements, max(timely, key=lambda joined: joined.total)), position)

    def _targets(self, elements: Sequence[Element], position: int) -> Iterator["_Target"]:
        """What the words that name the thing asked for may stand for: its class, or a relation beside it."""
        yield _Target((), None, 0.0)
        places = [place for place, item in enumerate(elements) if item.kind == "relation"]
        behind = [place for place in places if elements[place].place > position][:1]
        near = [place for place, item in enumerate(elements) if item.place == position] + behind
        for rows in self._words.targets:
            likeness = [
                (self._gain(place, rows, elements) + FOR_A_CLASS * (elements[place].kind == "class"), -place)
                for place in near
                if elements[place].kind != "name" and not self._narrows(rows, elements[place])
            ]
            if likeness:
                _, negative = max(likeness)
                yield _Target(rows, -negative, self._gain(-negative, rows, elements))

    def _narrows(self, rows: Sequence[int], element: Element) -> bool:
        """Whether the words stand before one that the element has, which they narrow ("female population")."""
        following = rows[-1] + 1, 1
        return (rows[0], len(rows) + 1) in self._words.phrases and self._gains[element][following] >= SURE

    def _gain(self, place: int, rows: Sequence[int], elements: Sequence[Element]) -> float:
        gains = self._gains[elements[place]]
        return max(gains.get((rows[0], len(rows)), 0.0), min(gains[row, 1] for row in rows))

    def _joined(
        self, elements: Sequence[Element], costs: Sequence[float], order: Order, target: "_Target"
    ) -> "_Joined":
        """The best way to join words in this order with the elements in theirs, by dynamic programming.

        `costs` are those of elements for which no word stands; the one that the target stands for costs nothing.
        `totals[i][j]` is the best total of the first i words and j elements, `steps[i][j]` how it was reached: by
        an element for which no word stands, by a word that stands for none, or by a phrase of some words.
        """
        taken = target.place
        totals: list[Row] = [[float("-inf")] * (len(elements) + 1) for _ in range(len(order) + 1)]
        steps: list[list[_Step | None]] = [[None] * (len(elements) + 1) for _ in range(len(order) + 1)]
        totals[0][0] = 0.0
        costs = [0.0 if place == taken else cost for place, cost in enumerate(costs)]
        gains = [self._gains[item] for item in elements]
        known = self._words.phrases
        runs = [[run for run in _runs(order, start) if run in known] for start in range(len(order))]
        for i in range(len(order) + 1):
            for j in range(len(elements) + 1):
                total = totals[i][j]
                if j < len(elements) and total - costs[j] > totals[i][j + 1]:
                    totals[i][j + 1], steps[i][j + 1] = total - costs[j], _Step(i, j, 0.0)
                if i == len(order):
                    continue
                if total - UNREAD_COST > totals[i + 1][j]:
                    totals[i + 1][j], steps[i + 1][j] = total - UNREAD_COST, _Step(i, j, 0.0)
                if j == len(elements):
                    continue
                for phrase in runs[i]:
                    gain = gains[j].get(phrase)
                    if gain is None:
                        continue
                    end, worth = i + phrase[1], total + phrase[1] * gain
                    least = PARAPHRASED if j == taken else LEAST_LIKENESS
                    is_apart = j == taken and self._are_apart(phrase[0], target.rows[0])
                    if gain < least or is_apart or worth <= totals[end][j + 1]:
                        continue
                    totals[end][j + 1], steps[end][j + 1] = worth, _Step(i, j, gain)
        return _Joined(totals[-1][-1] + target.worth, order, target, steps)

    def _must_be_asked_for(self, element: Element) -> bool:
        return (
            element.kind == "relation"
            and not element.needed
            and not self._words.aside(element.texts, onward=element.onward)
        )

    def _traced(self, elements: Sequence[Element], joined: "_Joined") -> Alignment:
        """Reads off which word stands for what."""
        order, target, steps = joined.order, joined.target, joined.steps
        meant: dict[int, tuple[int, float]] = {}
        i, j = len(order), len(elements)
        while (step := steps[i][j]) is not None:
            if step.gain:
                meant |= dict.fromkeys(order[step.i : i], (step.j, step.gain))
            i, j = step.i, step.j
        if target.place is not None:
            meant |= dict.fromkeys(target.rows, (target.place, target.likeness))
        content = self._words.content
        self._add_repeated(meant, elements)
        read = []
        for row, word in enumerate(content):
            place, likeness = meant.get(row, (None, 0.0))
            read.append(ReadWord(word, None if place is None else elements[place], likeness))
        asked = []
        for place, element in enumerate(elements):
            if element.kind == "relation":
                own = [(row, likeness) for row, (other, likeness) in sorted(meant.items()) if other == place]
                words = tuple(content[row] for row, _ in own)
                likeness = max((likeness for _, likeness in own), default=0.0)
                aside = self._words.aside(element.texts, onward=element.onward) if likeness < SURE else ()
                if aside:
                    words, likeness = aside, 1.0
                asked.append(AskedRelation(element, words, likeness))
        return Alignment(joined.total, tuple(read), tuple(asked))

    def _add_repeated(self, meant: dict[int, tuple[int, float]], elements: Sequence[Element]) -> None:
        """Lets words that stand in the label of a relation be read by it beside others of its words.

        "Who is the head of the state of X" has two phrases for one relation. A word said twice, in any form, asks
        twice.
        """
        known: set[tuple[str, int]] = set()
        used: set[int] = set()
        has_changed = True
        for row in range(len(self._words.content)):
            if has_changed:
                known = {(self._stems[other], place) for other, (place, _) in meant.items()}
                used = {place for place, likeness in meant.values() if likeness >= WITH_A_MODEL.word}
                has_changed = False
            if meant.get(row, (None, 0.0))[1] >= WITH_A_MODEL.word:
                continue
            for place in sorted(used):
                if (self._stems[row], place) in known:
                    continue
                beside = [other for other, (meaning, _) in meant.items() if meaning == place]
                is_apart = any(self._are_apart(row, other) for other in beside)
                if not is_apart and self._is_repeated(row, elements[place], beside):
                    meant[row] = place, 1.0
                    has_changed = True
                    break

    def _is_repeated(self, row: int, element: Element, beside: Sequence[int]) -> bool:
        """Whether a word is one of those by which an element is called, `beside` others that stand for it."""
        gain = self._gains[element][row, 1]
        return (
            gain >= SURE
            or self._is_another_part(row, element, beside)
            or (gain > SHIFTED and self._is_whole_name(self._words.content[row], element))
            or self._says_event(row, element)
        )

    def _says_event(self, row: int, element: Element) -> bool:
        """Whether a word or its paraphrase is what the event of a relation is called."""
        said = [self._words.content[row].text, *self._words.paraphrases.get((row, 1), ())]
        heads = {stem(head) for event in element.events for head in event.split()[-1:]}
        return any(stem(text) in heads for text in said)

    def _is_whole_name(self, word: Word, element: Element) -> bool:
        """Whether a paraphrase of a word is the whole of a longer label: what somebody "charges per word"."""
        name = element.texts[0]
        return len(content_stems(name)) > 1 and self._words.is_paraphrased([word], name)

    def _is_another_part(self, row: int, element: Element, others: Sequence[int]) -> bool:
        """Whether a paraphrase of a word is the part of a label that others leave out: "end" of "loan until".

        What others leave out is what neither they nor their paraphrases say: of what "costs 5 a day" the "daily
        fee" is asked for.
        """
        said = {text for other in others for text in self._stems_of(other)}
        names = [content_stems(text) for text in element.texts]
        left = [name - said for name in names if not said.isdisjoint(name)]
        paraphrases = map(content_stems, self._words.paraphrases.get((row, 1), ()))
        return any(found and any(found <= rest for rest in left) for found in paraphrases)

    def _stems_of(self, row: int) -> Iterator[str]:
        """The stems of a content word and of its paraphrases."""
        yield stem(self._words.content[row].text)
        for other in self._words.paraphrases.get((row, 1), ()):
            yield from content_stems(other)

    def _are_apart(self, row: int, other: int) -> bool:
        """Whether two words ask for two relations: a genitive stands between them."""
        return self._words.links[row] != self._words.links[other]


def _is_plain(asked: AskedRelation) -> bool:
    words, texts = [word.text for word in asked.words], asked.element.texts
    return begins_alike(words, texts) or any(is_measured_by(word, text) for word in words for text in texts)


def _mirrored(alignment: Alignment, position: int) -> Alignment:
    """The alignment with words shared by relations of one name on both sides of the answer ("border both")."""
    asked = {
        (item.element.texts, item.element.place > position): item for item in alignment.relations if item.words
    }
    relations = []
    for item in alignment.relations:
        other = asked.get((item.element.texts, item.element.place <= position))
        is_shared = other is not None and other.likeness > item.likeness
        relations.append(replace(other, element=item.element) if other and is_shared else item)
    return replace(alignment, relations=tuple(relations))


@dataclass(frozen=True)
class _Target:
    """Words that name the thing asked for, with the element they stand for."""

    rows: tuple[int, ...]
    place: int | None
    likeness: float

    @property
    def worth(self) -> float:
        return len(self.rows) * self.likeness


class _Step(NamedTuple):
    """Where a cell of the table was reached from, and the likeness of the phrase between, 0 without one."""

    i: int
    j: int
    gain: float


@dataclass(frozen=True)
class _Joined:
    """Words in an order, joined with elements: what the likenesses add up to, and how each cell was reached."""

    total: float
    order: Order
    target: _Target
    steps: list[list[_Step | None]]


def _runs(order: Order, start: int) -> Iterator[Phrase]:
    """The phrases that begin with the word at a place of the order, in either direction."""
    for size in range(1, min(MOST_PARAPHRASED, len(order) - start) + 1):
        rows = order[start : start + size]
        if max(rows) - min(rows) != size - 1:
            return
        yield min(rows), size
