"""Generated graphs on disk: what is missing is generated, and compiled as `pog-agent index` would.

The small sizes take the normal path from N-Triples with labels; the large ones are written from arrays, without.
"""

import json
import os
import resource
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import TypeVar

import numpy as np

from pog_agent.kg.adjacency import Ints
from pog_agent.kg.local.compiled import CompiledGraph
from pog_agent.kg.local.compiled_files import is_compiled, open_compiled
from pog_agent.kg.local.index import build_index
from tests.benchmarks.compiled_writer import write_compiled
from tests.benchmarks.generated import (
    NAMESPACE,
    GeneratedGraph,
    TopicSet,
    entity_id,
    make,
    more_questions,
    questions,
    relation_names,
    write_ntriples,
    write_questions,
)

T = TypeVar("T")

FROM_NTRIPLES = ("S", "M")
"""Sizes compiled from N-Triples; the others are written from arrays."""


@dataclass(frozen=True)
class Compilation:
    """Cost of compiling one graph in a process of its own, arrays of the generated graph included."""

    source: str
    cpu_seconds: float
    wall_seconds: float
    peak_mib: float


@dataclass(frozen=True)
class Loading:
    """Seconds to open a compiled graph: its files not in memory (where the system can drop them), and at once."""

    open_cold_seconds: float
    open_seconds: float
    files_mib: float


def prepare(folder: Path, size: str) -> Compilation | None:
    """Generates and compiles what the folder lacks. The compile cost, None where it is not known."""
    folder.mkdir(parents=True, exist_ok=True)
    if not _has_questions(folder, size) or not (folder / f"{size}.npz").exists():
        _apart(_generate, folder, size)
    noted = folder / f"{size}.compiled.json"
    if not is_compiled(folder / f"{size}.index"):
        if size in FROM_NTRIPLES and not (folder / f"{size}.nt.gz").exists():
            _apart(_write_ntriples, folder, size)
        noted.write_text(json.dumps(asdict(_apart(_compile, folder, size))) + "\n", encoding="utf-8")
    return Compilation(**json.loads(noted.read_text(encoding="utf-8"))) if noted.exists() else None


def load(folder: Path, size: str) -> tuple[CompiledGraph, Loading]:
    """Opens a compiled graph twice; afterwards only what opening reads is in memory."""
    directory = folder / f"{size}.index"
    forget(directory)
    started = time.perf_counter()
    open_compiled(directory)
    between = time.perf_counter()
    graph = open_compiled(directory)
    done = time.perf_counter()
    files = sum(file.stat().st_size for file in directory.iterdir())
    return graph, Loading(between - started, done - between, files / (1 << 20))


def forget(directory: Path) -> None:
    """Asks the system to drop the files of a folder from its cache."""
    if not hasattr(os, "posix_fadvise"):
        return
    for file in directory.iterdir():
        with file.open("rb") as stream:
            os.posix_fadvise(stream.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def asked(folder: Path, size: str, kinds: Sequence[str], limit: int | None = None) -> list[TopicSet]:
    """The `own` and the `more` questions of a size; of the latter `limit` at most, drawn evenly from the file."""
    found: list[TopicSet] = []
    if "own" in kinds:
        found += _read(folder / f"{size}.questions.json")
    if "more" in kinds:
        more = _read(folder / f"{size}.more_questions.json")
        count = min(len(more), len(more) if limit is None else limit)
        found += [more[index * len(more) // count] for index in range(count)]
    return found


def _read(path: Path) -> list[TopicSet]:
    return [TopicSet(**question) for question in json.loads(path.read_text(encoding="utf-8"))]


def _has_questions(folder: Path, size: str) -> bool:
    return all((folder / f"{size}.{name}.json").exists() for name in ("questions", "more_questions"))


def _apart(run: Callable[[Path, str], T], folder: Path, size: str) -> T:
    """Calls in a fresh process, whose memory is free afterwards and whose peak is its own."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        return pool.submit(run, folder, size).result()


def _generate(folder: Path, size: str) -> None:
    path = folder / f"{size}.npz"
    if not path.exists():
        make(size).save(path)
    graph = GeneratedGraph.load(path)
    write_questions(questions(graph), folder / f"{size}.questions.json")
    write_questions(more_questions(graph), folder / f"{size}.more_questions.json")


def _write_ntriples(folder: Path, size: str) -> None:
    write_ntriples(GeneratedGraph.load(folder / f"{size}.npz"), folder / f"{size}.nt.gz")


def _compile(folder: Path, size: str) -> Compilation:
    cpu, wall = time.process_time(), time.perf_counter()
    if size in FROM_NTRIPLES:
        build_index([str(folder / f"{size}.nt.gz")], str(folder / f"{size}.index"))
    else:
        _compile_arrays(folder, size)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Compilation("N-Triples" if size in FROM_NTRIPLES else "arrays", cpu, wall, peak)


def _compile_arrays(folder: Path, size: str) -> None:
    graph = GeneratedGraph.load(folder / f"{size}.npz")
    ids = np.array([entity_id(index).encode() for index in range(graph.entities)])
    entities, entity_ranks = _in_order(ids)
    used = np.unique(graph.relations)
    relations, relation_ranks = _in_order(np.array([name.encode() for name in relation_names()])[used])
    places = np.zeros(int(used[-1]) + 1, dtype=np.int16)
    places[used] = relation_ranks
    write_compiled(
        folder / f"{size}.index",
        terms=(f"{NAMESPACE}{ids[entity].decode()}" for entity in entities),
        relations=[NAMESPACE + relation_names()[used[relation]] for relation in relations],
        heads=entity_ranks[graph.heads],
        relation_ids=places[graph.relations],
        tails=entity_ranks[graph.tails],
    )


def _in_order(texts: Ints) -> tuple[Ints, Ints]:
    """Places of the texts in sorted order, and the rank of each text."""
    order = np.argsort(texts)
    ranks = np.empty(len(texts), dtype=np.int32)
    ranks[order] = np.arange(len(texts), dtype=np.int32)
    return order, ranks
