"""A compiled graph as an Oxigraph store in a temporary folder: processes that answer SPARQL read it there."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import TYPE_CHECKING, Final

import numpy as np
from pyoxigraph import RdfFormat, Store

from pog_agent.errors import GraphUnavailableError
from pog_agent.terms import Term, is_blank, is_literal

if TYPE_CHECKING:
    from pog_agent.kg.local.compiled_parts import CompiledParts

MOST_COPIED: Final = 5_000_000
"""Triples."""
STORE: Final = "store"
_AT_ONCE: Final = 200_000
_UNWRITABLE: Final = re.compile(r'[\x00-\x20<>"{}|^`\\]')


class OxigraphCopy:
    """Made at the first need, deleted with the graph or at the end of the process."""

    def __init__(self) -> None:
        self._made: TemporaryDirectory[str] | None = None
        self._lock = Lock()

    def folder(self, parts: "CompiledParts", name: str) -> Path:
        """The folder. Blocks while it is made. Raises `GraphUnavailableError` for a graph that is too large."""
        with self._lock:
            if self._made is None:
                count = parts.adjacency.triples + len(parts.annotations.subjects)
                if count > MOST_COPIED:
                    raise GraphUnavailableError(
                        f"{name}: it has {count:,} triples, and SPARQL over a graph of more than {MOST_COPIED:,} "
                        "takes an Oxigraph store: `pog-agent index FILE --oxigraph` makes one"
                    )
                self._made = _copied(parts, name)
            return Path(self._made.name) / STORE

    def delete(self) -> None:
        """Deletes the folder, if there is one."""
        with self._lock:
            if self._made is not None:
                self._made.cleanup()
            self._made = None


def _copied(parts: "CompiledParts", name: str) -> TemporaryDirectory[str]:
    made = TemporaryDirectory(prefix="pog-agent-sparql-", ignore_cleanup_errors=True)
    dump = Path(made.name) / "dump.nt"
    try:
        with dump.open("w", encoding="utf-8") as file:
            for triples in (_edges(parts), _annotations(parts)):
                file.writelines(f"{head} {relation} {tail} .\n" for head, relation, tail in triples)
        store = Store(str(dump.with_name(STORE)))
        store.bulk_load(path=str(dump), format=RdfFormat.N_TRIPLES, lenient=True)
        store.flush()
        dump.unlink()
    except (OSError, SyntaxError, ValueError, RuntimeError) as error:
        made.cleanup()
        raise GraphUnavailableError(f"{name}: no copy for SPARQL can be made ({error})") from error
    return made


def _edges(parts: "CompiledParts") -> Iterator[tuple[str, str, str]]:
    relations = _written(parts.relations)
    edges = parts.adjacency
    for start in range(0, edges.nodes, _AT_ONCE):
        nodes = np.arange(start, min(start + _AT_ONCE, edges.nodes))
        rows, positions = edges.positions(nodes)
        forward = (edges.codes[positions] & 1) == 0
        positions = positions[forward]
        heads = _written(parts.terms.decode(nodes[rows[forward]]))
        tails = _written(parts.terms.decode(edges.targets[positions]))
        kinds = (edges.codes[positions] >> 1).tolist()
        yield from zip(heads, (relations[kind] for kind in kinds), tails, strict=True)


def _annotations(parts: "CompiledParts") -> Iterator[tuple[str, str, str]]:
    notes = parts.annotations
    predicates = _written(notes.predicates)
    for start in range(0, len(notes.subjects), _AT_ONCE):
        span = slice(start, start + _AT_ONCE)
        heads = _written(parts.terms.decode(notes.subjects[span].astype(np.int64)))
        tails = _written(notes.values.decode(notes.objects[span].astype(np.int64)))
        yield from zip(heads, (predicates[kind] for kind in notes.kinds[span].tolist()), tails, strict=True)


def _written(terms: Iterable[Term]) -> list[str]:
    """The terms as N-Triples; published graphs have spaces and brackets in IRIs."""
    return [
        term if is_literal(term) or is_blank(term) else f"<{_UNWRITABLE.sub(_escaped, term)}>" for term in terms
    ]


def _escaped(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04X}"
