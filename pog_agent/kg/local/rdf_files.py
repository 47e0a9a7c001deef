"""Reads RDF files, one or many, into an rdflib graph."""

import ast
import json
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any
from xml.sax import SAXException, SAXParseException

import rdflib
from rdflib.exceptions import Error as RdflibError
from rdflib.plugins.parsers.notation3 import BadSyntax
from rdflib.plugins.parsers.ntriples import DummySink, W3CNTriplesParser
from rdflib.plugins.stores.memory import Memory
from rdflib.term import BNode, Node

from pog_agent.kg.local.limits.checks import check_file
from pog_agent.kg.local.limits.json_contexts import with_contexts
from pog_agent.kg.local.sources import format_of, not_valid, open_rdf, readable
from pog_agent.terms import HALF_CHARACTER

WITH_NAMED_GRAPHS = ("nquads", "trig", "json-ld")


RdflibTriple = tuple[Node, Node, Node]


def load_rdf(files: Sequence[Path]) -> rdflib.Graph:
    """Parses all files into one graph; named graphs are merged.

    Raises `GraphUnavailableError` with file and line where one is not readable RDF.
    """
    numbers = count()
    store = _NumberedBlanks(numbers)
    graph = rdflib.Graph(store)
    for file in files:
        if format_of(file) in WITH_NAMED_GRAPHS:
            inner = _NumberedBlanks(numbers)
            dataset = rdflib.Dataset(inner)
            _parse(dataset, file)
            store.names = {name: name for name in inner.names.values()}
            for head, relation, tail, _ in dataset.quads():
                graph.add((head, relation, tail))
        else:
            store.names = {}
            _parse(graph, file)
    return graph


class _NumberedBlanks(Memory):
    """Numbers blank nodes in the order of the file, since parsers name them differently at every load."""

    def __init__(self, numbers: Iterator[int]) -> None:
        super().__init__()
        self.numbers = numbers
        self.names: dict[Node, BNode] = {}

    def add(self, triple: RdflibTriple, context: Any, quoted: bool = False) -> None:
        """Adds the triple with the names of this load."""
        head, relation, tail = triple
        super().add((self._stable(head), relation, self._stable(tail)), context, quoted)

    def _stable(self, node: Node) -> Node:
        if not isinstance(node, BNode):
            _check_characters(node)
            return node
        if node not in self.names:
            self.names[node] = BNode(f"b{next(self.numbers)}")
        return self.names[node]


def _check_characters(node: Node) -> None:
    """Raises `ValueError` for half of a character, which escapes of N3 and JSON may name, and no file can hold."""
    texts = (node, getattr(node, "datatype", None))
    if any(isinstance(text, str) and not text.isascii() and HALF_CHARACTER.search(text) for text in texts):
        raise ValueError("an escape names half of a character")


def _parse(graph: rdflib.Graph, file: Path) -> None:
    kind = format_of(file)
    check_file(file)
    try:
        with readable(file), open_rdf(file) as stream:
            base = file.resolve().as_uri()
            if kind == "json-ld":
                document = with_contexts(json.load(stream), file)
                graph.parse(data=json.dumps(document), format=kind, publicID=base)
            else:
                graph.parse(stream, format=kind, publicID=base)
    except SAXParseException as error:
        raise not_valid(file, error.getLineNumber(), error.getMessage()) from error
    except BadSyntax as error:
        line = getattr(error, "lines", None)
        reason = re.search(r"Bad syntax \((.*?)\) at \^", str(error), re.DOTALL)
        shown = reason.group(1) if reason else "syntax error"
        raise not_valid(file, None if line is None else line + 1, shown) from error
    except RecursionError as error:
        raise not_valid(file, None, "it is nested too deeply") from error
    except json.JSONDecodeError as error:
        raise not_valid(file, error.lineno, error.msg) from error
    except UnicodeDecodeError as error:
        raise not_valid(file, _first_line(file, _is_undecodable), "not UTF-8 text") from error
    except (
        RdflibError,
        SAXException,
        ValueError,
        TypeError,
        LookupError,
        AttributeError,
        AssertionError,
    ) as error:
        raise not_valid(file, _line_of(file, kind, str(error)), str(error)) from error
    except Exception as error:
        if type(error) is not Exception:  # rdflib raises no other class for an escape that is no character
            raise
        raise not_valid(file, None, str(error)) from error


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
    with open_rdf(file) as stream:
        return next((number for number, row in enumerate(stream, start=1) if matches(row)), None)


def _is_undecodable(row: bytes) -> bool:
    try:
        row.decode()
    except UnicodeDecodeError:
        return True
    return False


def _is_no_triple(row: bytes) -> bool:
    try:
        W3CNTriplesParser(_DiscardingSink()).parsestring(row.decode())
    except (RdflibError, ValueError):
        return True
    return False


class _DiscardingSink(DummySink):
    """Takes the triples of a line that is only checked."""

    def __init__(self) -> None:
        self.length = 0

    def triple(self, s: object, p: object, o: object) -> None:
        """Forgets the triple."""
