"""What each word of a question became in a reading, and sentences for those that became nothing."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType

from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_words
from pog_agent.models import Operation, SpanReading
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.models.reading import SpanRole
from pog_agent.reading.alignment import SURE, ReadWord, Strictness
from pog_agent.reading.answer_type import DatePartName
from pog_agent.reading.asked.verbs import asked_verb
from pog_agent.reading.cues import NEGATION
from pog_agent.reading.extremes import ATTRIBUTES
from pog_agent.reading.names import NamePlace, names_in, stands_among
from pog_agent.reading.question_words import LIGHT_VERBS, PARAPHRASED, Word
from pog_agent.reading.reader import QuestionReader, ReadPath
from pog_agent.reading.senses.begun_and_ended import said_end
from pog_agent.reading.senses.doers import source_does
from pog_agent.reading.stems import PhraseStems, begins_alike, content_stems
from pog_agent.values import read_text
from pog_agent.values.known_units import known_unit
from pog_agent.values.unit_names import unit_in_name
from pog_agent.words import FUNCTION_WORDS, MONTHS, PREPOSITIONS, folded, singular, stem, word_stems

ANOTHER_RELATION = 0.75
"""So alike to a word, a relation in sight is what the word means, if it means a relation."""
_CLEARLY = 0.05
"""So much more alike to a word another relation is than those of some path, if it is what the word means."""
_NEAREST = 3
"""So many paraphrases of a phrase may be a name that all of it stands for."""
MEANT = 0.45
"""So alike, it may be what the word means."""


class SpanReader:
    """Tells for each word of a question what it became on some paths.

    `names` are the labels that stand on them. A name or number must be there letter by letter, as likeness of
    meaning says nothing of names. `qualified` are the places that qualifiers of the cited facts stand for, each
    with the qualifier in words, `valued` those of texts that the graph has of what stands there. `date_part` is
    the part of dates on the paths that is the answer. `near` are the relations that what stands on the paths has,
    as far as they are known: others must be meant clearly. `told` are the readings of words, by their start, that
    are known from elsewhere.
    """

    def __init__(
        self,
        reader: QuestionReader,
        read: Sequence[ReadPath],
        names: Iterable[str],
        strictness: Strictness,
        qualified: Sequence[NamePlace] = (),
        *,
        valued: Sequence[NamePlace] = (),
        date_part: DatePartName | None = None,
        near: Collection[str] | None = None,
        told: Mapping[int, SpanReading] = MappingProxyType({}),
    ) -> None:
        self._near, self._question, self._told = near, reader.words.question, told
        self._reader = reader
        self._strictness = strictness
        self._qualified = tuple(qualified)
        self._valued = tuple(valued)
        self._date_part = date_part
        self._asked = all(not item.alignment.unasked(strictness.relation) for item in read)
        taken = [(word.start, word.end) for word in reader.words.words if word.kind == "topic"]
        self.names = names_in(reader.words.question, taken)
        self._shown = {word.rstrip(".,") for name in names for word in re.findall(r"[\w.,\-]+", folded(name))}
        self._best = _best_of(read)
        self._paths = [[one.element.texts[0] for one in item.alignment.relations] for item in read]
        relations = {text: None for path in self._paths for text in path}
        self._relations = {text: {stem(word) for word in text.split()} for text in relations}
        units = (unit_in_name(relation) for item in read for relation in item.path.relations)
        self._units = {unit for unit in units if unit is not None}
        self._is_literal = any(item.answer.kind == "literal" for item in read)
        kinds = {
            read_text(label).kind for item in read if item.answer.kind == "literal" for label in item.answer.labels
        }
        self._is_dated = self._is_literal and reader.wording.expects == "date"
        self._are_texts = kinds == {"text"}
        self._are_dates, self._are_numbers = kinds == {"date"}, bool(kinds) and kinds <= {"number", "quantity"}
        self._asking = [
            one for item in read for one in item.alignment.relations if one.element.place == item.position
        ]
        self._classless = bool(read) and all(
            item.answer.kind == "entity" and not any(node.types for node in item.path.nodes) for item in read
        )

    def spans(self, operation: Operation) -> tuple[SpanReading, ...]:
        """One span for each word of the question, the name of a topic being one."""
        return tuple(self._span(word, operation) for word in self._reader.words.words)

    def sentences(self, besides: Collection[str] = ()) -> list[Finding]:
        """A sentence for each name, number and other word that nothing stands for, `besides` some names.

        Where a language model chose the paths and each of their relations is asked for, a word is held against it
        only if there is a relation in sight that the word means.
        """
        found = []
        content = (word for word in self._reader.words.content if word.text not in PREPOSITIONS)
        left = [word for word in content if word.start not in self._told and self._content(word).role == "unread"]
        for name, start, end in self.names:
            if name not in besides and any(start <= word.start < end for word in left):
                found.append(finding("name-unused", name))
            left = [word for word in left if not start <= word.start < end]
        for word in left:
            if word.text[0].isdigit():
                found.append(finding("number-unread", word.text, refutes=self._is_year_of_facts(word)))
            elif not NEGATION.fullmatch(word.text) and not self._is_harmless(word):
                is_asked = word.text == "do" or self._says_another_relation(word)
                found.append(finding("word-unread", word.text, refutes=is_asked))
        return list(dict.fromkeys(found))

    def _says_another_relation(self, word: Word) -> bool:
        """Whether a word is the verb of the question, and that of a relation of what stands there, on no path."""
        names = (topic.mention or topic.label for topic in self._reader.topics if not topic.optional)
        if not any(asked_verb(self._reader.words.question, name) == word.text for name in names):
            return False
        phrase = self._reader.words.content.index(word), 1
        return self._reader.rival(phrase, self._relations, self._near) >= SURE

    def _is_year_of_facts(self, word: Word) -> bool:
        """Whether a number is a year in which something is said to be so: "in 2019", "in May 2019"."""
        before = self._reader.words.question[: word.start].casefold().replace(",", " ").split()[-1:]
        is_year = word.text.isdecimal() and len(word.text) == 4
        return is_year and not {"in", "during", *MONTHS}.isdisjoint(before)

    def _is_harmless(self, word: Word) -> bool:
        """Whether a word means no other relation: it is light, like none in sight, or like those on all paths.

        One that says the name of such a relation asks for it once more.
        """
        if not self._asked or self._is_meant(word):
            return False
        is_paid = self._are_numbers and stem(word.text) in word_stems("verb_of_money")
        is_idle = is_paid or stem(word.text) in word_stems("verb_of_having")
        if is_idle and self._asking and all(one.likeness >= PARAPHRASED for one in self._asking):
            return True
        if not self._strictness.trusts_choice:
            return False
        if word.text in LIGHT_VERBS and not self._reader.words.is_before_preposition(word):
            return True
        phrase = self._reader.words.content.index(word), 1
        rival = self._reader.rival(phrase, self._relations)
        if rival < ANOTHER_RELATION:
            rival = self._reader.rival(phrase, self._relations, self._near)
        own = min((self._reader.own(phrase, path) for path in self._paths), default=0.0)
        return rival < MEANT or (rival - own < _CLEARLY and own < PARAPHRASED)

    def _is_meant(self, word: Word) -> bool:
        """Whether a word is a text of what stands there, or has the verb of a relation beside that is on no path.

        Of who "ran" a race a `runner` tells, and no `pacer`. A "grandfather" is no `father`.
        """
        if any(start <= word.start < end for _, start, end in self._valued) or self._is_shifted(word):
            return True
        beside = (text for text in self._near or () if text not in self._relations)
        is_on_path = begins_alike([word.text], self._relations)
        return not is_on_path and any(source_does(text, word.text) is False for text in beside)

    def _is_shifted(self, word: Word) -> bool:
        """Whether a prefix makes the word another one than that of a relation on a path."""
        stems = PhraseStems([word.text])
        return any(stems.shifted(text) for text in self._relations)

    def _span(self, word: Word, operation: Operation) -> SpanReading:
        if word.start in self._told:
            return self._told[word.start]
        if word.kind == "topic" and word.topic is not None:
            return self._as(word, "topic", self._reader.topics[word.topic].label)
        if NEGATION.fullmatch(word.text):
            return self._qualifier(word) or self._as(word, "unread")
        if word.kind == "cue":
            return self._cue(word, operation)
        return self._content(word) if word.kind == "content" else self._as(word, "filler")

    def _cue(self, word: Word, operation: Operation) -> SpanReading:
        """The operation, or part of the name of a relation ("highest point", "atomic number")."""
        for relation, stems in self._relations.items():
            if stem(word.text) in stems:
                return self._as(word, "relation", relation)
        if operation == self._reader.wording.operation:
            return self._as(word, "operation", operation)
        return self._as(word, "filler" if word.text in FUNCTION_WORDS else "unread")

    def _qualifier(self, word: Word) -> SpanReading | None:
        """What the question states of a fact, or leaves out by name, where a word is part of that."""
        meanings = (meaning for meaning, start, end in self._qualified if start <= word.start < end)
        meaning = next(meanings, None)
        return None if meaning is None else self._as(word, "qualifier", meaning)

    def _content(self, word: Word) -> SpanReading:
        if self._date_part is not None and singular(word.text) == self._date_part:
            part = f"the {self._date_part} of a date"
            return self._qualifier(word) or self._as(word, "operation", part)
        readings = (self._qualifier, self._named_on_path, self._likened)
        found = (read(word) for read in readings)
        return next(filter(None, found), None) or self._left(word)

    def _named_on_path(self, word: Word) -> SpanReading | None:
        """A word that stands on the paths by its letters, or says of what kind the values are."""
        is_name = self._is_in_a_name(word)
        if word.text in self._shown or (is_name and stands_among(word.text, self._shown)):
            return self._as(word, "value" if word.text[0].isdigit() else "name", word.text)
        kind = self._kind_of_value(word)
        return self._as(word, "value", kind) if kind else None

    def _likened(self, word: Word) -> SpanReading | None:
        """A word that stands for an element of a path, by what it is like."""
        best = self._best.get(word.start)
        is_exact = word.text[0].isdigit() or self._is_in_a_name(word)
        if best is None or best.element is None or best.likeness < (SURE if is_exact else self._strictness.word):
            return None
        return self._as(word, best.element.kind, best.element.texts[0], best.likeness)

    def _left(self, word: Word) -> SpanReading:
        """A word that nothing on the paths stands for by itself."""
        spoken = english_pattern("times", "spoken").finditer(self._question)
        if any(match.start() <= word.start < match.end() for match in spoken):
            return self._as(word, "filler")
        named = self._named_by_phrase(word) or self._named_by_end(word)
        if named:
            return self._as(word, "relation", named)
        if self._are_texts and english_pattern("kinds", "kind_of").match(self._question, word.start):
            return self._as(word, "filler")
        return self._as(word, "class" if self._is_unknown_class(word) else "unread")

    def _named_by_end(self, word: Word) -> str:
        """The relation to the dates that are the answer, where a word says the same end of a time ("begin")."""
        end = said_end([word.text])
        asked = (one.element.texts[0] for one in self._asking if end and said_end([one.element.texts[0]]) == end)
        return next(asked, "") if self._is_dated else ""

    def _is_in_a_name(self, word: Word) -> bool:
        return any(start <= word.start < end for _, start, end in self.names)

    def _named_by_phrase(self, word: Word) -> str:
        """The relation that other words of a phrase stand for, where a paraphrase of all of it is its name."""
        row = self._reader.words.content.index(word)
        for (first, size), texts in self._reader.words.paraphrases.items():
            if size == 1 or not first <= row < first + size:
                continue
            said = {content_stems(text.casefold()) for text in texts[:_NEAREST]}
            for other in self._reader.words.content[first : first + size]:
                read = self._best.get(other.start)
                if read is None or read.element is None or read.likeness < self._strictness.word:
                    continue
                names = set(map(content_stems, read.element.texts))
                is_relation = read.element.kind == "relation" and not self._is_shifted(word)
                if is_relation and not said.isdisjoint(names):
                    return read.element.texts[0]
        return ""

    def _kind_of_value(self, word: Word) -> str:
        """What a word says of the values: that they are dates or numbers, or the unit in their relation's name."""
        is_date = word.text in english_words("date_noun") and self._reader.wording.expects == "date"
        is_date = is_date or (self._are_dates and singular(word.text) in english_words("day_noun"))
        if self._is_literal and (is_date or word.text in english_words("amount_noun") or self._is_degree(word)):
            return "date" if is_date else "number"
        return f"the unit {word.text!r}" if self._units and known_unit(word.text) in self._units else ""

    def _is_degree(self, word: Word) -> bool:
        """Whether it is the adjective of "how big is the dowry", whose noun says which number is asked for."""
        before = self._reader.words.question[: word.start].casefold().split()[-1:]
        named = any(
            one.likeness >= SURE and any(other.start != word.start for other in one.words) for one in self._asking
        )
        return self._are_numbers and before == ["how"] and word.text in ATTRIBUTES and named

    def _is_unknown_class(self, word: Word) -> bool:
        """Whether it names the kind of thing asked for, where nothing on the paths has a class in the graph.

        A word in the singular before another one narrows that ("deputy mayor").
        """
        row = self._reader.words.content.index(word)
        is_narrowing = (row, 2) in self._reader.words.phrases and singular(word.text) == word.text
        asked = any(row in rows for rows in self._reader.words.targets[:1]) and not is_narrowing
        asked = asked and self._reader.words.names_a_kind(row)
        return asked and self._classless and self._reader.rival((row, 1), self._relations) < ANOTHER_RELATION

    def _as(self, word: Word, role: SpanRole, meaning: str = "", likeness: float = 1.0) -> SpanReading:
        text = self._reader.words.question[word.start : word.end]
        found = round(likeness, 3)
        return SpanReading(text=text, start=word.start, end=word.end, role=role, meaning=meaning, likeness=found)


def read_by_letters(spans: Sequence[SpanReading]) -> bool:
    """Whether the words of a name stand as names or values on the paths; fillers among them say nothing."""
    roles = {span.role for span in spans} - {"filler"}
    return bool(roles) and roles.issubset(("topic", "name", "value"))


def _best_of(read: Iterable[ReadPath]) -> dict[int, ReadWord]:
    """What each word, by where it starts, stands for on the path that explains it best."""
    best: dict[int, ReadWord] = {}
    for item in read:
        for found in item.alignment.words:
            if found.word.start not in best or found.likeness > best[found.word.start].likeness:
                best[found.word.start] = found
    return best
