"""A compiled graph as a folder of arrays and strings that are mapped into memory, not read."""

import json
import secrets
import shutil
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from hashlib import file_digest
from itertools import accumulate, chain
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import ValidationError

from pog_agent.errors import GraphUnavailableError, SettingError
from pog_agent.kg.adjacency import Adjacency
from pog_agent.kg.local.checked_pages import PAGE, CheckedPages, mapped_array, page_checksums
from pog_agent.kg.local.compile import compile_files
from pog_agent.kg.local.compiled import CompiledGraph
from pog_agent.kg.local.compiled_parts import Annotations, CompiledParts
from pog_agent.kg.local.naming.name_index import NameIndex
from pog_agent.kg.local.opened_files import OpenedFiles
from pog_agent.kg.local.sources import find_rdf_files
from pog_agent.kg.local.strings import SortedStrings
from pog_agent.kg.preset import Preset, generic
from pog_agent.kg.schema.file import SCHEMA_FILE, SCHEMA_VERSION, write_schema

FORMAT = "pog-agent compiled graph"
VERSION = 2
META = "meta.json"
PAGES = "pages.npy"
STRINGS = ("terms", "values", "names")
ARRAYS = (
    "pointers",
    "codes",
    "targets",
    "subjects",
    "kinds",
    "objects",
    "name_pointers",
    "name_bearers",
    "iri_named",
)
FILES = (
    *(f"{name}.{ending}" for name in STRINGS for ending in ("utf8", "npy")),
    *(f"{name}.npy" for name in ARRAYS),
)

RELATION_VECTORS = "relations.npz"
KEPT = ("entities.*", "documents.*", RELATION_VECTORS)
"""Files of an entity index, of a document index, and with embeddings: they stay where the graph is replaced."""

CHECKED_BYTES = 256 << 20
"""Opening a graph checks its files if they are not larger than this together, else each page when it is read."""


def is_compiled(directory: Path) -> bool:
    """Whether the folder holds a compiled graph, even a broken one."""
    parts = (directory / name for name in ("terms.utf8", "pointers.npy"))
    return any(path.is_file() for path in parts) or FORMAT in _text(directory)


def given_sources(directory: Path) -> list[str]:
    """The files and folders that a compiled graph was made of. Raises `GraphUnavailableError` if it is damaged."""
    return [str(path) for path in _checked_meta(directory)["given"]]


def save(graph: CompiledGraph, directory: Path, sources: Sequence[Path] = ()) -> None:
    """Writes the graph to a folder, in place of a compiled graph that is there.

    `sources` are the files or folders that it was read from; whoever opens it looks for changes in them.
    Raises `GraphUnavailableError` if the folder cannot be written; its old content then stays.
    """
    with replaced(directory) as fresh:
        write_parts(graph.parts, fresh)
        write_schema(graph.summary, fresh)
        write_meta(graph.parts, fresh, sources)


def open_compiled(directory: Path, name: str | None = None, preset: Preset | None = None) -> CompiledGraph:
    """Opens the graph in a folder. If its sources have changed it is built again first, and its `notices` say so.

    Its preset is the one that it was compiled with. Raises `SettingError` if another preset is asked for, and
    `GraphUnavailableError` if the graph is damaged, incomplete or of another version.
    """
    shown = name or str(directory)
    meta = _checked_meta(directory)
    kept = _preset(directory, meta)
    if preset is not None and preset.digest != kept.given.digest:
        raise SettingError(
            f"{directory}: compiled with the preset {kept.name} ({kept.digest}), not {preset.name} "
            f"({preset.digest}); leave the preset out, or run pog-agent index again with it"
        )
    changed, opened = _changed_source(meta), _opened(directory, meta)
    if changed is None:
        return CompiledGraph(_load(directory, meta, kept), shown, files=opened)
    given = [Path(path) for path in meta["given"]]
    graph = compile_files(find_rdf_files(given), shown, kept.given)
    try:
        save(graph, directory, given)
    except GraphUnavailableError as error:
        notice = f"{directory}: {changed} has changed since it was compiled; built again, but not saved: {error}"
        return CompiledGraph(graph.parts, shown, (notice,), opened)
    notice = f"{directory}: {changed} has changed since it was compiled; built again"
    meta = _checked_meta(directory)
    parts = _load(directory, meta, _preset(directory, meta))
    return CompiledGraph(parts, shown, (notice,), _opened(directory, meta))


@contextmanager
def replaced(directory: Path) -> Iterator[Path]:
    """Makes a new folder, which replaces another when the block succeeds, and is deleted when it fails."""
    mark = f".{directory.name}-{secrets.token_hex(4)}"
    fresh, old = directory.with_name(f"{mark}.new"), directory.with_name(f"{mark}.old")
    try:
        fresh.mkdir(parents=True)
        yield fresh
        with suppress(FileNotFoundError):
            directory.rename(old)
        fresh.rename(directory)
        for path in chain.from_iterable(map(old.glob, KEPT)):
            path.rename(directory / path.name)
    except OSError as error:
        raise GraphUnavailableError(f"{directory}: cannot be written ({error.strerror or error})") from error
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
        shutil.rmtree(old, ignore_errors=True)


def write_parts(parts: CompiledParts, directory: Path) -> None:
    """Writes arrays and strings. Files that are there already stay, because the parts are mapped from them."""
    names, notes, edges = parts.names, parts.annotations, parts.adjacency
    if names is None:
        raise ValueError("a graph is saved with its index of names")
    for name, strings in zip(STRINGS, (parts.terms, notes.values, names.names), strict=True):
        if not (directory / f"{name}.utf8").exists():
            (directory / f"{name}.utf8").write_bytes(strings.blob)
            np.save(directory / f"{name}.npy", strings.offsets)
    arrays = (edges.pointers, edges.codes, edges.targets, notes.subjects, notes.kinds, notes.objects)
    for name, array in zip(ARRAYS, (*arrays, names.pointers, names.bearers, parts.iri_named), strict=True):
        if not (directory / f"{name}.npy").exists():
            np.save(directory / f"{name}.npy", array)


def write_meta(parts: CompiledParts, directory: Path, sources: Sequence[Path] = ()) -> None:
    """Writes what the arrays do not hold. No folder is complete without this file, so it is written last."""
    meta = {
        "format": FORMAT,
        "version": VERSION,
        "literals": parts.adjacency.literals,
        "nodes": len(parts.terms),
        "edges": parts.adjacency.triples,
        "annotations": len(parts.annotations.subjects),
        "digest": parts.digest,
        "preset": parts.preset.model_dump(),
        "relations": parts.relations,
        "predicates": parts.annotations.predicates,
        "given": [str(source.resolve()) for source in sources],
        "sources": [_described(file.resolve()) for file in find_rdf_files(sources)],
        "schema": _described_schema(directory / SCHEMA_FILE),
        "files": {name: [(directory / name).stat().st_size, _crc(directory / name)] for name in FILES},
        "pages": _write_pages(directory),
    }
    meta = json.loads(json.dumps(meta, ensure_ascii=False))
    meta["own"] = _own_checksum(meta)
    (directory / META).write_text(json.dumps(meta, ensure_ascii=False, indent=1), encoding="utf-8")


def mapped_strings(directory: Path, name: str, pages: Mapping[str, CheckedPages] | None = None) -> SortedStrings:
    """Strings that are mapped from disk."""
    path = directory / f"{name}.utf8"
    with path.open("rb") as stream:
        blob = mmap(stream.fileno(), 0, access=ACCESS_READ) if path.stat().st_size else b""
    of_file = (pages or {}).get
    return SortedStrings(blob, mapped_array(directory / f"{name}.npy", of_file(f"{name}.npy")), of_file(path.name))


def _load(directory: Path, meta: dict[str, Any], preset: Preset) -> CompiledParts:
    try:
        pages = _pages(directory, meta)
        terms, values, names = (mapped_strings(directory, name, pages) for name in STRINGS)
        files = (f"{name}.npy" for name in ARRAYS)
        pointers, codes, targets, *others = (mapped_array(directory / file, pages.get(file)) for file in files)
        return CompiledParts(
            terms=terms,
            relations=tuple(meta["relations"]),
            adjacency=Adjacency(pointers, codes, targets, int(meta["literals"])),
            annotations=Annotations(tuple(meta["predicates"]), values, *others[:3]),
            iri_named=others[5],
            preset=preset,
            names=NameIndex(names, *others[3:5]),
            digest=meta["digest"],
            schema=_schema_file(directory, meta),
        )
    except (OSError, ValueError, KeyError) as error:
        raise _unusable(directory, "it cannot be read") from error


def _pages(directory: Path, meta: dict[str, Any]) -> dict[str, CheckedPages]:
    """The pages of each file, to be checked when they are read; none where opening checks the whole files."""
    if "pages" not in meta or _is_checked_whole(meta["files"]):
        return {}
    file, sizes = directory / PAGES, {name: size for name, (size, _) in meta["files"].items()}
    if not file.exists() or _crc(file) != meta["pages"]:
        raise _unusable(directory, f"{PAGES} is missing or damaged")
    ends = accumulate(-(-size // PAGE) for size in sizes.values())
    checksums = np.split(np.load(file), list(ends)[:-1])

    def damaged(name: str) -> GraphUnavailableError:
        return _unusable(directory, f"{name} is damaged")

    return {name: CheckedPages(directory / name, own, damaged) for name, own in zip(sizes, checksums, strict=True)}


def _write_pages(directory: Path) -> int:
    """Writes the checksums of the pages of all files, one after the other; gives that of the file itself."""
    np.save(directory / PAGES, np.concatenate([page_checksums(directory / name) for name in FILES]))
    return _crc(directory / PAGES)


def _is_checked_whole(files: Mapping[str, Sequence[int]]) -> bool:
    return sum(size for size, _ in files.values()) <= CHECKED_BYTES


def _described_schema(file: Path) -> dict[str, int] | None:
    """What is noted of a schema summary, so that damage shows; None where a graph was written without it."""
    if not file.exists():
        return None
    return {"version": SCHEMA_VERSION, "size": file.stat().st_size, "crc": _crc(file)}


def _schema_file(directory: Path, meta: dict[str, Any]) -> Path | None:
    """The file of the schema summary; None if it must be made, as for folders of earlier versions."""
    noted = meta.get("schema")
    if noted is None or noted["version"] != SCHEMA_VERSION:
        return None
    file = directory / SCHEMA_FILE
    if not file.exists() or (file.stat().st_size, _crc(file)) != (noted["size"], noted["crc"]):
        raise _unusable(directory, f"{SCHEMA_FILE} is missing or damaged")
    return file


def _preset(directory: Path, meta: dict[str, Any]) -> Preset:
    """The preset that the graph was compiled with; graphs older than presets have the generic one."""
    try:
        return Preset.model_validate(meta["preset"]) if "preset" in meta else generic()
    except ValidationError as error:
        raise _unusable(directory, f"{META} is missing or damaged") from error


def _checked_meta(directory: Path) -> dict[str, Any]:
    try:
        meta = json.loads(_text(directory))
        version, files = meta["version"], meta["files"]
    except (ValueError, KeyError, TypeError) as error:
        raise _unusable(directory, f"{META} is missing or damaged") from error
    if version != VERSION:
        raise _unusable(directory, f"it has version {version}, this program reads version {VERSION}")
    if set(files) != set(FILES):
        raise _unusable(directory, f"{META} is missing or damaged")
    if "own" in meta and meta["own"] != _own_checksum(meta):
        raise _unusable(directory, f"{META} is missing or damaged")
    check = _is_checked_whole(files)
    for name, (size, crc) in files.items():
        path = directory / name
        try:
            if path.stat().st_size != size or (check and _crc(path) != crc):
                raise _unusable(directory, f"{name} is damaged")
        except OSError as error:
            raise _unusable(directory, f"{name} is missing") from error
    return dict(meta)


def _own_checksum(meta: Mapping[str, Any]) -> int:
    """The checksum of what is noted, without itself."""
    rest = {name: value for name, value in meta.items() if name != "own"}
    return zlib.crc32(json.dumps(rest, ensure_ascii=False, sort_keys=True).encode("utf-8", "surrogatepass"))


def _unusable(directory: Path, reason: str) -> GraphUnavailableError:
    return GraphUnavailableError(f"{directory}: not a usable compiled graph: {reason}; run pog-agent index again")


def _text(directory: Path) -> str:
    try:
        return (directory / META).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""


def _crc(path: Path) -> int:
    crc = 0
    with path.open("rb") as stream:
        while block := stream.read(1 << 20):
            crc = zlib.crc32(block, crc)
    return crc


def _described(file: Path) -> dict[str, str | int]:
    facts = file.stat()
    return {"path": str(file), "size": facts.st_size, "mtime_ns": facts.st_mtime_ns, "blake2b": _content(file)}


def _content(file: Path) -> str:
    with file.open("rb") as stream:
        return file_digest(stream, "blake2b").hexdigest()


def _changed_source(meta: dict[str, Any]) -> str | None:
    """A source that has changed; None if none has, or if one is gone: a compiled graph stands alone."""
    if not all(Path(path).exists() for path in meta["given"]):
        return None
    known = {source["path"]: source for source in meta["sources"]}
    try:
        present = {str(file.resolve()) for file in find_rdf_files(meta["given"])}
        changed = present ^ set(known) or {path for path, source in known.items() if _differs(Path(path), source)}
    except (OSError, GraphUnavailableError):
        return None
    return min(changed, default=None)


def _opened(directory: Path, meta: dict[str, Any]) -> OpenedFiles:
    """What is written again where the graph is: its sources, or the folder."""
    return OpenedFiles.of(map(Path, meta["given"]), (directory / META,))


def _differs(file: Path, source: dict[str, Any]) -> bool:
    facts = file.stat()
    if (facts.st_size, facts.st_mtime_ns) == (source["size"], source["mtime_ns"]):
        return False
    return bool(facts.st_size != source["size"] or _content(file) != source["blake2b"])
