"""Finds and opens RDF files, plain or gzipped, for all parsers."""

import gzip
import os
import re
import zlib
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from importlib import resources
from itertools import islice
from pathlib import Path
from typing import IO, cast
from urllib.parse import urlsplit
from urllib.request import url2pathname

from pog_agent.errors import GraphUnavailableError
from pog_agent.kg.local.limits.unpacked_size import LimitedGzip

DEMO = "demo"
"""The name of the bundled graph."""

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


TABLES = (".csv", ".tsv", ".tab")
CONVERT = "pog-agent convert makes a graph of CSV files"
MOST_NAMED = 3
URL = re.compile(r"[A-Za-z][A-Za-z\d+.-]*://")
MOST_JOINED = 8
"""A path has fewer separators in its name than these."""

ANNOTATED = (
    "triples about triples are read from Turtle and TriG (<< s p o >> or {| |}), and from N-Triples and N-Quads "
    "behind rdf:reifies (<<( s p o )>>): convert the file"
)


def path_of(url: str) -> str:
    """The path that a ``file:`` URL of this machine names; any other text as it is."""
    parts = urlsplit(url)
    return url2pathname(parts.path) if parts.scheme == "file" and parts.netloc in ("", "localhost") else url


def parts_of(setting: str) -> list[str]:
    """The files and folders that a setting names, joined by the system's path separator.

    A path may have the separator in its name: the longest text that is a path counts as one. A URL is never taken
    apart, and one of a file names that file.
    """
    if URL.match(setting):
        return [path_of(setting)]
    texts, parts = setting.split(os.pathsep), list[str]()
    while texts:
        ends = range(min(len(texts), MOST_JOINED), 0, -1)
        end = next((end for end in ends if _is_there(os.pathsep.join(texts[:end]))), 1)
        parts.append(os.pathsep.join(texts[:end]))
        texts = texts[end:]
    return [part for part in parts if part]


def _is_there(path: str) -> bool:
    return bool(path) and os.path.exists(path)  # noqa: PTH110 (a text that can be no path is not there)


@contextmanager
def given_paths(specs: Iterable[str | Path]) -> Iterator[list[Path]]:
    """The paths that some settings mean, inside the block; ``demo`` means the file of the bundled graph."""
    world = resources.files("pog_agent.demo").joinpath("world.ttl")
    with ExitStack() as stack:
        yield [stack.enter_context(resources.as_file(world)) if spec == DEMO else Path(spec) for spec in specs]


def find_rdf_files(sources: Iterable[str | Path]) -> list[Path]:
    """The RDF files that the sources name: files as they are, folders with all RDF files below them.

    Raises `GraphUnavailableError` for a path that does not exist, a folder without RDF files, and a file
    whose name has no known ending.
    """
    files: list[Path] = []
    for source in map(Path, sources):
        if source.is_dir():
            inside = sorted(path for path in source.rglob("*") if path.is_file() and format_of(path))
            if not inside:
                raise GraphUnavailableError(f"{source}: no RDF file in this folder ({_known_endings()})")
            files.extend(inside)
        elif not source.exists():
            raise GraphUnavailableError(f"{source}: no such file or folder; --kg takes a file, folder or URL")
        elif not source.is_file():
            raise GraphUnavailableError(f"{source}: neither a file nor a folder; write what it gives into a file")
        elif not format_of(source):
            advice = f"; {CONVERT}" if _is_table(source) else ""
            raise GraphUnavailableError(
                f"{source}: not a known RDF file name; expected {_known_endings()}{advice}"
            )
        else:
            files.append(source)
    return files


def skipped_notices(sources: Iterable[str | Path]) -> tuple[str, ...]:
    """For each folder a sentence on the files in it that are no RDF files; hidden ones are not mentioned."""
    notices = []
    for folder in filter(Path.is_dir, map(Path, sources)):
        inside = [path.relative_to(folder) for path in sorted(folder.rglob("*")) if path.is_file()]
        skipped = [
            path for path in inside if not format_of(path) and not any(part.startswith(".") for part in path.parts)
        ]
        if skipped:
            named = ", ".join(map(str, skipped[:MOST_NAMED]))
            more = f" and {len(skipped) - MOST_NAMED:,} more" if len(skipped) > MOST_NAMED else ""
            tables = f"; {CONVERT}" if any(map(_is_table, skipped)) else ""
            notices.append(
                f"{folder}: skipped files that are no RDF files: {len(skipped):,} ({named}{more}){tables}"
            )
    return tuple(notices)


def _is_table(path: Path) -> bool:
    return path.suffix.lower() in TABLES


def format_of(path: Path) -> str | None:
    """The RDF format that the ending of a file name stands for; None for other endings."""
    suffixes = [suffix.lower() for suffix in path.suffixes]
    if suffixes and suffixes[-1] == ".gz":
        suffixes.pop()
    return FORMATS.get(suffixes[-1]) if suffixes else None


def open_rdf(file: Path) -> IO[bytes]:
    """The content of a file behind a byte order mark, unpacked as far as `LimitedGzip` does."""
    stream = LimitedGzip(file) if file.suffix.lower() == ".gz" else file.open("rb")
    with ExitStack() as opened:
        opened.enter_context(stream)
        if stream.peek(len(BOM_UTF8)).startswith(BOM_UTF8):
            stream.read(len(BOM_UTF8))
        opened.pop_all()
    return cast(IO[bytes], stream)


@contextmanager
def readable(file: Path) -> Iterator[None]:
    """Turns errors in reading the bytes of a file into `GraphUnavailableError`."""
    try:
        yield
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise GraphUnavailableError(f"{file}: not a complete gzip file ({error})") from error
    except MemoryError as error:
        raise GraphUnavailableError(f"{file}: a text or name in it is too long to parse ({error})") from error
    except OSError as error:
        raise GraphUnavailableError(f"{file}: cannot be read ({error.strerror or error})") from error


def not_valid(file: Path, line: int | None, reason: str) -> GraphUnavailableError:
    """The error for a file that is not what its ending says; it tells how annotations of triples are written."""
    place = f"{file}, line {line}" if line else str(file)
    advice = f"; {ANNOTATED}" if line and _has_quoted_triple(file, line) else ""
    return GraphUnavailableError(f"{place}: not valid {format_of(file)}: {' '.join(reason.split())[:200]}{advice}")


def _has_quoted_triple(file: Path, line: int) -> bool:
    with open_rdf(file) as stream:
        row = next(islice(stream, line - 1, None), b"")
    return b"<<" in row or b"{|" in row


def _known_endings() -> str:
    return ", ".join(FORMATS) + ", each also with .gz"
