"""Sentences of a text, found by punctuation; what is shown of a text instead of control characters."""

import re
from collections.abc import Iterator

_CONTROLS = re.compile("[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u202a-\\u202e\\u2066-\\u2069]")

UNSPACED = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
"""Characters of scripts that put no space between words (Han, Kana), for a class of a pattern."""

Span = tuple[int, int]

_END = re.compile(
    r"[.!?…]+[\"'”’)\]»]*(?=\s+[\"'“‘(\[«¿¡]*[^\Wa-z_])"  # before a capital, a digit or a letter without case
    r"|[。！？]+[」』”’）]*"
    r"|\n\s*\n"
)
_ABBREVIATED = re.compile(
    r"(?:^|[\s(\[\"'“‘])(?:[^\W\d_](?:\.[^\W\d_]+)*|adm|approx|capt|ca|cf|col|dr|eng|etc|fig|gen|gov|hon|inc|jr|lt|mr|mrs|ms|mt"
    r"|no|nos|op|pres|prof|rep|rev|sen|sgt|sr|ssp|st|vol|vs)\.$",
    re.IGNORECASE,
)
_LONGEST_ABBREVIATION = 12


def sentences(text: str) -> Iterator[Span]:
    """The sentences of a text as spans of characters. Where it is in doubt whether a sentence ends, it goes on."""
    start = 0
    for match in _END.finditer(text):
        before = text[max(start, match.end() - _LONGEST_ABBREVIATION) : match.end()]
        if not _ABBREVIATED.search(before):
            yield start, match.end()
            start = match.end()
    yield start, len(text)


def without_controls(text: str) -> str:
    """The text with an escape such as ``\\u001b`` for each control character, but for line breaks and tabs.

    A terminal obeys these characters, and some turn the order of letters round. JSON and SPARQL read the escapes.
    """
    return _CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
