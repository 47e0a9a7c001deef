"""How alike a phrase of the question and the words of an element are."""

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import lru_cache
from heapq import nlargest

import numpy as np

from pog_agent.ranking.encoder import Encoder
from pog_agent.reading.question_words import PARAPHRASED, Phrase
from pog_agent.words import FUNCTION_WORDS, stem

CLEARLY = 0.1
VAGUE = 0.44
LEAST_PARAPHRASED = 0.6
"""A paraphrase that is less like a text says nothing of it: it is a second guess already."""
MOST_LEADING = 8
SHIFTED = 0.2
SHIFTING = (
    "ante",
    "anti",
    "co",
    "ex",
    "foster",
    "god",
    "grand",
    "great",
    "half",
    "non",
    "sub",
    "step",
    "under",
    "vice",
)
"""Prefixes that make another relation of a word."""
_WORD = re.compile(r"[^\W_]+")


class Likeness:
    """Compares phrases with texts: 1 where the words of a phrase stand in the text, else by their vectors.

    A phrase may have paraphrases, too, that count a little less than its own words.

    A phrase that resembles several texts a little means none of them ("film", where films have directors, actors
    and writers): so a likeness counts less, the more the best of the `rivals` exceeds it, and where another one
    is about as like.
    """

    def __init__(
        self,
        phrases: Mapping[Phrase, tuple[str, ...]],
        encoder: Encoder,
        paraphrases: Mapping[Phrase, tuple[str, ...]] | None = None,
    ) -> None:
        self._phrases = phrases
        self._paraphrases = paraphrases or {}
        self._encoder = encoder
        self._known: dict[str, dict[Phrase, float]] = {}
        self._leaders: dict[Phrase, list[tuple[float, str]]] = {}
        self._rivals: set[str] = set()

    def learn(self, texts: Iterable[str], rivals: Iterable[str] = ()) -> None:
        """Compares all phrases with some texts at once. `rivals` are texts that elements compete with."""
        rivals = list(dict.fromkeys(rivals))
        new = [text for text in dict.fromkeys([*texts, *rivals]) if text not in self._known]
        every = (*self._phrases.values(), *self._paraphrases.values())
        spellings = list(dict.fromkeys(text for found in every for text in found))
        if new and spellings:
            fit = np.clip(self._encoder.encode(new) @ self._encoder.encode(spellings).T, 0.0, 1.0)
            column = {text: place for place, text in enumerate(spellings)}
            for text, row in zip(new, fit.tolist(), strict=True):
                self._known[text] = self._compared(text, {one: row[column[one]] for one in spellings})
        self._rivals.update(rivals)
        for rival in rivals:
            self._known.setdefault(rival, {})
        self._leaders.clear()

    def _compared(self, text: str, fit: Mapping[str, float]) -> dict[Phrase, float]:
        """The likeness of every phrase and a text; none of a phrase that the text has in part.

        A deputy mayor is no mayor: each of the two words is on its own.
        """
        stems = _stems(text)
        found: dict[Phrase, float] = {}
        for phrase, spellings in self._phrases.items():
            own = _compare(spellings, text, stems, fit)
            others = (_compare([other], text, stems, fit) for other in self._paraphrases.get(phrase, ()))
            other = max(others, default=0.0)
            by_paraphrase = PARAPHRASED * other if other >= LEAST_PARAPHRASED else 0.0
            found[phrase] = max(own, min(by_paraphrase, _limit(spellings[0], text)))
        return found

    def plain(self, phrase: Phrase, text: str) -> float:
        """The likeness of a phrase and a text that was learned, 0 to 1."""
        return self._known[text][phrase]

    def of(self, phrase: Phrase, text: str) -> float:
        """The same beside what the best rival has."""
        likeness = self.plain(phrase, text)
        if not likeness:
            return 0.0
        leading, own = self._leading(phrase), _content_stems(text)
        best = max(leading[0][0], likeness)
        other = next((found for found, rival in leading if own.isdisjoint(_content_stems(rival))), 0.0)
        is_vague = likeness < PARAPHRASED and likeness - other < CLEARLY
        return min(likeness * likeness / best, VAGUE if is_vague else 1.0)

    def is_said(self, phrase: Phrase, text: str) -> bool:
        """Whether all words of a phrase stand in a text, by their stems; the text need not be learned."""
        spelling = self._phrases[phrase][0]
        return min(_shared(spelling, _stems(text)), _limit(spelling, text)) == 1.0

    def rival(self, phrase: Phrase, besides: Container[str]) -> float:
        """The likeness of a phrase and the most alike of the rivals, besides some texts."""
        return max(
            (self._known[text].get(phrase, 0.0) for text in self._rivals if text not in besides), default=0.0
        )

    def _leading(self, phrase: Phrase) -> list[tuple[float, str]]:
        """The rivals that are most like a phrase, with their likeness."""
        if phrase not in self._leaders:
            found = ((self._known[text].get(phrase, 0.0), text) for text in self._rivals)
            self._leaders[phrase] = nlargest(MOST_LEADING, found) or [(0.0, "")]
        return self._leaders[phrase]


@lru_cache(maxsize=100_000)
def _stems(text: str) -> frozenset[str]:
    return frozenset(map(stem, _WORD.findall(text)))


@lru_cache(maxsize=100_000)
def _content_stems(text: str) -> frozenset[str]:
    """The stems of the words that make a relation another one."""
    return frozenset(stem(word) for word in _WORD.findall(text) if word not in FUNCTION_WORDS)


def _compare(spellings: Sequence[str], text: str, stems: frozenset[str], fit: Mapping[str, float]) -> float:
    """The likeness of a text and a phrase in several spellings, of which the first is the phrase alone."""
    shared = _shared(spellings[0], stems)
    likeness = 0.0 if 0 < shared < 1 else max(shared, *(fit[one] for one in spellings))
    return min(likeness, _limit(spellings[0], text))


def _limit(phrase: str, text: str) -> float:
    """The most that a phrase and a text can be alike: not much, where one word differs from the other by a prefix
    that changes what it means ("grandchild" and "child").
    """
    pairs = ((one, other) for one in phrase.split() for other in _WORD.findall(text))
    return SHIFTED if any(_is_shifted(one, other) or _is_shifted(other, one) for one, other in pairs) else 1.0


def _is_shifted(one: str, other: str) -> bool:
    rests = (one.removeprefix(prefix).lstrip("-") for prefix in SHIFTING if one.startswith(prefix))
    return any(len(rest) > 2 and stem(rest) == stem(other) != stem(one) for rest in rests)


def _shared(phrase: str, stems: frozenset[str]) -> float:
    """The share of the words of a phrase that stand in a text, by their stems."""
    words = phrase.split()
    return sum(any(stem(part) in stems for part in (word, *word.split("-"))) for word in words) / len(words)
