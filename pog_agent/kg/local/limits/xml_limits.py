"""Refuses XML that costs far more than its size: entities that multiply, and elements nested very deeply."""

import re
from pathlib import Path
from typing import IO, Final, cast
from xml.parsers import expat

from pog_agent.errors import GraphUnavailableError
from pog_agent.kg.local.sources import not_valid, open_rdf, readable

MOST_CHARACTERS: Final = 256
"""What an entity may expand to. Files name namespaces by entities, which are shorter."""

MOST_NESTED: Final = 2_000
"""Elements inside each other. The time of the parsers grows with the square of this."""

_DECLARATION: Final = b"<!ENTITY"
_REFERENCE: Final = re.compile(r"&(\w[\w.-]*);")
_PREDEFINED: Final = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}


def check_xml(file: Path) -> None:
    """Raises `GraphUnavailableError` for a file beyond the limits, and for one that is no well-formed XML."""
    parser = expat.ParserCreate()
    limits = _Limits(file)
    parser.EntityDeclHandler = limits.entity
    parser.StartElementHandler = limits.start
    parser.EndElementHandler = limits.end
    try:
        with readable(file), open_rdf(file) as stream:
            parser.ParseFile(cast(IO[bytes], limits.counting(stream)))
    except expat.ExpatError as error:
        raise not_valid(file, error.lineno, expat.ErrorString(error.code)) from error
    limits.check_declarations()


class _Limits:
    """What was declared and how deep the parser is."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.entities = dict(_PREDEFINED)
        self.depth = 0
        self.declared = 0
        self.written = 0
        self.tail = b""

    def counting(self, stream: IO[bytes]) -> "_Counted":
        """The stream, whose declarations are counted as they are read."""
        return _Counted(stream, self)

    def count(self, chunk: bytes) -> None:
        """Counts what looks like a declaration."""
        data = self.tail + chunk
        self.written += data.count(_DECLARATION)
        self.tail = data[1 - len(_DECLARATION) :]

    def check_declarations(self) -> None:
        """Of an entity declared twice this parser sees the first, and others may use the last."""
        if 0 < self.declared < self.written:
            raise self._refused("an entity is declared twice, or in a comment")

    def entity(self, name: str, _is_parameter: int, value: str | None, *_where: str | None) -> None:
        """Keeps what an entity expands to."""
        self.declared += 1
        if value is None:
            raise self._refused(f"the entity {name[:40]!r} stands elsewhere")
        if unknown := [known for known in _REFERENCE.findall(value) if known not in self.entities]:
            raise self._refused(f"the entity {name[:40]!r} uses {unknown[0][:40]!r} before it is declared")
        length = len(value) + sum(len(self.entities[known]) for known in _REFERENCE.findall(value))
        if length > MOST_CHARACTERS:
            raise self._refused(f"the entity {name[:40]!r} expands to more than {MOST_CHARACTERS} characters")
        self.entities[name] = _REFERENCE.sub(lambda found: self.entities[found[1]], value)

    def start(self, _name: str, _attributes: dict[str, str]) -> None:
        """One element deeper."""
        self.depth += 1
        if self.depth > MOST_NESTED:
            raise self._refused(f"more than {MOST_NESTED:,} elements stand inside each other")

    def end(self, _name: str) -> None:
        """One element less deep."""
        self.depth -= 1

    def _refused(self, reason: str) -> GraphUnavailableError:
        return GraphUnavailableError(f"{self.file}: refused before it is read: {reason}")


class _Counted:
    """A stream that tells the limits what it gives."""

    def __init__(self, stream: IO[bytes], limits: _Limits) -> None:
        self.stream = stream
        self.limits = limits

    def read(self, size: int = -1) -> bytes:
        """The next bytes."""
        chunk = self.stream.read(size)
        self.limits.count(chunk)
        return chunk
