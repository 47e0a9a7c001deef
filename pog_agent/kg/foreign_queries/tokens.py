"""The tokens of a SPARQL query that somebody else wrote, each with its place in the text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from pog_agent.errors import QueryTextError
from pog_agent.words import one_line

TokenKind = Literal[
    "comment", "iri", "text", "variable", "language", "blank", "prefixed", "number", "word", "mark", "space"
]

_LOCAL: Final = r"[\w:]|%[0-9A-Fa-f]{2}|\\[_~.\-!$&'()*+,;=/?#@%]"
_KINDS: Final[dict[TokenKind, str]] = {
    "space": r"[ \t\r\n]+",
    "comment": r"#[^\r\n]*",
    "iri": r'<[^<>"{}|^`\\\x00-\x20]*>',
    "text": r'"""(?:(?:"|"")?(?:[^"\\]|\\[tbnrf"\'\\]))*"""|'
    r"'''(?:(?:'|'')?(?:[^'\\]|\\[tbnrf\"'\\]))*'''|"
    r'"(?:[^"\\\r\n]|\\[tbnrf"\'\\])*"|'
    r"'(?:[^'\\\r\n]|\\[tbnrf\"'\\])*'",
    "variable": r"[?$]\w+",
    "language": r"@[A-Za-z]+(?:-[A-Za-z0-9]+)*",
    "blank": r"_:[A-Za-z0-9_]+",
    "prefixed": rf"(?:[^\W\d_](?:[\w.\-]*[\w\-])?)?:(?:(?:{_LOCAL})(?:(?:{_LOCAL}|[.\-])*(?:{_LOCAL}|-))?)?",
    "number": r"[+\-]?(?:[0-9]+\.[0-9]*[eE][+\-]?[0-9]+|\.?[0-9]+[eE][+\-]?[0-9]+|[0-9]*\.[0-9]+|[0-9]+)",
    "word": r"[A-Za-z][A-Za-z0-9_]*",
    "mark": r"\^\^|&&|\|\||!=|<=|>=|[{}()\[\].,;=<>!+\-*/|^?]",
}
_TOKEN: Final = re.compile("|".join(f"(?P<{kind}>{pattern})" for kind, pattern in _KINDS.items()))
_SHOWN: Final = 40


@dataclass(frozen=True)
class QueryToken:
    """A piece of a query as it was written; lines and columns count from 1."""

    kind: TokenKind
    text: str
    line: int
    column: int

    def problem(self, what: str) -> QueryTextError:
        """The error for something that is wrong here."""
        shown = one_line(self.text, _SHOWN)
        return QueryTextError(f"line {self.line}, column {self.column}, at {shown!r}: {what}")


def tokens_of(query: str) -> Iterator[QueryToken]:
    """The tokens without comments and space. Raises `QueryTextError` where none begins."""
    place, line, begin = 0, 1, 0
    while place < len(query):
        found = _TOKEN.match(query, place)
        kind: TokenKind = found.lastgroup if found else "mark"  # type: ignore[assignment]
        token = QueryToken(kind, found[0] if found else query[place], line, place - begin + 1)
        if found is None:
            raise token.problem(_what_else(token.text))
        if kind not in ("space", "comment"):
            yield token
        place = found.end()
        if breaks := token.text.count("\n"):
            line, begin = line + breaks, place - (len(token.text) - token.text.rindex("\n") - 1)


def _what_else(character: str) -> str:
    if character in "\"'":
        return "this text does not end, or has an escape other than \\t \\b \\n \\r \\f \\\" \\' \\\\"
    if character == "\\":
        return "write the character itself: escapes stand in texts only"
    return "nothing in SPARQL begins with this character"
