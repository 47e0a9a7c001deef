"""Names and numbers of a question, by the shape of their words."""

import re
from collections.abc import Collection

from pog_agent.language.english import english_pattern
from pog_agent.words import FUNCTION_WORDS, WORD

_QUOTED = re.compile(r"[\"“«]([^\"”»]+)[\"”»]")
_SENTENCE_END = re.compile(r"(?:^|[?!]|[^\W_]{4,}\.)[\s\"“«'(]*$")
_NUMBER = re.compile(r"(?<![\w.])\d[\d.,]*(?<![.,])(?!\w)")
_LEAST_STEM = 4

NamePlace = tuple[str, int, int]
"""A name, and the characters where it starts and ends."""


def names_in(text: str, taken: Collection[tuple[int, int]] = ()) -> list[NamePlace]:
    """Quoted texts, and runs of capitalised words but for a sentence's first word; not in the places taken.

    The month of a date is no name.
    """
    quoted = [(match.group(1).strip(), *match.span(1)) for match in _QUOTED.finditer(text)]
    dates = (match.span() for match in english_pattern("times", "written_date").finditer(text))
    closed = [*taken, *((start, end) for _, start, end in quoted), *dates]
    runs: list[list[int]] = []
    for match in WORD.finditer(text):
        bare = english_pattern("words", "genitive").sub("", match.group())
        start, end = match.start(), match.start() + len(bare)
        begins = _SENTENCE_END.search(text[:start]) is not None
        is_small = not text[start].isupper() or text[start:end].casefold() in FUNCTION_WORDS
        if begins or is_small or any(start < stop and begin < end for begin, stop in closed):
            continue
        if runs and text[runs[-1][1] : start].isspace():
            runs[-1][1] = end
        else:
            runs.append([start, end])
    return [name for name in (*quoted, *((text[start:end], start, end) for start, end in runs)) if name[0]]


def stands_among(word: str, others: Collection[str]) -> bool:
    """Whether a word is there, or one that it is made from or that is made from it (German, Germany)."""
    if word in others:
        return True
    if len(word) < _LEAST_STEM or word[0].isdigit():
        return False
    return any(
        other.startswith(word) or (len(other) >= _LEAST_STEM and word.startswith(other)) for other in others
    )


def names_beyond(text: str, words: Collection[str]) -> list[str]:
    """The names in a text that the words, in lower case, do not stand for."""
    names = (name for name, _, _ in names_in(text))
    return [name for name in names if not all(stands_among(part.casefold(), words) for part in name.split())]


def numbers_in(text: str) -> list[str]:
    """The numbers of a text, as they are written."""
    return _NUMBER.findall(text)
