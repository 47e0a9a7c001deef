"""Spans of a question that may be names of entities."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator

from pog_agent.language.english import english_pattern
from pog_agent.words import FUNCTION_WORDS, content_words

MAX_MENTION_WORDS = 12

_RUN = re.compile(r"[\w'’.&\-]+")
_BESIDE_LETTERS = "'’.&-"
_LETTERS = re.compile(r"\w+")
_CONTRACTED = english_pattern("naming", "contracted")
_ARTICLE = english_pattern("naming", "article_before_capital")
_PUNCTUATION = re.compile(r"[^\w\s]{0,4}")
_QUOTED = re.compile(r"[\"“]([^\"“”]{2,200})[\"”]")

WordRange = tuple[int, int]


class MentionSpans:
    """The spans of a question by their words, and the names that each could spell."""

    def __init__(self, question: str) -> None:
        self._question = question
        self._words = list(_word_spans(question))
        has_content = [bool(content_words(question[start:end])) for start, end in self._words]
        self.places: dict[str, dict[WordRange, None]] = {}
        """Possible names, each with the first and last word of every place where it stands."""
        for first in range(len(self._words)):
            is_name = False
            for last in range(first, min(first + MAX_MENTION_WORDS, len(self._words))):
                is_name = is_name or has_content[last]
                if is_name:
                    self._add(self._words[first][0], self._words[last][1], (first, last))
        starts = [start for start, _ in self._words]
        for match in _QUOTED.finditer(question):
            first, behind = bisect_right(starts, match.start()), bisect_left(starts, match.end())
            if any(has_content[first:behind]):
                self._add(*match.span(1), (first, behind - 1))

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

        Words in small letters that are in `between` do not end a run. Of more words than a name has it is none.
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
            inner = [number for number in run if not self._is_function(number)]
            if inner and inner[-1] - inner[0] < MAX_MENTION_WORDS:
                text = self._question[self._words[inner[0]][0] : self._words[inner[-1]][1]]
                found.append(((inner[0], inner[-1]), _spellings(text)[-1]))
        return found

    def _is_function(self, number: int) -> bool:
        start, end = self._words[number]
        return _CONTRACTED.sub("", self._question[start:end].lower()) in FUNCTION_WORDS

    def _add(self, start: int, end: int, place: WordRange) -> None:
        punctuation = _PUNCTUATION.match(self._question, end)
        more = punctuation.end() - end if punctuation else 0
        texts = _spellings(self._question[start:end])
        texts += [self._question[start : end + length] for length in range(1, more + 1)]
        for text in texts:
            self.places.setdefault(text, {})[place] = None


def places_of(mentions: Iterable[str], text: str) -> list[tuple[int, int]]:
    """Where mentions stand in a text as whole words, whatever their case: first and last place of the letters.

    Each word of the text is compared with those mentions alone that begin with it.
    """
    by_word: dict[str, dict[str, int]] = {}
    for mention in mentions:
        first = _LETTERS.search(mention)
        if first is not None:
            by_word.setdefault(first.group().casefold(), {})[mention] = first.start()
    found = []
    for word in _LETTERS.finditer(text) if by_word else ():
        for mention, before in by_word.get(word.group().casefold(), {}).items():
            start = word.start() - before
            end = start + len(mention)
            is_part = start < 0 or _LETTERS.match(text, end) or (start and _LETTERS.match(text, start - 1))
            if not is_part and text[start:end].casefold() == mention.casefold():
                found.append((start, end))
    return found


def _word_spans(text: str) -> Iterator[WordRange]:
    """The place of each word: it ends with a letter or digit, and a point or exclamation mark that follows."""
    for run in _RUN.finditer(text):
        letters = run.group().rstrip(_BESIDE_LETTERS)
        if letters:
            end = run.start() + len(letters)
            yield run.start(), end + (text[end : end + 1] in (".", "!"))


def _spellings(span: str) -> list[str]:
    """The span as it is, without trailing punctuation, and without a possessive ending."""
    plain = span.rstrip(".!")
    bare = plain.removesuffix("s") if plain.endswith(("'s", "’s")) else plain
    if bare.endswith(("'", "’")):
        bare = bare[:-1].rstrip()
    return list(dict.fromkeys([span, plain, bare]))
