"""Reads one question against paths: what each of its words stands for, and which relations it asks for."""

from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from pog_agent.models import Paraphrase, ShownNode, ShownPath, TopicEntity
from pog_agent.ranking.encoder import Encoder
from pog_agent.reading.alignment import CLASS_WEIGHT, SURE, Aligner, Alignment, Order
from pog_agent.reading.elements import Element, elements_of, elements_of_groups, relation_groups
from pog_agent.reading.exchanges import verb_of_thing
from pog_agent.reading.likeness import Likeness
from pog_agent.reading.question_words import Phrase, QuestionWords, Word
from pog_agent.reading.wording import read_wording
from pog_agent.words import singular


@dataclass(frozen=True)
class ReadPath:
    """A path with the answer at a position, and how it and the question explain each other."""

    path: ShownPath
    position: int
    alignment: Alignment

    @property
    def answer(self) -> ShownNode:
        """What stands at the answer's position."""
        return self.path.nodes[self.position]

    @property
    def asking(self) -> list[Word]:
        """The words that ask for the relations of the path."""
        return [word for one in self.alignment.relations for word in one.words]


class QuestionReader:
    """Aligns a question with paths. By `verb_of_thing` it asks what a topic gave or took, if it is not empty."""

    def __init__(
        self,
        question: str,
        topics: Sequence[TopicEntity],
        encoder: Encoder,
        paraphrases: Sequence[Paraphrase] = (),
        cues: Collection[str] = (),
    ) -> None:
        """`cues` are words of computing beside those of the wording."""
        self.topics = tuple(topics)
        self.wording = read_wording(question, topics)
        self.verb_of_thing = verb_of_thing(question, topics)
        self.words = QuestionWords(question, topics, self.wording, paraphrases, cues)
        self._likeness = Likeness(self.words.phrases, encoder, self.words.paraphrases)
        self._gains: dict[Element, dict[Phrase, float]] = {}
        self._aligned: dict[tuple[tuple[Element, ...], int, str], Alignment] = {}

    @property
    def spellings(self) -> list[str]:
        """The texts of the question that elements of paths are compared with."""
        return self._likeness.spellings

    def learn(
        self,
        paths: Iterable[ShownPath],
        rivals: Iterable[str] = (),
        aliases: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
    ) -> None:
        """Embeds relations and classes of some paths at once; the relations compete with each other and `rivals`.

        `aliases` are other names of the rivals. A name is compared by its letters alone.
        """
        shown = [(path, relation_groups(path)) for path in paths if path.nodes]
        elements = {item for path, groups in shown for item in elements_of_groups(path, groups, -1)}
        relations = sorted(item.texts[0] for item in elements if item.kind == "relation")
        texts = sorted(text for item in elements if item.kind != "name" for text in item.texts)
        named = {text.lower(): names for text, names in aliases.items()}
        named |= {group.text.lower(): group.aliases for _, groups in shown for group in groups}
        self._likeness.learn(texts, [*relations, *(text.lower() for text in rivals)], named)
        self._gains.clear()
        self._aligned.clear()

    def read(
        self, path: ShownPath, position: int, key_position: int | None = None, *, names_answer: bool = False
    ) -> ReadPath:
        """A path that was learned, read with the answer at a position.

        With `names_answer` the question may name what stands there, as a question for a yes does.
        """
        return ReadPath(path, position, self.align(path, -1 if names_answer else position, key_position))

    @property
    def unplaced(self) -> list[str]:
        """The required topics that are not named as they are spelled: nobody knows which words are their names."""
        named = {word.topic for word in self.words.words}
        required = ((number, topic) for number, topic in enumerate(self.topics) if not topic.optional)
        return [topic.label for number, topic in required if number not in named]

    def align(self, path: ShownPath, position: int, key_position: int | None = None) -> Alignment:
        """How the question and a path with the answer at a position explain each other; the path was learned."""
        elements = elements_of(path, position, key_position)
        start = path.nodes[0].labels[0] if path.nodes[0].labels else ""
        key = elements, position, start
        if key not in self._aligned:
            for element in elements:
                if element not in self._gains:
                    self._gains[element] = self._gains_of(element)
            aligner = Aligner(self.words, self._gains)
            self._aligned[key] = aligner.best(elements, position, self._orders(path, start))
        return self._aligned[key]

    def rival(self, phrase: Phrase, besides: Container[str], among: Container[str] | None = None) -> float:
        """The likeness of a phrase and the relation in sight, or `among` some, most like it, besides others."""
        return self._likeness.rival(phrase, besides, among)

    def likeness(self, phrase: Phrase, relation: str) -> float:
        """The likeness of a phrase and a relation in words, beside its rivals."""
        self._likeness.learn([relation])
        return self._likeness.of(phrase, relation)

    def own(self, phrase: Phrase, relations: Iterable[str]) -> float:
        """The likeness of a phrase and the most alike of some relations of paths that were learned."""
        return max((self._likeness.bare(phrase, text) for text in relations), default=0.0)

    def meant(self, relation: str) -> list[float]:
        """How alike each content word, its paraphrases included, and any relation in words are."""
        self._likeness.learn([relation])
        return [self._likeness.plain((row, 1), relation) for row in range(len(self.words.content))]

    def _gains_of(self, element: Element) -> dict[Phrase, float]:
        if element.kind == "relation":
            by_words = {
                phrase: max(self._likeness.of(phrase, text) for text in element.texts)
                for phrase in self.words.phrases
            }
            whole = {phrase for phrase in by_words if self.words.is_other_name(phrase, element.texts)}
            return self._without_idle_words(by_words, whole)
        if element.kind == "name":
            return {
                phrase: float(any(self._likeness.is_said(phrase, text) for text in element.texts))
                for phrase in self.words.phrases
            }
        found: dict[Phrase, float] = {}
        for phrase in self.words.phrases:
            if self.words.has_final_verb(phrase):
                found[phrase] = 0.0
                continue
            best = max(self._likeness.plain(phrase, text) for text in element.texts)
            by_class = max(self._likeness.of(phrase, text) for text in element.texts)
            is_class = best >= SURE and self._is_noun(phrase, element.texts)
            found[phrase] = 1.0 if is_class else (CLASS_WEIGHT * by_class if best < SURE else 0.0)
        return self._without_idle_words(found)

    @staticmethod
    def _without_idle_words(
        gains: dict[Phrase, float], whole: Container[Phrase] = frozenset()
    ) -> dict[Phrase, float]:
        """The gains of an element; none of a phrase that one of its words is more like: the others are idle.

        Of the `whole` phrases no word is: a paraphrase takes them together.
        """
        found = {}
        for (first, size), gain in gains.items():
            alone = (gains.get((row, 1), 0.0) for row in range(first, first + size))
            found[first, size] = gain if (first, size) in whole or gain >= max(alone) else 0.0
        return found

    def _is_noun(self, phrase: Phrase, classes: Sequence[str]) -> bool:
        """Whether a phrase names a class, in either number, and not a deed of its stem ("painted", "painting")."""
        last = singular(self.words.phrases[phrase][0].split()[-1])
        return any(last == singular(word) for text in classes for word in text.split())

    def _orders(self, path: ShownPath, start: str) -> list[Order]:
        """Orders in which the words may stand for the elements, from the start of the path on."""
        every = self.words.order
        orders = [every, every[::-1]]
        topic = next((number for number, item in enumerate(self.topics) if item.label == start), None)
        sides = self.words.sides(topic) if topic is not None else None
        if sides is None:
            return orders
        before, after = sides
        beside = [(*before[::-1], *after), (*after, *before[::-1])]
        beside += [(*before[::-1], *after[::-1]), (*after[::-1], *before[::-1])]
        if every != tuple(sorted(every)):
            beside.append(every[::-1])
        return beside if sum(node.kind == "topic" for node in path.nodes) < 2 else beside + orders
