"""Reads JSON that a chat model broke: commas amiss, other quotes, bare keys, Python's literals, comments.

The package json_repair guesses: it closes what was cut off, drops words, and takes `"path" 13` for path 3.
A guess counts only when all words, numbers, brackets and quotes of the reply stand in it in their order.
"""

import json
import re
from typing import Any

MAX_BROKEN = 10_000
"""Characters of broken JSON that are repaired in one reply: json_repair takes up to 0.1 ms for each."""

_STRING_OR_COMMA = re.compile(r'"(?:[^"\\]|\\.)*"?|,(?=\s*[}\]])', re.DOTALL)
_QUOTES = str.maketrans(dict.fromkeys("'‘’“”`", '"'))
_COMMENT = re.compile(r"/\*.*?\*/|(?://|#)[^\n]*", re.DOTALL)
_KEY = re.compile(r'(?<!\\)"(\w+)"\s*:')
_COMMAS_AND_BLANKS = re.compile(r"\\[nrt]|[\s,]+")
_BLANKS_AT_BRACKETS = re.compile(r"\s*([{}\[\]:])\s*")
_NONE = re.compile(r"\bnone\b")
_SWALLOWED = re.compile(r"""[,:]\s*(?:\\"|['‘“`])|(?:\\"|['’”`])"(?!:)""")
"""A quote inside a written string that may begin or end another string."""


def read_json(text: str) -> Any:
    """The JSON value that all of `text` is, trailing commas aside; None where it is none."""
    without_trailing = _STRING_OR_COMMA.sub(lambda match: "" if match.group() == "," else match.group(), text)
    try:
        return json.loads(without_trailing, strict=False)
    except (ValueError, RecursionError):
        return None


def read_broken(text: str) -> Any:
    """The JSON value that all of `text` was meant to be; None where that is not certain."""
    data = read_json(text)
    return _repaired(text) if data is None and len(text) <= MAX_BROKEN else data


def _repaired(text: str) -> Any:
    from json_repair import loads  # noqa: PLC0415 (only for the rare reply that needs it)

    try:
        data = loads(text, skip_json_loads=True)
        written = json.dumps(data, ensure_ascii=False, indent=0)
    except (ValueError, RecursionError):
        return None
    outline = _outline(_COMMENT.sub(" ", text).translate(_QUOTES))
    return None if _SWALLOWED.search(written) or _outline(written) != outline else data


def _outline(text: str) -> str:
    """The text without what a repair may change: kinds of quotes, quotes of keys, commas, blanks, None."""
    text = _KEY.sub(r"\1:", text).translate(_QUOTES)
    text = _COMMAS_AND_BLANKS.sub(" ", text).replace("\\", "")
    return _NONE.sub("null", _BLANKS_AT_BRACKETS.sub(r"\1", text).lower())
