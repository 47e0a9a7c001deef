"""Reading RDF files, plain or gzipped, one or many, into an rdflib graph."""

import ast
import gzip
import json
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import IO, Any, cast
from xml.sax import SAXException, SAXParseException

import rdflib
from rdflib.exceptions import Error as RdflibError
from rdflib.plugins.parsers.notation3 import BadSyntax
from rdflib.plugins.parsers.ntriples import DummySink, W3CNTriplesParser
from rdflib.plugins.stores.memory import Memory
from rdflib.term import BNode, Node

from pog_agent.errors import GraphUnavailableError

FORMATS = {
    ".ttl": "turtle",
    ".turtle": "turtle",
    ".n3": "n3",
    ".nt": "nt",
    ".ntriples": "nt",
    ".nq": "nquads",
    ".nquads": "nquads",
    ".trig": "trig",
    ".rdf": "xml",
    ".owl": "xml",
    ".xml": "xml",
    ".jsonld": "json-ld",
}
WITH_NAMED_GRAPHS = ("nquads", "trig", "json-ld")


Nodes = tuple[Node, Node, Node]


def find_rdf_files(sources: Iterable[str | Path]) -> list[Path]:
    """The RDF files that the sources name: files as they are, folders with all RDF files below them.

    Raises `GraphUnavailableError` for a path that does not exist, a folder without RDF files, and a file
    whose name has no known ending.
    """
    files: list[Path] = []
    for source in map(Path, sources):
        if source.is_dir():
            inside = sorted(path for path in source.rglob("*") if path.is_file() and _format(path))
            if not inside:
                raise GraphUnavailableError(f"{source}: no RDF file in this folder ({_known_endings()})")
            files.extend(inside)
        elif not source.exists():
            raise GraphUnavailableError(f"{source}: no such file or folder; --kg takes a file, folder or URL")
        elif not _format(source):
            raise GraphUnavailableError(f"{source}: not a known RDF file name; expected {_known_endings()}")
        else:
            files.append(source)
    return files


def load_rdf(files: Sequence[Path]) -> rdflib.Graph:
    """Parses all files into one graph; named graphs are merged.

    Raises `GraphUnavailableError` with file and line where one is not readable RDF.
    """
    numbers = count()
    store = _StableNames(numbers)
    graph = rdflib.Graph(store)
    for file in files:
        if _format(file) in WITH_NAMED_GRAPHS:
            inner = _StableNames(numbers)
            dataset = rdflib.Dataset(inner)
            _parse(dataset, file)
            store.names = {name: name for name in inner.names.values()}
            for head, relation, tail, _ in dataset.quads():
                graph.add((head, relation, tail))
        else:
            store.names = {}
            _parse(graph, file)
    return graph


class _StableNames(Memory):
    """Blank nodes by number, in the order the file has them: parsers name them differently at every load."""

    def __init__(self, numbers: Iterator[int]) -> None:
        super().__init__()
        self.numbers = numbers
        self.names: dict[Node, BNode] = {}

    def add(self, triple: Nodes, context: Any, quoted: bool = False) -> None:
        """Adds the triple with the names of this load."""
        head, relation, tail = triple
        super().add((self._stable(head), relation, self._stable(tail)), context, quoted)

    def _stable(self, node: Node) -> Node:
        if not isinstance(node, BNode):
            return node
        if node not in self.names:
            self.names[node] = BNode(f"b{next(self.numbers)}")
        return self.names[node]


def _parse(graph: rdflib.Graph, file: Path) -> None:
    kind = _format(file)
    try:
        with _open(file) as stream:
            graph.parse(stream, format=kind, publicID=file.resolve().as_uri())
    except SAXParseException as error:
        raise _unreadable(file, kind, error.getLineNumber(), error.getMessage()) from error
    except BadSyntax as error:
        line = getattr(error, "lines", None)
        reason = re.search(r"Bad syntax \((.*?)\) at \^", str(error), re.DOTALL)
        shown = reason.group(1) if reason else "syntax error"
        raise _unreadable(file, kind, None if line is None else line + 1, shown) from error
    except json.JSONDecodeError as error:
        raise _unreadable(file, kind, error.lineno, error.msg) from error
    except UnicodeDecodeError as error:
        raise _unreadable(file, kind, _first_line(file, _is_undecodable), "not UTF-8 text") from error
    except (RdflibError, SAXException, ValueError, TypeError, KeyError, AttributeError, AssertionError) as error:
        raise _unreadable(file, kind, _line_of(file, kind, str(error)), str(error)) from error
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise GraphUnavailableError(f"{file}: not a complete gzip file ({error})") from error
    except OSError as error:
        raise GraphUnavailableError(f"{file}: cannot be read ({error.strerror or error})") from error


def _unreadable(file: Path, kind: str | None, line: int | None, reason: str) -> GraphUnavailableError:
    place = f"{file}, line {line}" if line else str(file)
    return GraphUnavailableError(f"{place}: not valid {kind}: {' '.join(reason.split())[:200]}")


def _line_of(file: Path, kind: str | None, message: str) -> int | None:
    """The broken line of a line-based file: N-Triples by reading it again, N-Quads as the message quotes it."""
    if kind == "nt":
        return _first_line(file, _is_no_triple)
    quoted = re.search(r"Invalid line .*:\n('.*'|\".*\")$", message, re.DOTALL) if kind == "nquads" else None
    if quoted is None:
        return None
    wanted = str(ast.literal_eval(quoted.group(1))).strip()
    return _first_line(file, lambda row: row.decode().strip() == wanted)


def _first_line(file: Path, matches: Callable[[bytes], bool]) -> int | None:
    with _open(file) as stream:
        return next((number for number, row in enumerate(stream, start=1) if matches(row)), None)


def _is_undecodable(row: bytes) -> bool:
    try:
        row.decode()
    except UnicodeDecodeError:
        return True
    return False


def _is_no_triple(row: bytes) -> bool:
    try:
        W3CNTriplesParser(_Nowhere()).parsestring(row.decode())
    except (RdflibError, ValueError):
        return True
    return False


class _Nowhere(DummySink):
    """Takes the triples of a line that is only checked."""

    def __init__(self) -> None:
        self.length = 0

    def triple(self, s: object, p: object, o: object) -> None:
        """Forgets the triple."""


def _open(file: Path) -> IO[bytes]:
    return cast(IO[bytes], gzip.open(file)) if file.suffix == ".gz" else file.open("rb")


def _format(path: Path) -> str | None:
    suffixes = [suffix.lower() for suffix in path.suffixes]
    if suffixes and suffixes[-1] == ".gz":
        suffixes.pop()
    return FORMATS.get(suffixes[-1]) if suffixes else None


def _known_endings() -> str:
    return ", ".join(FORMATS) + ", each also with .gz"
