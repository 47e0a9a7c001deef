"""The words of a question, each with its place and its part: name of a topic, cue of an operation, content."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal

from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_words
from pog_agent.language.qualifiers import alike_qualifiers
from pog_agent.models import Paraphrase, TopicEntity
from pog_agent.reading.asked.asides import without_asides
from pog_agent.reading.asked.bare import (
    QuestionWord,
    asked_by_word,
    asks_for_price,
    is_holding,
    is_told_by,
    tells_price,
)
from pog_agent.reading.asked.rewording import Rewording, is_same_name
from pog_agent.reading.extremes import ATTRIBUTES, OF_TIME
from pog_agent.reading.senses.begun_and_ended import is_asked_end
from pog_agent.reading.senses.other_nouns import asks_for_occupation, nouns_for
from pog_agent.reading.senses.possession import tells_whose
from pog_agent.reading.senses.verbs import LITTLE_SAYING, is_said_verb
from pog_agent.reading.stems import content_stems
from pog_agent.reading.wording import Wording, final_verb
from pog_agent.words import FUNCTION_WORDS, PREPOSITIONS, WORD, plain_word, plural, stem, word_stems

WordKind = Literal["topic", "function", "filler", "cue", "content"]

FILLERS = english_words("filler")
"""Words that say nothing about what is asked for, beside the function words."""
LIGHT_VERBS = english_words("idle_verb")
"""Verbs that say little where another word of the question says it ("make much money"); "come from" says more."""
PARAPHRASED = 0.9
"""How alike a phrase is to what a paraphrase of it says, beside 1 for what it says itself."""
MOST_WORDS = 3
"""The longest phrase that one element may stand for, in words."""
MOST_PARAPHRASED = 5
"""The same of a phrase that a paraphrase takes together: "how high above sea level"."""
_ENDING = re.compile(r"\W*$")
_GENITIVE = re.compile(r"['’]s(?!\w)|(?<=s)['’](?!\w)")

Phrase = tuple[int, int]
"""A run of content words: the number of the first, and how many."""


@dataclass(frozen=True)
class Word:
    """A word of a question in lower case, without its genitive ending. `topic` numbers the topic it names."""

    text: str
    start: int
    end: int
    kind: WordKind
    topic: int | None = None


class QuestionWords:
    """The words of a question. `content` are those to be explained, in their order, and phrases number them."""

    def __init__(
        self,
        question: str,
        topics: Sequence[TopicEntity],
        wording: Wording,
        paraphrases: Sequence[Paraphrase] = (),
        cues: Collection[str] = (),
    ) -> None:
        """`cues` are words of computing beside those of the wording."""
        self.question = question
        self._cues = {*wording.cue, *cues}
        self.rewording = Rewording(question, paraphrases)
        self._paraphrases = tuple(paraphrases)
        self._wording = wording
        self._names = name_places(question, topics)
        self.words = tuple(self._kinds())
        self._places = [place for place, word in enumerate(self.words) if word.kind == "content"]
        self.content = tuple(self.words[place] for place in self._places)

    @cached_property
    def phrases(self) -> Mapping[Phrase, tuple[str, ...]]:
        """Each phrase of up to three content words, with its spellings: alone, and with the preposition behind.

        Its words stand side by side, or around an "of" ("head of state"), or a paraphrase takes them together,
        then up to five.
        """
        found: dict[Phrase, tuple[str, ...]] = {}
        for first, (one, other) in enumerate(pairwise(self.content)):
            text = self.question[one.start : other.end].lower()
            if text.split() == [one.text, "of", other.text]:
                found[first, 2] = (text,)
        for paraphrase in self._paraphrases:
            for phrase in self._runs_of(paraphrase.words):
                found[phrase] = (paraphrase.words.lower(),)
        for first, place in enumerate(self._places):
            for size in range(1, MOST_WORDS + 1):
                if self._places[first : first + size] != list(range(place, place + size)) or not self._is_run(
                    place, size
                ):
                    break
                text = " ".join(word.text for word in self.words[place : place + size])
                behind = self.words[place + size : place + size + 1]
                linked = [f"{text} {word.text}" for word in behind if word.text in PREPOSITIONS]
                found[first, size] = (text, *linked)
        return found

    @cached_property
    def paraphrases(self) -> Mapping[Phrase, tuple[str, ...]]:
        """The other words for each phrase of content words that was paraphrased, alone or with function words.

        "How long" asks for what the adjective measures, "who wrote" for the author. An adjective may measure
        several things ("how big"), so where it was paraphrased, it asks for nothing else. Who is "vice"
        chair is the deputy.
        """
        found: dict[Phrase, tuple[str, ...]] = {}
        for paraphrase in self._paraphrases:
            for phrase in self._runs_of(paraphrase.words):
                found[phrase] = (*found.get(phrase, ()), *(text.lower() for text in paraphrase.others))
        for row, word in enumerate(self.content):
            measured = ATTRIBUTES.get(word.text, ()) if word.text not in OF_TIME else ()
            if measured and english_pattern("question_words", "how_before").search(self.question[: word.start]):
                found.setdefault((row, 1), measured)
            elif nouns := nouns_for(self.question, word.text, word.start):
                found[row, 1] = (*found.get((row, 1), ()), *nouns)
            elif alike := alike_qualifiers(word.text):
                found[row, 1] = (*found.get((row, 1), ()), *sorted(alike))
        return found

    def is_other_name(self, phrase: Phrase, texts: Iterable[str]) -> bool:
        """Whether a paraphrase stands in a text, and says as much as the whole phrase does.

        A part of the phrase says as much only where it lacks no more than a light verb ("make at the box office").
        """
        own = content_stems(self.phrases[phrase][0])
        stems = [content_stems(text) for text in texts]
        for other in map(content_stems, self.paraphrases.get(phrase, ())):
            says_more = bool(other - own) or own - other <= word_stems("idle_verb")
            if other and says_more and any(other <= found for found in stems):
                return True
        return False

    def paraphrases_of(self, word: Word) -> tuple[str, ...]:
        """The other words for a content word alone."""
        return self.paraphrases.get((self.content.index(word), 1), ())

    def is_paraphrased(self, words: Collection[Word], text: str) -> bool:
        """Whether a paraphrase of what some of the words say is a text, by the stems of its words."""
        said = (
            other
            for (first, size), others in self.paraphrases.items()
            if not set(self.content[first : first + size]).isdisjoint(words)
            for other in others
        )
        return any(is_same_name(other, text) for other in said)

    def _runs_of(self, text: str) -> Iterator[Phrase]:
        """The runs of content words, not too long ones, that stand where the question says a text."""
        for match in re.finditer(rf"(?<!\w){re.escape(text)}(?!\w)", self.question, re.IGNORECASE):
            rows = [row for row, word in enumerate(self.content) if match.start() <= word.start < match.end()]
            if 0 < len(rows) <= MOST_PARAPHRASED:
                yield rows[0], len(rows)

    @cached_property
    def links(self) -> tuple[int, ...]:
        """For each content word the number of genitives before it: "Ann's child's heir" asks for two relations.

        So does a word that is said again: "the heir of the heir".
        """
        ends = [match.end() for match in _GENITIVE.finditer(self.question)]
        stems = [stem(word.text) for word in self.content]
        return tuple(
            sum(end <= word.start for end in ends) + stems[:row].count(stems[row])
            for row, word in enumerate(self.content)
        )

    @property
    def order(self) -> tuple[int, ...]:
        """The numbers of the content words in their order, a verb before "that" before its noun.

        "In which city is the club based that won" speaks of the club that won.
        """
        rows = list(range(len(self.content)))
        for row in rows[1:]:
            is_next = self._places[row] == self._places[row - 1] + 1
            if is_next and english_pattern("clauses", "clause_next").match(self.question, self.content[row].end):
                rows[row - 1], rows[row] = rows[row], rows[row - 1]
        return tuple(rows)

    def is_before_preposition(self, word: Word) -> bool:
        """Whether a preposition follows a word at once ("come from")."""
        behind = self.words.index(word) + 1
        return behind < len(self.words) and self.words[behind].text in PREPOSITIONS

    def names_a_kind(self, row: int) -> bool:
        """Whether a content word stands right behind "which" or "what": it says what kind of thing is meant."""
        before = self.question[: self.content[row].start]
        return english_pattern("question_words", "which_before").search(before) is not None

    def has_final_verb(self, phrase: Phrase) -> bool:
        """Whether a phrase takes in the verb at the end of "what did X order", which names no class."""
        start = self._start_of_final_verb
        return start is not None and any(word.start == start for word in self.content[phrase[0] : sum(phrase)])

    @cached_property
    def _start_of_final_verb(self) -> int | None:
        verb = final_verb(self.question)
        return verb[0] if verb else None

    @cached_property
    def targets(self) -> tuple[tuple[int, ...], ...]:
        """The runs of content words that may name the class asked for, the shortest first."""
        texts = [word.text for word in self.content]
        runs = []
        for target in self._wording.targets:
            parts = target.split()
            starts = (place for place in range(len(texts)) if texts[place : place + len(parts)] == parts)
            start = next(starts, None)
            if start is not None:
                runs.append(tuple(range(start, start + len(parts))))
        return tuple(runs)

    def aside(self, labels: Iterable[str], *, onward: bool = True) -> tuple[Word, ...]:
        """The words without a content of their own that stand in the first of some labels that has any.

        So they do in "takes its name from". "Whose" is for who has what is named, "when" and "where" are for the
        date and the place where no other word asks, if the relation is walked along its arrow.
        """
        return next(filter(None, (self._aside(label, onward=onward) for label in labels)), ())

    def _aside(self, label: str, *, onward: bool) -> tuple[Word, ...]:
        named = [word for word in label.split() if word not in PREPOSITIONS] or label.split()
        stems = {stem(word) for word in named if len(word) > 2}
        kinds = ("function", "filler")
        idle = (
            word
            for word in self.words
            if word.kind in kinds and word.text not in english_words("asking_word") and stem(word.text) in stems
        )
        owner = (word for word in self.words if word.text == "whose" and tells_whose(self.question, label))
        said = (word for word in idle if not self.question[word.end :].lstrip().lower().startswith("of "))
        return (*said, *owner, *(self._bare(label) if onward else ()))

    @property
    def asks_alone(self) -> QuestionWord | None:
        """The question word of a question without a word of content; None in others."""
        return asked_by_word(self.question) if not self.content else None

    def _bare(self, label: str) -> Iterator[Word]:
        """The question word that asks alone for what a relation tells by its name; not "where is it from".

        "Where" asks for the place at the end of a path, too: "where is the publisher of X based". "How much" asks
        for a price, "since when" for a beginning.
        """
        if asks_for_price(self.question) and tells_price(label):
            yield from (word for word in self.words if word.text == "much")
        since = next((word for word in self.words if word.text in ("since", "until", "till")), None)
        if since is not None and since.kind != "content" and is_asked_end(self.question, label):
            yield since
        ways = {word.text for word in self.words if word.kind == "function"} & PREPOSITIONS
        asked = self.asks_alone or ("where" if asked_by_word(self.question) == "where" else None)
        if asked is not None and ways <= english_words("idle_preposition") and is_told_by(label, asked):
            yield next(word for word in self.words if word.text == asked)

    def sides(self, topic: int) -> tuple[list[int], list[int]] | None:
        """The content words before and behind the first name of a topic; None where it is not named."""
        start = next((word.start for word in self.words if word.topic == topic), None)
        if start is None:
            return None
        before = [number for number, word in enumerate(self.content) if word.start < start]
        return before, list(range(len(before), len(self.content)))

    def _kinds(self) -> list[Word]:
        cues, plain = self._cues, without_asides(self.question)
        said = set(self._paraphrased_small_words())
        found = [
            Word(self.question[start:end].lower(), start, end, "topic", topic) for start, end, topic in self._names
        ]
        for match in WORD.finditer(self.question):
            start, end = match.span()
            if any(start < stop and begin < end for begin, stop, _ in self._names):
                continue
            text = plain_word(self.question, match)
            kind: WordKind = "content"
            if plain[start:end].isspace():
                kind = "filler"
            elif text in cues or text in english_words("excluding"):
                kind = "cue"
            elif (
                asks_for_occupation(self.question, start)
                or (text in said and self._has_weight(text, end))
                or (text not in LITTLE_SAYING and is_said_verb(self.question, start, end))
            ):
                kind = "content"
            elif text in FUNCTION_WORDS or text in PREPOSITIONS:
                kind = "function"
            elif self._is_filler(text, start):
                kind = "filler"
            found.append(Word(text, start, end, kind))
        return sorted(found, key=lambda word: word.start)

    def _is_filler(self, text: str, start: int) -> bool:
        """Whether a word says nothing where it begins: what "takes place" happens, "in use" says something.

        So do what "we have got", "number" before one, and "since" before the word that asks.
        """
        before = self.question[:start]
        if text == "place":
            return english_pattern("verbs", "taking_before").search(before) is not None
        is_used = text == "use" and english_pattern("clauses", "in_before").search(before)
        behind = self.question[start + len(text) :]
        is_idle = (
            (text == "got" and english_pattern("verbs", "having_before").search(before) is not None)
            or (text == "number" and re.match(r"\s+\d", behind) is not None)
            or (
                text in ("since", "till", "until")
                and english_pattern("question_words", "asking_next").match(behind) is not None
            )
        )
        return is_idle or (text in FILLERS and not is_used) or is_holding(self.question, start)

    def _has_weight(self, text: str, end: int) -> bool:
        """Whether a small word may be asked by: a preposition, "has" before an object, a verb at the end."""
        if text in english_words("having"):
            return english_pattern("clauses", "object_next").match(self.question, end) is not None
        return text in PREPOSITIONS or _ENDING.match(self.question, end) is not None

    def _paraphrased_small_words(self) -> Iterator[str]:
        """The small words that a paraphrase gives a meaning, alone or behind an idle word ("was in").

        These are prepositions, "do" and "have".
        """
        for paraphrase in self._paraphrases:
            words = paraphrase.words.lower().split()
            has_object = not english_words("object_pronoun").isdisjoint(words[-1:])
            *before, last = (words[:-1] if has_object else words) or [""]
            is_small = last in PREPOSITIONS or last == "do" or last in english_words("having")
            if is_small and FUNCTION_WORDS.issuperset(before):
                yield last

    def _is_run(self, place: int, size: int) -> bool:
        """Whether only space stands between the words: no comma, no genitive ending."""
        run = self.words[place : place + size]
        return all(
            self.question[one.start + len(one.text) : other.start].isspace() for one, other in pairwise(run)
        )


def name_places(question: str, topics: Sequence[TopicEntity]) -> list[tuple[int, int, int]]:
    """Where the topics that are not optional are named: start, end (with a genitive ending), topic.

    Longer names are found first, and no two places overlap. The plural of a name in small letters names it, too.
    """
    names = [
        (rf"(?i:{re.escape(name)}(?:['’]s)?)|{re.escape(plural(name.lower()))}", len(name), number)
        for number, topic in enumerate(topics)
        if not topic.optional
        for name in dict.fromkeys((topic.mention, topic.label))
        if name
    ]
    found: list[tuple[int, int, int]] = []
    for pattern, _, number in sorted(names, key=lambda item: -item[1]):
        for match in re.finditer(rf"(?<!\w)(?:{pattern})(?!\w)", question):
            start, end = match.span()
            if not any(start < stop and begin < end for begin, stop, _ in found):
                found.append((start, end, number))
    return sorted(found)
