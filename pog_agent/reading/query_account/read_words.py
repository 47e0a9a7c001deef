"""What each word of a question stands for in a query: names, classes, texts, numbers, relations, operations."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Final

from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_words
from pog_agent.models import Paraphrase, SpanReading, TopicEntity
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.ranking.encoder import Encoder
from pog_agent.reading.alignment import WITH_A_MODEL
from pog_agent.reading.cues import NEGATION, superlatives
from pog_agent.reading.elements import relation_groups
from pog_agent.reading.extremes import ATTRIBUTES, OF_TIME, degree_of, degree_of_comparative, key_flaw
from pog_agent.reading.query_account.meant_words import MeantWords, WordMeaning
from pog_agent.reading.query_account.operations import comparison_cues, counted_noun, is_ordinal
from pog_agent.reading.query_account.parts import QueryParts, Variable
from pog_agent.reading.query_account.schema_facts import SchemaFacts
from pog_agent.reading.query_account.stated_values import StatedValues
from pog_agent.reading.query_account.walks import ReadWalks, walks_of
from pog_agent.reading.question_words import LIGHT_VERBS, Word
from pog_agent.reading.reader import QuestionReader
from pog_agent.reading.schema.vocabulary import QueryVocabulary
from pog_agent.reading.spans import SpanReader
from pog_agent.reading.wording import without_topics
from pog_agent.terms import Term, is_literal
from pog_agent.words import FUNCTION_WORDS, PREPOSITIONS, WORD, singular, stem

MOST_RIVALS: Final = 400
OF_QUERIES: Final = replace(WITH_A_MODEL, trusts_choice=False)
"""A query says all that is asked for: no word of a question is idle because nothing is like it."""


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
        walks: ReadWalks | None = None,
    ) -> None:
        self.question = question
        self.rest = without_topics(question, topics)
        self.topics = tuple(topics)
        self.facts = SchemaFacts(parts, vocabulary, walks.labels if walks else {})
        self.vocabulary = vocabulary
        self.operations = operation_words(self.rest)
        self._parts = parts
        self.walks = walks or self._walked(encoder, paraphrases)
        self.words, self.wording = self.walks.reader.words, self.walks.reader.wording
        self.meant = MeantWords(self.words)
        self.asked: dict[Term, tuple[str, float]] = {}
        self.needed: dict[Term, str] = {}
        self.classes = frozenset(part.iri for part in parts.classes)
        self._agreed = agreed
        self._encoder = encoder
        self._starts: dict[Term, int] = {}

    def _walked(self, encoder: Encoder, paraphrases: Sequence[Paraphrase]) -> ReadWalks:
        """The walks of the query, as far as it and the schema tell them."""
        every = [item.iri for item in self.vocabulary.summary.relations][:MOST_RIVALS]
        own = (part.iri for part in self._parts.relations)
        names = {self.facts.name(iri): self.facts.aliases(iri) for iri in dict.fromkeys([*own, *every])}
        said = {stem(word) for part in self._parts.relations for word in self.facts.name(part.iri).split()}
        said.add(stem(counted_noun(self.rest).lower()))
        cues = {word for word in self.operations if stem(word) not in said}
        reader = QuestionReader(self.question, self.topics, encoder, paraphrases, cues)
        walks = walks_of(self._parts, self.facts, self.topics)
        reader.learn([walk.path for walk in walks], names, names)
        is_yes = self._parts.query.form == "exists"
        read = tuple(reader.read(walk.path, walk.position, names_answer=is_yes) for walk in walks)
        nodes = [node for item in read for node in item.path.nodes]
        labels = tuple(label for node in nodes for label in (*node.labels, *node.types))
        return ReadWalks(reader, read, OF_QUERIES, labels)

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
        return self._starts.get(relation)

    def likeness(self, row: int, relation: Term) -> float:
        """How like a relation is to the best phrase that a content word is in."""
        phrases = [phrase for phrase in self.words.phrases if phrase[0] <= row < phrase[0] + phrase[1]]
        name = self.facts.name(relation)
        return max((self.walks.reader.likeness(phrase, name) for phrase in phrases), default=0.0)

    @property
    def asked_classes(self) -> frozenset[Term]:
        """The classes of the query that the question names."""
        return self.classes & self.asked.keys()

    def read(self) -> Iterator[Finding]:
        """Reads all words; gives flaws of the parts of the query that no words ask for, and of names left out."""
        yield from () if self.walks.is_cited else self._topics_read()
        yield from self._classes_read()
        values = StatedValues(self.question, self.rest, self.words, self._parts, self.meant)
        yield from values.read_texts(self.vocabulary.texts)
        yield from values.read_numbers()
        self.needed |= values.needed
        for meaning, start, end in self.walks.qualified:
            self.meant.mean(self.meant.rows_in(start, end), "qualifier", meaning)
        self._read_relations()
        for part in self._parts.relations:
            if part.iri in self.asked or part.iri in self.needed:
                continue
            if part.iri in self._agreed:
                self.needed[part.iri] = "another way to the answer takes it, too"
            elif not self.walks.is_cited and self.facts.is_only_way(part, self.asked_classes):
                self.needed[part.iri] = "no other relation joins these things"
            else:
                yield finding("relation-unasked", self.facts.name(part.iri))
        yield from self._taken_again()

    def _taken_again(self) -> Iterator[Finding]:
        """Relations that a walk takes twice, and for which words ask once: who reports to somebody is one step."""
        for item in self.walks.walks:
            taken = [one.element.texts for one in item.alignment.relations]
            for asked in item.alignment.unasked(self.walks.strictness.relation):
                if taken.count(asked.element.texts) > 1:
                    yield finding("relation-unasked", asked.element.texts[0])

    def spans(self) -> SpanReader:
        """What each word stands for, the name of a topic being one; it tells of those that stand for nothing."""
        used = {term for part in self._parts.terms for term in part.terms} | self.classes
        told = {}
        for word in self.words.words:
            found = self._meaning(word, used)
            if found is not None:
                told[word.start] = SpanReading(
                    text=self.question[word.start : word.end],
                    start=word.start,
                    end=word.end,
                    role=found.role,
                    meaning=found.meaning,
                    likeness=round(found.likeness, 3),
                )
        return self.walks.spans(told)

    def _meaning(self, word: Word, used: set[Term]) -> WordMeaning | None:
        """What a word stands for by itself or by more than relations; None for others."""
        is_content = word.kind == "content" and word.text not in PREPOSITIONS
        if word.topic is not None:
            topic = self.topics[word.topic]
            is_used = topic.iri in used or self.walks.is_cited
            return WordMeaning("topic", topic.label) if is_used else WordMeaning("unread", "")
        if word.kind != "cue" and singular(word.text) == self.walks.date_part:
            return None
        found = self.meant.of_word(word) if is_content else None
        is_light = is_content and word.text in LIGHT_VERBS and not self.walks.is_cited
        if found is not None or is_light:
            return found or WordMeaning("filler", "")
        is_measure = is_content and self._is_measure(word.text)
        if word.kind == "cue" or word.text in self.operations or is_measure:
            return WordMeaning("operation", word.text)
        return None if is_content else WordMeaning("filler", "")

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
        """Takes over the words that ask for the relations of the walks."""
        for item in self.walks.walks:
            sizes = {group.place: group.size for group in relation_groups(item.path)}
            steps = item.path.key.steps if item.path.key is not None else ()
            likeness = {read.word.start: read.likeness for read in item.alignment.words}
            for asked in item.alignment.relations:
                place = asked.element.place
                own = [step.relation for step in steps[place - sizes[place] : place]]
                if asked.element.needed:
                    self.needed |= dict.fromkeys(own, asked.element.needed)
                words = [
                    word for word in asked.words if likeness.get(word.start, 1.0) >= self.walks.strictness.word
                ]
                text = " ".join(word.text for word in words)
                if not words or asked.likeness < self.walks.strictness.relation or self._names_another(text, own):
                    continue
                rows = [self.words.content.index(word) for word in words if word.kind == "content"]
                self.meant.mean(rows, "relation", asked.element.texts[0], asked.likeness)
                for relation in own:
                    if self.asked.get(relation, ("", 0.0))[1] < asked.likeness:
                        self.asked[relation] = text, asked.likeness
                        self._starts[relation] = words[0].start
        if not self.walks.is_cited:
            self._read_again()
        self._read_measures()

    def _read_again(self) -> None:
        """Words that are like a relation for which others stand, too: what does it "weigh" in "grams"?"""
        own = [iri for iri in dict.fromkeys(part.iri for part in self._parts.relations) if iri in self.asked]
        for row, word in enumerate(self.words.content):
            found = [(self.walks.reader.likeness((row, 1), self.facts.name(iri)), iri) for iri in own]
            likeness, relation = max(found, default=(0.0, ""))
            if likeness >= self.walks.strictness.relation and not self._names_another(word.text, [relation]):
                self.meant.mean([row], "relation", self.facts.name(relation), likeness)

    def _names_another(self, text: str, relations: Sequence[Term]) -> bool:
        """Whether words are the whole name of a relation beside some ("serves" is not "formerly served")."""
        said = _stems(text)
        parts = [part for part in self._parts.relations if part.iri in relations]
        beside = {iri for part in parts for iri in self.facts.relations_beside(part)}
        return said not in [_stems(self.facts.name(iri)) for iri in relations] and any(
            said == _stems(self.facts.name(iri)) for iri in beside
        )

    def _read_measures(self) -> None:
        """Attributes that an adjective measures, and the only date of a thing beside words of time."""
        cues = [*superlatives(self.rest), *english_pattern("computing", "how_adjective").findall(self.rest)]
        cues += [cue.text.removesuffix(" than") for cue in comparison_cues(self.rest, by_date=False)]
        for part in self._parts.relations:
            if part.iri in self.asked or not self.facts.is_attribute(part.iri):
                continue
            others = self.facts.attributes_at(part.source)
            for cue in cues:
                if self._measured(cue, others) == [part.iri]:
                    self.asked[part.iri] = cue, 1.0
            dated = [iri for iri in others if self.facts.is_dated(iri)]
            is_only_date = part.iri not in self.asked and dated == [part.iri]
            if is_only_date and english_pattern("when", "of_time").search(self.rest):
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


def operation_words(rest: str) -> frozenset[str]:
    """The words of computing in a question without the names of its topics."""
    cues = [*superlatives(rest), *(cue.text for cue in comparison_cues(rest, by_date=False))]
    said = {part for cue in cues for part in cue.lower().split()}
    said |= english_words("of_operation") | english_words("share")
    return frozenset(
        word
        for word in (match.group().lower() for match in WORD.finditer(rest))
        if word in said or is_ordinal(word) or NEGATION.fullmatch(word)
    )
