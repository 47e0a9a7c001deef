"""Frames: what the words of a whole question may be, in order, with slots for names, phrases and numbers.

A frame is written as `en/lexicon.toml` says. A question is matched token by token: where no item of the frame
takes a token, the frame does not fit.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

_TOKEN: Final = re.compile(r"\w+|[^\w\s]")
_APOSTROPHES: Final = str.maketrans({"’": "'", "‘": "'", "`": "'"})
_PAUSES: Final = frozenset(",;:–—-")
_MEANINGFUL: Final = frozenset("'&")
PAUSE: Final = ","
"""The token for a comma, a dash and the like."""


@dataclass(frozen=True)
class QuestionToken:
    """A word in small letters, a pause, or a name; `name` is its number. It stands at these characters."""

    text: str
    start: int
    end: int
    name: int | None = None


def tokens_of(question: str, names: Sequence[str]) -> list[QuestionToken]:
    """The tokens of a question, in which each of the names is one, the longest first, wherever it stands."""
    text = question.translate(_APOSTROPHES)
    taken: list[tuple[int, int, int]] = []
    for number, name in sorted(enumerate(names), key=lambda item: -len(item[1])):
        wanted = re.escape(name.translate(_APOSTROPHES))
        for found in re.finditer(rf"(?<!\w){wanted}(?!\w)", text, re.IGNORECASE) if name else ():
            if not any(start < found.end() and found.start() < end for start, end, _ in taken):
                taken.append((*found.span(), number))
    tokens: list[QuestionToken] = []
    begun = 0
    for start, end, number in [*sorted(taken), (len(text), len(text), -1)]:
        tokens += _words_in(text, begun, start)
        if number >= 0:
            tokens.append(QuestionToken("", start, end, number))
        begun = end
    return tokens


def _words_in(text: str, start: int, end: int) -> Iterator[QuestionToken]:
    """The words between two places. An apostrophe begins a token with the letters behind it ("'s")."""
    held: int | None = None
    for found in _TOKEN.finditer(text, start, end):
        word = found.group()
        if held is not None:
            yield QuestionToken(text[held : found.end()].casefold(), held, found.end())
            held = None
        elif word == "'":
            held = found.start()
        elif word in _PAUSES:
            yield QuestionToken(PAUSE, *found.span())
        elif word in _MEANINGFUL or word[0].isalnum():
            yield QuestionToken(word.casefold(), *found.span())
    if held is not None:
        yield QuestionToken("'", held, held + 1)


@dataclass(frozen=True)
class FrameMatch:
    """Up to which token a frame fits, the names in its N slots in order, and the tokens of each other slot."""

    end: int
    names: tuple[int, ...] = ()
    slots: tuple[tuple[QuestionToken, ...], ...] = ()


@dataclass(frozen=True)
class FrameMatcher:
    """Holds frames against tokens. `words` are the lists that frames name, `numbers` the words for numbers.

    A phrase in a slot is at most `longest` tokens long. It has a pause only in a list: before "and" or "or", which
    are the words `and` and `or`.
    """

    words: Mapping[str, Sequence[str]]
    numbers: Mapping[str, int] = field(default_factory=dict)
    longest: int = 8

    def whole(self, frame: str, tokens: Sequence[QuestionToken]) -> FrameMatch | None:
        """The match of a frame with all tokens; None where it does not fit."""
        matches = self.at(frame, tokens, 0)
        return next((item for item in matches if _skip(tokens, item.end) == len(tokens)), None)

    def at(self, frame: str, tokens: Sequence[QuestionToken], start: int) -> Iterator[FrameMatch]:
        """The matches of a frame with the tokens from a place on."""
        return self._items(frame.split(), tokens, FrameMatch(start))

    def is_number(self, token: QuestionToken) -> bool:
        """Whether a token is a number, in digits or a word."""
        return token.text.isdecimal() or token.text in self.numbers

    def number(self, token: QuestionToken) -> int:
        """The number that a token is."""
        return self.numbers.get(token.text) or int(token.text)

    def _items(
        self, items: Sequence[str], tokens: Sequence[QuestionToken], so_far: FrameMatch
    ) -> Iterator[FrameMatch]:
        if not items:
            yield so_far
            return
        item, rest = items[0], items[1:]
        for match in self._item(item.removesuffix("?"), tokens, so_far):
            yield from self._items(rest, tokens, match)
        if item.endswith("?"):
            yield from self._items(rest, tokens, so_far)

    def _item(self, item: str, tokens: Sequence[QuestionToken], so_far: FrameMatch) -> Iterator[FrameMatch]:
        start = _skip(tokens, so_far.end)
        if item == "N":
            yield from self._names(tokens, start, so_far)
        elif item == "#":
            if start < len(tokens) and self.is_number(tokens[start]):
                yield FrameMatch(start + 1, so_far.names, (*so_far.slots, (tokens[start],)))
        elif item == "_":
            for end in range(start + 1, min(start + self.longest, len(tokens)) + 1):
                if PAUSE in [token.text for token in tokens[start:end]] and not self._is_list(tokens[start:end]):
                    continue
                yield FrameMatch(end, so_far.names, (*so_far.slots, tuple(tokens[start:end])))
        else:
            phrases = self.words[item[1:-1]] if item.startswith("<") else (item,)
            for phrase in phrases:
                behind = phrase_end(phrase, tokens, start)
                if behind is not None:
                    yield FrameMatch(behind, so_far.names, so_far.slots)

    def _is_list(self, phrase: Sequence[QuestionToken]) -> bool:
        """Whether a phrase ends in "and" or "or" and something behind it, and begins with no pause."""
        last = max(place for place, token in enumerate(phrase) if token.text == PAUSE)
        linking = {*self.words.get("and", ()), *self.words.get("or", ())}
        return last > 0 and any(token.text in linking for token in phrase[last + 1 : -1])

    def _names(self, tokens: Sequence[QuestionToken], start: int, so_far: FrameMatch) -> Iterator[FrameMatch]:
        """One name, or several with pauses or "and" between; the most first."""
        place = self._after_any(("both", "article"), tokens, start)
        if place == len(tokens) or (name := tokens[place].name) is None:
            return
        match = FrameMatch(place + 1, (*so_far.names, name), so_far.slots)
        after = _skip(tokens, match.end)
        joined = self._after_any(("and",), tokens, after)
        if joined > match.end:
            yield from self._names(tokens, joined, match)
        yield match

    def _after_any(self, lists: Sequence[str], tokens: Sequence[QuestionToken], start: int) -> int:
        """The place behind the longest phrase of each list in turn, where one stands there."""
        for name in lists:
            start = longest_phrase_end(self.words.get(name, ()), tokens, start)
        return start


def phrase_end(phrase: str, tokens: Sequence[QuestionToken], start: int) -> int | None:
    """The place behind a phrase that stands at a place; None where it does not."""
    words = phrase.split()
    found = [token.text for token in tokens[start : start + len(words)] if token.name is None]
    return start + len(words) if found == words else None


def longest_phrase_end(phrases: Sequence[str], tokens: Sequence[QuestionToken], start: int) -> int:
    """The place behind the longest of some phrases that stands at a place; the place itself where none does."""
    ends = (phrase_end(phrase, tokens, start) for phrase in phrases)
    return max((end for end in ends if end is not None), default=start)


def _skip(tokens: Sequence[QuestionToken], start: int) -> int:
    while start < len(tokens) and tokens[start].text == PAUSE:
        start += 1
    return start
