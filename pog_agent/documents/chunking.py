"""Splits a text into chunks of whole sentences."""

import re

from pog_agent.sentences import UNSPACED, Span, sentences

_WORD = re.compile(rf"[{UNSPACED}]|[^\s{UNSPACED}]+")


def split_text(text: str, most_words: int) -> list[Span]:
    """The chunks of a text as spans of characters, in order, without space at their ends.

    A chunk has as many sentences as `most_words` allows. Only a sentence that alone has more words is cut,
    between words. A character of Chinese or Japanese counts as a word.
    """
    chunks: list[Span] = []
    room = 0
    for start, end in sentences(text):
        words = [match.span() for match in _WORD.finditer(text, start, end)]
        if words and len(words) <= room:
            chunks[-1] = chunks[-1][0], words[-1][1]
            room -= len(words)
            continue
        for first in range(0, len(words), most_words):
            part = words[first : first + most_words]
            chunks.append((part[0][0], part[-1][1]))
            room = most_words - len(part)
    return chunks
