"""What each word of a question stands for in a query: names, classes, texts, numbers, relations, operations."""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from pog_agent.language.english import one_of
from pog_agent.models import Paraphrase, SpanReading, TopicEntity
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.ranking.encoder import Encoder
from pog_agent.reading.alignment import SURE, WITH_A_MODEL
from pog_agent.reading.cues import NEGATION, superlatives
from pog_agent.reading.extremes import ATTRIBUTES, OF_TIME, degree_of, degree_of_comparative, key_flaw
from pog_agent.reading.likeness import Likeness
from pog_agent.reading.query_account.meant_words import MeantWords, WordMeaning
from pog_agent.reading.query_account.operations import comparison_cues, is_ordinal
from pog_agent.reading.query_account.parts import QueryParts, Variable
from pog_agent.reading.query_account.schema_facts import SchemaFacts
from pog_agent.reading.query_account.stated_values import StatedValues
from pog_agent.reading.question_words import Phrase, QuestionWords, Word
from pog_agent.reading.schema.vocabulary import QueryVocabulary
from pog_agent.reading.wording import read_wording, without_topics
from pog_agent.terms import Term, is_literal
from pog_agent.words import FUNCTION_WORDS, PREPOSITIONS, stem

MOST_RIVALS: Final = 400
_OF_TIME: Final = re.compile(
    r"\b(?:when|year|date|day|month|decade|century|before|after|since|until|in\s+\d{4})\b", re.IGNORECASE
)
_OPERATION_WORD: Final = re.compile(
    r"how|many|number|count|average|mean|total|sum|altogether|combined|most|least|fewest|more|less|fewer|than|only"
    r"|either|neither|difference|times|per|each|every|top|bottom|minimum"
    r"|maximum|between|later|earlier|exactly|single|several|years?|days?|decade|month|old|age|other|another|none"
    r"|never|without|except|first|last|" + one_of("share"),
    re.IGNORECASE,
)
"""Words of computing. Whether the query computes what they say is the matter of `operations`."""


class ReadWords:
    """Reads the words of one question against the parts of one query.

    `asked` has for each relation and class of the query the words that ask for it, `needed` why others need not be
    asked for.
    """

    def __init__(
        self,
        question: str,
        topics: Sequence[TopicEntity],
        parts: QueryParts,
        vocabulary: QueryVocabulary,
        encoder: Encoder,
        *,
        paraphrases: Sequence[Paraphrase] = (),
        agreed: Collection[Term] = (),
    ) -> None:
        self.question = question
        self.rest = without_topics(question, topics)
        self.topics = tuple(topics)
        self.wording = read_wording(question, topics)
        self.words = QuestionWords(question, topics, self.wording, paraphrases)
        self.facts = SchemaFacts(parts, vocabulary)
        self.meant = MeantWords(self.words)
        self.asked: dict[Term, tuple[str, float]] = {}
        self.needed: dict[Term, str] = {}
        self.classes = frozenset(part.iri for part in parts.classes)
        self.vocabulary = vocabulary
        self._parts = parts
        self._agreed = agreed
        self._encoder = encoder
        self._likeness = Likeness(self.words.phrases, encoder, self.words.paraphrases)
        every = [item.iri for item in vocabulary.summary.relations][:MOST_RIVALS]
        own = (part.iri for part in parts.relations)
        names = {self.facts.name(iri): self.facts.aliases(iri) for iri in dict.fromkeys([*own, *every])}
        self._likeness.learn(names, names, names)

    def place_of(self, variable: Variable) -> int | None:
        """Where the question names a topic or class that a variable stands for, None where it names none."""
        terms, classes = self._parts.terms_of(variable), self._parts.classes_of(variable)
        for word in self.words.words:
            if word.topic is not None and self.topics[word.topic].iri in terms:
                return word.start
        named = (item.start for item in self.vocabulary.classes if item.iri in classes)
        return next(named, None)

    def place_of_relation(self, relation: Term) -> int | None:
        """Where the question has the words that ask for a relation, None where none do."""
        name = self.facts.name(relation)
        rows = self.meant.rows_of("relation", name)
        return next((self.words.content[row].start for row in rows), None)

    def likeness(self, row: int, relation: Term) -> float:
        """How like a relation is to the best phrase that a content word is in."""
        phrases = [phrase for phrase in self.words.phrases if phrase[0] <= row < phrase[0] + phrase[1]]
        name = self.facts.name(relation)
        return max((self._likeness.of(phrase, name) for phrase in phrases), default=0.0)

    @property
    def asked_classes(self) -> frozenset[Term]:
        """The classes of the query that the question names."""
        return self.classes & self.asked.keys()

    def read(self) -> Iterator[Finding]:
        """Reads all words; gives flaws of the parts of the query that no words ask for, and of names left out."""
        yield from self._topics_read()
        yield from self._classes_read()
        values = StatedValues(self.question, self.rest, self.words, self._parts, self.meant)
        yield from values.read_texts(self.vocabulary.texts)
        yield from values.read_numbers()
        self.needed |= values.needed
        self._read_relations()
        for part in self._parts.relations:
            if part.iri in self.asked or part.iri in self.needed:
                continue
            if part.iri in self._agreed:
                self.needed[part.iri] = "another way to the answer takes it, too"
            elif self.facts.is_only_way(part, self.asked_classes):
                self.needed[part.iri] = "no other relation joins these things"
            else:
                yield finding("relation-unasked", self.facts.name(part.iri))

    def spans(self) -> Iterator[SpanReading]:
        """One span for each word, the name of a topic being one."""
        used = {term for part in self._parts.terms for term in part.terms} | self.classes
        for word in self.words.words:
            found = self._meaning(word, used)
            yield SpanReading(
                text=self.question[word.start : word.end],
                start=word.start,
                end=word.end,
                role=found.role,
                meaning=found.meaning,
                likeness=round(found.likeness, 3),
            )

    def _meaning(self, word: Word, used: set[Term]) -> WordMeaning:
        if word.topic is not None:
            topic = self.topics[word.topic]
            return WordMeaning("topic", topic.label) if topic.iri in used else WordMeaning("unread", "")
        if word.kind == "cue":
            return WordMeaning("operation", word.text)
        is_content = word.kind == "content" and word.text not in PREPOSITIONS
        found = self.meant.of_word(word) if is_content else None
        if found is not None:
            return found
        if self._is_operation(word.text) or (is_content and self._is_measure(word.text)):
            return WordMeaning("operation", word.text)
        return WordMeaning("unread" if is_content else "filler", "")

    def _is_operation(self, text: str) -> bool:
        cues = [*superlatives(self.rest), *(cue.text for cue in comparison_cues(self.rest, by_date=False))]
        said = {part for cue in cues for part in cue.lower().split()}
        patterns = (_OPERATION_WORD, NEGATION)
        return text in said or is_ordinal(text) or any(pattern.fullmatch(text) for pattern in patterns)

    def _is_measure(self, text: str) -> bool:
        """Whether a word is of those that ask for an attribute by an adjective."""
        return any(text in cue.lower().split() for cue, _ in self.asked.values())

    def _topics_read(self) -> Iterator[Finding]:
        used = {term for part in self._parts.terms for term in part.terms if not is_literal(term)}
        named = {self.topics[word.topic].iri for word in self.words.words if word.topic is not None}
        labels = {topic.iri: topic.label for topic in self.topics}
        for topic in self.topics:
            if not topic.optional and topic.iri not in used and topic.iri not in self.classes:
                yield finding("name-unused", topic.label)
        for iri in sorted(used - named):
            yield finding("name-unsaid", labels.get(iri, iri))

    def _classes_read(self) -> Iterator[Finding]:
        for mention in self.vocabulary.classes:
            if mention.iri in self.classes:
                self.asked.setdefault(mention.iri, (mention.text, mention.score))
                if mention.how != "question_word":
                    rows = self.meant.rows_in(mention.start, mention.end)
                    self.meant.mean(rows, "class", mention.label, mention.score)
        for topic in self.topics:
            if topic.iri in self.classes:
                self.asked.setdefault(topic.iri, (topic.mention or topic.label, 1.0))
        for part in self._parts.classes:
            if part.iri in self.asked:
                continue
            if self.facts.is_implied(part.iri, part.variable):
                self.needed[part.iri] = "a relation of it leads to nothing else"
            else:
                yield finding("name-unsaid", self.facts.class_name(part.iri))

    def _read_relations(self) -> None:
        """Gives words to the relations that they are most like, the surest phrases first."""
        names = {self.facts.name(part.iri): part.iri for part in self._parts.relations}
        beside = {
            self.facts.name(part.iri): {_stems(self.facts.name(iri)) for iri in self.facts.relations_beside(part)}
            for part in self._parts.relations
        }
        found: list[tuple[float, Phrase, str]] = [
            (likeness, phrase, name)
            for phrase in self.words.phrases
            for name in names
            if (likeness := self._likeness.of(phrase, name)) >= WITH_A_MODEL.relation
            and not self._names_another(phrase, name, beside[name])
        ]
        for likeness, (first, size), name in sorted(found, key=lambda item: (-item[0], -item[1][1], item[1])):
            rows = range(first, first + size)
            taken = [item.role for item in map(self.meant.of_row, rows) if item is not None]
            if taken and not (likeness >= SURE and {"class", "relation"}.issuperset(taken)):
                continue
            self.meant.mean(rows, "relation", name, likeness)
            self.asked.setdefault(names[name], (self.words.phrases[first, size][0], likeness))
        self._read_measures()
        for name, iri in names.items():
            aside = self.words.aside([name]) if iri not in self.asked else ()
            if aside:
                self.asked[iri] = " ".join(word.text for word in aside), 1.0

    def _names_another(self, phrase: Phrase, name: str, beside: Collection[frozenset[str]]) -> bool:
        """Whether a phrase is the whole name of a relation beside ("serves" is not "formerly served")."""
        said = _stems(self.words.phrases[phrase][0])
        return _stems(name) != said and said in beside

    def _read_measures(self) -> None:
        """Attributes that an adjective measures, and the only date of a thing beside words of time."""
        cues = [*superlatives(self.rest), *re.findall(r"\bhow\s+(\w+)", self.rest, re.IGNORECASE)]
        cues += [cue.text.removesuffix(" than") for cue in comparison_cues(self.rest, by_date=False)]
        for part in self._parts.relations:
            if part.iri in self.asked or not self.facts.is_attribute(part.iri):
                continue
            others = self.facts.attributes_at(part.source)
            for cue in cues:
                if self._measured(cue, others) == [part.iri]:
                    self.asked[part.iri] = cue, 1.0
            dated = [iri for iri in others if self.facts.is_dated(iri)]
            if part.iri not in self.asked and dated == [part.iri] and _OF_TIME.search(self.rest):
                self.needed[part.iri] = "it leads to the only date"

    def _measured(self, cue: str, attributes: Sequence[Term]) -> list[Term]:
        """The attributes that an adjective may measure; those that are named after a measure of it, if any are."""
        degree = degree_of(cue) or degree_of_comparative(cue)
        if degree is None:
            return []
        possible = [iri for iri in attributes if degree not in OF_TIME or self.facts.is_dated(iri)]
        fitting = [
            iri
            for iri in possible
            if not key_flaw(degree, (self.facts.name(iri),), self.facts.is_dated(iri), "", self._encoder)
        ]
        measures = [{stem(word) for word in text.split()} for text in ATTRIBUTES.get(degree, ())]
        stems = {iri: {stem(word) for word in self.facts.name(iri).split()} for iri in fitting}
        return [iri for iri in fitting if any(words <= stems[iri] for words in measures)] or fitting


def _stems(text: str) -> frozenset[str]:
    """The stems of the words of a text, without those that say little."""
    return frozenset(stem(word) for word in text.split() if word not in FUNCTION_WORDS | PREPOSITIONS)
