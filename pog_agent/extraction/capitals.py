"""Runs of capitalised words in sentences, and what the capitals of a corpus tell.

A word that begins a sentence has a capital whatever it is. So the corpus tells which of these words are names:
those that it writes with a capital inside sentences, too.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_words
from pog_agent.sentences import UNSPACED
from pog_agent.words import FUNCTION_WORDS

_WORD = re.compile(rf"[{UNSPACED}]|[^\W_{UNSPACED}]+(?:['’\-.&][^\W_{UNSPACED}]+)*")
_GAP = re.compile(r"\.?\s+|\s*&\s*")
_OPENING = ("“", "‘", '"', ":", "(")
_ENDED = re.compile(r"[.!?…。！？]\W*$")


class SentenceWord(NamedTuple):
    """A word of a sentence, with its span in the text and without a possessive ending.

    The capital of a `first` word tells nothing. `is_bound` says that it had the ending: no name goes on behind it.
    """

    text: str
    start: int
    end: int
    first: bool
    is_bound: bool

    @property
    def is_capital(self) -> bool:
        """Whether it begins with a capital and is no function word; US and IT are none."""
        shouted = len(self.text) > 1 and self.text.isupper()
        return self.text[0].isupper() and (shouted or self.text.lower() not in FUNCTION_WORDS)

    @property
    def is_caseless(self) -> bool:
        """Whether it is a word of two letters or more, in a script without capitals."""
        return len(self.text) > 1 and self.text.isalpha() and self.text.lower() == self.text.upper()


class Capitals:
    """How often words have a capital where it tells something, and how often they have none."""

    def __init__(self) -> None:
        self._capital: Counter[str] = Counter()
        self._small: Counter[str] = Counter()

    def add(self, words: Sequence[SentenceWord]) -> None:
        """Counts the words of a sentence."""
        for word in words:
            if word.text[0].islower():
                self._small[word.text.lower()] += 1
            elif not word.first and word.text[0].isupper():
                self._capital[word.text.lower()] += 1

    def knows(self, word: str) -> bool:
        """Whether the word stands anywhere but at the beginning of sentences."""
        return bool(self._capital[word.lower()] or self._small[word.lower()])

    def begins_name(self, word: str, *, alone: bool) -> bool:
        """Whether a word that begins a sentence is a name, or the first word of one if it is not `alone`.

        Alone it must have a capital more often than not. With other capitals behind it, it need not be known.
        """
        capital, small = self._capital[word.lower()], self._small[word.lower()]
        return capital > small or (small == 0 and not alone)


def sentence_words(text: str, start: int, end: int) -> list[SentenceWord]:
    """The words of one sentence, which is a span of characters of a text.

    A character of Chinese or Japanese is a word.
    """
    found: list[SentenceWord] = []
    for match in _WORD.finditer(text, start, end):
        word = english_pattern("words", "genitive").sub("", match.group())
        first = not found or text[found[-1].end : match.start()].rstrip().endswith(_OPENING)
        is_bound = len(word) < len(match.group())
        found.append(SentenceWord(word, match.start(), match.start() + len(word), first, is_bound))
    return found


def capital_runs(words: Sequence[SentenceWord], text: str) -> Iterator[tuple[int, int]]:
    """Runs of capitalised words, with joining words between them, as spans of words.

    A word whose capital tells nothing may only begin a run.
    """
    place = 0
    while place < len(words):
        if words[place].is_capital:
            stop = _run_end(words, place, text)
            yield place, stop
            place = stop
        else:
            place += 1


def name_begin(run: Sequence[SentenceWord], capitals: Capitals) -> int:
    """How many words at the beginning of a run are no part of a name: all of them where none is one."""
    if not run[0].first or capitals.begins_name(run[0].text, alone=len(run) == 1):
        return 0
    return next((place for place, word in enumerate(run) if place and word.is_capital), len(run))


def is_headline(words: Sequence[SentenceWord], sentence: str) -> bool:
    """Whether no capital tells anything: all words have one where no sentence ends, or all is in capitals."""
    told = [word for word in words if word.text[0].isalpha() and word.text.lower() not in FUNCTION_WORDS]
    shouted = len(told) > 2 and all(word.text.isupper() for word in told)
    return shouted or (all(word.is_capital for word in told) and not _ENDED.search(sentence))


def _run_end(words: Sequence[SentenceWord], place: int, text: str) -> int:
    stop = ahead = place + 1
    while ahead < len(words) and not words[ahead - 1].is_bound:
        before, word = words[ahead - 1], words[ahead]
        if word.first or not _GAP.fullmatch(text, before.end, word.start):
            break
        if word.is_capital:
            stop = ahead + 1
        elif word.text not in english_words("particle_of_name") and (before.text, word.text) != ("of", "the"):
            break
        ahead += 1
    return stop
