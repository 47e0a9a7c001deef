"""Spans of a question that may be names of entities."""

import re
from collections.abc import Iterable

from pog_agent.words import FUNCTION_WORDS, content_words

MAX_MENTION_WORDS = 12

_WORD = re.compile(r"[\w'’.&\-]*\w[.!]?|\w", re.UNICODE)
_CONTRACTED = re.compile(r"['’](?:s|re|ve|d|ll)$")
_ARTICLE = re.compile(r"^(?:the|an?)\s+(?=[^\W\d_a-z])")
_PUNCTUATION = re.compile(r"[^\w\s]{0,4}")
_QUOTED = re.compile(r"[\"“]([^\"“”]{2,200})[\"”]")

WordRange = tuple[int, int]


class MentionSpans:
    """The spans of a question by their words, and the names that each could spell."""

    def __init__(self, question: str) -> None:
        self._question = question
        self._words = [match.span() for match in _WORD.finditer(question)]
        self.places: dict[str, list[WordRange]] = {}
        """Possible names, each with the first and last word of every place where it stands."""
        for first in range(len(self._words)):
            for last in range(first, min(first + MAX_MENTION_WORDS, len(self._words))):
                self._add(self._words[first][0], self._words[last][1], (first, last))
        for match in _QUOTED.finditer(question):
            inside = [place for place, (start, _) in enumerate(self._words) if match.start() < start < match.end()]
            if inside:
                self._add(*match.span(1), (inside[0], inside[-1]))

    def longest(self, known: Iterable[str]) -> list[tuple[WordRange, str]]:
        """The known names that do not overlap, in the order of the question; longer names are taken first.

        Among spans of equal length those with capital letters come first, then the longer spelling. A small
        article before a capitalised name that is known too belongs to the sentence ("the Eclipse"), not the name.
        """
        known = set(known)
        known -= {text for text in known if (name := _ARTICLE.sub("", text)) != text and name in known}
        ranked = sorted(
            (-(last - first), not any(map(str.isupper, text)), first, -len(text), last, text)
            for text in known
            for first, last in self.places[text]
        )
        taken: set[int] = set()
        found: list[tuple[WordRange, str]] = []
        for _, _, first, _, last, text in ranked:
            if not taken.intersection(range(first, last + 1)):
                taken.update(range(first, last + 1))
                found.append(((first, last), text))
        return sorted(found)

    def capitalised(
        self, taken: Iterable[WordRange], between: frozenset[str] = frozenset()
    ) -> list[tuple[WordRange, str]]:
        """Runs of capitalised words outside the places taken, without function words at their ends.

        Words in small letters that are in `between` do not end a run.
        """
        free = [True] * len(self._words)
        for first, last in taken:
            free[first : last + 1] = [False] * (last + 1 - first)
        runs: list[list[int]] = [[]]
        for number, (start, _) in enumerate(self._words):
            is_name = self._question[start].isupper() and not (number == 0 and self._is_function(0))
            goes_on = bool(runs[-1]) and self._question[start : self._words[number][1]] in between
            if free[number] and (is_name or goes_on):
                runs[-1].append(number)
            elif runs[-1]:
                runs.append([])
        found = []
        for run in runs:
            while run and self._is_function(run[-1]):
                run.pop()
            while run and self._is_function(run[0]):
                run.pop(0)
            if run:
                text = self._question[self._words[run[0]][0] : self._words[run[-1]][1]]
                found.append(((run[0], run[-1]), _spellings(text)[-1]))
        return found

    def _is_function(self, number: int) -> bool:
        start, end = self._words[number]
        return _CONTRACTED.sub("", self._question[start:end].lower()) in FUNCTION_WORDS

    def _add(self, start: int, end: int, place: WordRange) -> None:
        texts = _spellings(self._question[start:end])
        if texts:
            punctuation = _PUNCTUATION.match(self._question, end)
            more = punctuation.end() - end if punctuation else 0
            texts += [self._question[start : end + length] for length in range(1, more + 1)]
        for text in texts:
            places = self.places.setdefault(text, [])
            if place not in places:
                places.append(place)


def _spellings(span: str) -> list[str]:
    """The span as it is, without trailing punctuation, and without a possessive ending; none if it is no name."""
    if not content_words(span):
        return []
    plain = span.rstrip(".!")
    return list(dict.fromkeys([span, plain, re.sub(r"\s*(['’]s|['’])$", "", plain)]))
