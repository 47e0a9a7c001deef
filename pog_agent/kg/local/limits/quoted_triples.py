"""Refuses triples quoted inside each other so deeply that a parser overflows its stack."""

import re
from pathlib import Path
from typing import IO, Final

from pog_agent.errors import GraphUnavailableError

MOST_QUOTED: Final = 100

_TOKENS: Final = re.compile(
    rb'"""(?:[^"\\]|\\.|"(?!""))*"""|\'\'\'(?:[^\'\\]|\\.|\'(?!\'\'))*\'\'\''
    rb'|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|<<\(|\)>>|<[^<>\s]*>|#[^\n]*',
    re.DOTALL,
)


def check_quoting(stream: IO[bytes], file: Path) -> None:
    """Raises `GraphUnavailableError` where more than `MOST_QUOTED` triples stand inside each other.

    Only a file that opens so many at all is looked at closely; it is then held in memory.
    """
    if _opened(stream) <= MOST_QUOTED:
        return
    stream.seek(0)
    depth = 0
    for token in _TOKENS.finditer(stream.read()):
        depth += {b"<<(": 1, b")>>": -1}.get(token[0], 0)
        if depth > MOST_QUOTED:
            raise GraphUnavailableError(
                f"{file}: refused before it is read: more than {MOST_QUOTED} triples are quoted inside each other"
            )


def _opened(stream: IO[bytes]) -> int:
    count, tail = 0, b""
    while chunk := stream.read(1 << 20):
        data = tail + chunk
        count += data.count(b"<<(")
        if count > MOST_QUOTED:
            break
        tail = data[-2:]
    return count
