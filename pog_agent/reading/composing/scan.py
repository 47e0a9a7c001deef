"""A question while it is read: its words, what it names, and what is to be done."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Literal

from pog_agent.language.lexicon import english_words
from pog_agent.reading.composing.heads import Head, Place
from pog_agent.reading.composing.stated.amounts import StatedAmount, masked
from pog_agent.reading.composing.stated.numbers import NUMBERS
from pog_agent.reading.question_words import FILLERS
from pog_agent.reading.senses.verbs import LITTLE_SAYING, is_said_verb
from pog_agent.words import FUNCTION_WORDS, PREPOSITIONS, WORD

Form = Literal["rows", "count", "exists", "aggregate"]
IDLE: Final = FILLERS | english_words("idle")
"""Words that say nothing about which things or relations are meant, beside the function words."""
QUOTES: Final = "\"'“”‘’`"


@dataclass(frozen=True)
class QuestionWord:
    """A word in lower case, without its genitive ending, and where it stands."""

    text: str
    start: int
    end: int
    is_genitive: bool


@dataclass
class Scan:
    """What was found in a question.

    `heads` stand in the order of their words. `roots` are those asked for, in order: several are columns. `used`
    are the words that are part of a head or a cue. `unread` says what is not understood, `refusals` why what was
    read compares with nothing or is not computed. `amounts` are the numbers with units.
    """

    question: str
    words: tuple[QuestionWord, ...]
    heads: list[Head] = field(default_factory=list)
    form: Form = "rows"
    roots: list[int] = field(default_factory=list)
    group: int | None = None
    order: list[int] = field(default_factory=list)
    used: set[int] = field(default_factory=set)
    unread: list[str] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)
    amounts: tuple[StatedAmount, ...] = ()

    @property
    def free(self) -> list[int]:
        """The words that say something and are not used yet."""
        return [
            place
            for place, word in enumerate(self.words)
            if place not in self.used and (word.text == "own" or not self._is_idle(place))
        ]

    def _is_idle(self, place: int) -> bool:
        """Whether a word says nothing of what is meant; a verb that may be an order does only where it is one."""
        text = self.words[place].text
        if text == "use" and place and self.words[place - 1].text == "in":
            return False
        is_carried = text in LITTLE_SAYING and any(head.kind in ("attribute", "role") for head in self.heads)
        if not is_carried and is_said_verb(self.question, self.words[place].start, self.words[place].end):
            return False
        if text not in english_words("giving_order") or place == 0:
            return says_little(text)
        before = self.words[place - 1]
        begins = "," in self.question[before.end : self.words[place].start]
        is_order = begins or before.text in english_words("before_order")
        return is_order or not any(head.place[1] <= place for head in self.heads)

    @property
    def asks_whether_so(self) -> bool:
        """Whether it asks of one named thing if it has a value: "is the hall heated", "is it in York"."""
        is_denied = any(head.is_denied or head.negated for head in self.heads)
        return self.form == "exists" and [head.kind for head in self.heads] == ["entity", "text"] and not is_denied

    @property
    def lower(self) -> str:
        """The question in lower case."""
        return self.question.lower()

    @property
    def lower_without_units(self) -> str:
        """The question in lower case, with the figures of each amount in place of its words."""
        return masked(self.lower, self.amounts)

    def unit_place(self, amount: StatedAmount) -> Place | None:
        """The words of the unit of an amount."""
        return self.place(amount.unit_start, amount.end)

    def place(self, start: int, end: int) -> Place | None:
        """The words at some characters."""
        inside = [number for number, word in enumerate(self.words) if word.start < end and start < word.end]
        return (inside[0], inside[-1] + 1) if inside else None

    def text(self, place: Place) -> str:
        """The words at a place."""
        return " ".join(word.text for word in self.words[slice(*place)])

    def before(self, place: Place) -> str:
        """The question up to a place, all of it before what no word stands for at its end."""
        return self.question[: self.words[place[0]].start] if place[0] < len(self.words) else self.question

    def is_free(self, place: Place) -> bool:
        """Whether no word there is part of a head or cue."""
        return not any(number in self.used for number in range(*place))

    def use(self, place: Place) -> None:
        """Makes words part of something."""
        self.used.update(range(*place))

    def add(self, head: Head) -> None:
        """Puts a head among the others, in the order of their words."""
        self.heads.append(head)
        self.heads.sort(key=lambda item: item.place)

    def next_head(self, word: int) -> Head | None:
        """The first head that begins at a word or behind it, other than what an adjective measures."""
        behind = [head for head in self.heads if head.place[0] >= word and not head.is_hint]
        return min(behind, key=lambda head: head.place, default=None)

    def previous_attribute(self, word: int) -> Head | None:
        """The attribute before a word, if nothing that says something stands between."""
        before = [head for head in self.heads if head.place[1] <= word and not head.is_hint]
        last = max(before, key=lambda head: head.place, default=None)
        if last is None or last.kind != "attribute" or not self.is_near(last.place[1], word, 2):
            return None
        return last

    def is_near(self, first: int, last: int, most: int = 1) -> bool:
        """Whether at most so many words that say something stand between two places."""
        between = [
            number
            for number in range(first, last)
            if number not in self.used and not says_nothing(self.words[number].text)
        ]
        return len(between) <= most


def says_little(text: str) -> bool:
    """Whether a word is a function word, or one that says nothing of what is meant."""
    return text in FUNCTION_WORDS or text in IDLE


def says_nothing(text: str) -> bool:
    """Whether a word alone means no thing and no relation."""
    return text in FUNCTION_WORDS or text in IDLE or text in PREPOSITIONS


def begins_comparison(text: str) -> bool:
    """Whether a comparison or a number may begin with a word: "less" in "weighs less than 10 kg"."""
    return text in english_words("begins_comparison") or text in NUMBERS or text[:1].isdigit()


def question_words(question: str) -> Iterator[QuestionWord]:
    """The words of a question. Words that hyphens join are several: "powered" may name a class, "battery" none."""
    for match in WORD.finditer(question):
        parts = re.finditer(r"[^-]+", match.group())
        is_joint = re.fullmatch(r"[^\W\d_]+(?:-[^\W\d_]+)+(?:['’]s)?", match.group()) is not None
        for part in parts if is_joint else [match]:
            start = match.start() + part.start() if is_joint else match.start()
            text = part.group().lower()
            plain = re.sub(r"['’]s$", "", text)
            end = start + len(plain)
            yield QuestionWord(plain, start, end, plain != text or question[end : end + 1] in ("'", "’"))
