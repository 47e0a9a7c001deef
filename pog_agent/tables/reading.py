"""Reads a CSV file: its encoding, what separates its cells, its header, and what is wrong with its rows."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from pog_agent.errors import GraphUnavailableError

SEPARATORS: Final = (",", ";", "\t", "|")
ENDINGS: Final = (".csv", ".tsv", ".tab", ".txt")
_SAMPLE: Final = 200
"""So many rows decide what separates cells."""
_LONGEST_CELL: Final = 10_000_000


@dataclass
class Table:
    """A file with its columns in order, each of one cell a row, without spaces around it, "" where it is empty."""

    name: str
    columns: dict[str, list[str]]
    rows: int
    separator: str = ","
    warnings: list[str] = field(default_factory=list)


def read_table(file: Path) -> Table:
    """The table in a file.

    Raises `GraphUnavailableError` for a file that cannot be read, is no text, or has no row under its header.
    """
    warnings: list[str] = []
    text = _decoded(file, warnings)
    separator = "\t" if file.suffix.lower() in (".tsv", ".tab") else _separator(text)
    rows = [row for row in _rows(file, text, separator, warnings) if any(cell.strip() for cell in row)]
    if not rows:
        raise GraphUnavailableError(f"{file}: the file is empty")
    if len(rows) == 1:
        raise GraphUnavailableError(f"{file}: there is no row under the header")
    header, cells = rows[0], rows[1:]
    _warn_of_ragged(file, header, cells, warnings)
    columns: dict[str, list[str]] = {}
    filled = [any(number < len(row) and row[number].strip() for row in rows) for number in range(len(header))]
    for number, name in _names(file, header, filled, warnings):
        columns[name] = [row[number].strip() if number < len(row) else "" for row in cells]
    return Table(file.stem, columns, len(cells), separator, warnings)


def _decoded(file: Path, warnings: list[str]) -> str:
    try:
        content = file.read_bytes()
    except OSError as error:
        raise GraphUnavailableError(f"{file}: cannot be read ({error.strerror or error})") from error
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", errors="replace")
    if b"\0" in content:
        raise GraphUnavailableError(f"{file}: no text file; save the table as CSV")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        warnings.append(f"{file.name}: not UTF-8; it was read as Windows-1252")
        return content.decode("cp1252", errors="replace")


def _rows(file: Path, text: str, separator: str, warnings: list[str]) -> list[list[str]]:
    """The rows of a text. A quote that is never closed is an error, one within a cell a warning."""
    try:
        return _parsed(text, separator, strict=True)
    except csv.Error as error:
        if "end of data" in str(error) or "limit" in str(error):
            raise GraphUnavailableError(f"{file}: not readable as CSV: a quote is never closed") from error
        warnings.append(f"{file.name}: quotes within cells were read leniently ({error})")
    return _parsed(text, separator)


def _parsed(text: str, separator: str, *, strict: bool = False) -> list[list[str]]:
    csv.field_size_limit(_LONGEST_CELL)
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=strict))


def _separator(text: str) -> str:
    """What separates cells: that with which most rows are as long as the header, and longest."""
    sample = "".join(text.splitlines(keepends=True)[:_SAMPLE])
    best, most = ",", (0.0, 1)
    for separator in SEPARATORS:
        try:
            lengths = [len(row) for row in _parsed(sample, separator) if row]
        except csv.Error:
            continue
        if lengths and lengths[0] > 1:
            share = Counter(lengths)[lengths[0]] / len(lengths)
            if (share, lengths[0]) > most:
                best, most = separator, (share, lengths[0])
    return best


def _names(
    file: Path, header: Sequence[str], filled: Sequence[bool], warnings: list[str]
) -> Iterator[tuple[int, str]]:
    """Place and name of each column that is not empty. Missing and repeated names get a number."""
    seen: Counter[str] = Counter()
    for number, given in enumerate(header, start=1):
        if not filled[number - 1]:
            continue
        name = re.sub(r"\s+", " ", given.strip())
        if not name:
            name = f"column {number}"
            warnings.append(f"{file.name}: column {number} has no header; it is called {name!r}")
        seen[name] += 1
        if seen[name] > 1:
            warnings.append(
                f"{file.name}: the header {name!r} comes again; column {number} has a number behind it"
            )
            name = f"{name} {seen[name]}"
        yield number - 1, name


def _warn_of_ragged(file: Path, header: Sequence[str], rows: Sequence[Sequence[str]], warnings: list[str]) -> None:
    short = sum(len(row) < len(header) for row in rows)
    long = [number for number, row in enumerate(rows, start=1) if any(map(str.strip, row[len(header) :]))]
    if short:
        warnings.append(
            f"{file.name}: rows with fewer cells than the header: {short:,}; the rest of them is empty"
        )
    if long:
        warnings.append(
            f"{file.name}: rows with more cells than the header: {len(long):,} (first: row {long[0]}); "
            "what is beyond it was left out"
        )
