"""Reads a corpus: documents in JSON Lines, or a folder of text, Markdown and HTML files."""

import gzip
import json
import re
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pog_agent.documents.html_text import html_text
from pog_agent.documents.values import Document
from pog_agent.errors import SettingError
from pog_agent.terms import HALF_CHARACTER

LINES = (".jsonl", ".ndjson")
PAGES = (".txt", ".md", ".markdown", ".html", ".htm")

_HEADING = re.compile(r"^#{1,6}[ \t]+(.+?)[ \t]*#*$", re.MULTILINE)


@dataclass(frozen=True)
class CorpusProblem:
    """Something of the corpus that gave no document, or one of another id.

    `reason` names the kind of problem, `place` says where it is. If `hides` is set, a document may be there that
    could not be read: the one of this id, or any where the id is "".
    """

    reason: str
    place: str
    hides: str | None = None


Report = Callable[[CorpusProblem], None]


class _JsonDocument(BaseModel):
    """A line of a JSON Lines file; other fields are ignored."""

    model_config = ConfigDict(coerce_numbers_to_str=True)

    id: str = Field(min_length=1)
    text: str
    title: str | None = None
    entities: tuple[str, ...] | None = None


def read_corpus(path: Path, report: Report) -> Iterator[Document]:
    """The documents of a corpus in order, one with each id; `report` is told of everything that is left out.

    A second document with an id has ``#2`` and so on after it; one that is repeated word for word is left out.
    Raises `SettingError` for a corpus that is missing, of no known kind, or that ends too early.
    """
    if not path.exists():
        raise SettingError(f"{path}: no such file or folder of documents")
    read = _read_folder if path.is_dir() else _read_lines if _ending(path) in LINES else _read_single
    seen: dict[str, bytes] = {}
    for document, place in read(path, report):
        if not document.text.strip():
            report(CorpusProblem("documents without text", place))
            continue
        own, number, digest = document, 1, document.digest
        while own.id in seen and seen[own.id] != digest:
            number += 1
            own = document.model_copy(update={"id": f"{document.id}#{number}"})
        if own.id in seen:
            report(CorpusProblem("documents repeated word for word", place))
            continue
        if number > 1:
            report(CorpusProblem("documents with the id of another, kept under a new one", f"{own.id} ({place})"))
        seen[own.id] = digest
        yield own


def _read_lines(path: Path, report: Report) -> Iterator[tuple[Document, str]]:
    try:
        with gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb") as lines:
            for number, line in enumerate(lines, 1):
                place = f"{path.name}:{number}"
                if not line.strip():
                    continue
                try:
                    record = _JsonDocument.model_validate(json.loads(line.decode("utf-8-sig")))
                except ValidationError as error:
                    what = error.errors()[0]
                    field = what["loc"][0] if what["loc"] else "record"
                    report(CorpusProblem(f"records with an unusable {field!r}", place, hides=""))
                    continue
                except (ValueError, RecursionError):
                    report(CorpusProblem("lines that are not JSON in UTF-8", place, hides=""))
                    continue
                yield _document(record.id, record.title or "", record.text, record.entities), place
    except (OSError, EOFError, zlib.error) as error:
        raise SettingError(f"{path}: cannot be read ({error}); nothing was changed") from error


def _read_folder(path: Path, report: Report) -> Iterator[tuple[Document, str]]:
    for file in sorted(item for item in path.rglob("*") if item.is_file() and not _is_hidden(item, path)):
        name = file.relative_to(path).as_posix()
        if _ending(file) in PAGES:
            yield from _read_page(file, name, report)
        else:
            report(CorpusProblem("files of other kinds", name))


def _read_single(path: Path, report: Report) -> Iterator[tuple[Document, str]]:
    if _ending(path) not in PAGES:
        known = " ".join((*LINES, *PAGES))
        raise SettingError(f"{path}: no corpus; give a folder or a file of these kinds: {known} (also .gz)")
    yield from _read_page(path, path.name, report)


def _read_page(file: Path, name: str, report: Report) -> Iterator[tuple[Document, str]]:
    """The document of a text, Markdown or HTML file; its id is the file's name."""
    try:
        content = file.read_bytes()
        text = (gzip.decompress(content) if file.suffix == ".gz" else content).decode("utf-8-sig")
    except (OSError, EOFError, zlib.error) as error:
        report(CorpusProblem("files that cannot be read", f"{name} ({error})", hides=name))
        return
    except UnicodeDecodeError:
        report(CorpusProblem("files that are binary or not in UTF-8", name, hides=name))
        return
    if "\0" in text:
        report(CorpusProblem("files that are binary or not in UTF-8", name, hides=name))
        return
    title = ""
    if _ending(file) in (".html", ".htm"):
        title, text = html_text(text)
    elif heading := _HEADING.search(text):
        title = heading[1]
    stem = file.name.removesuffix(".gz").rpartition(".")[0]
    yield _document(name, title or stem.replace("_", " "), text), name


def _document(name: str, title: str, text: str, entities: tuple[str, ...] | None = None) -> Document:
    """A document of texts that a file of ours can hold: without NUL characters and lone surrogates."""
    kept = dict.fromkeys(map(_storable, entities or ()))
    return Document(id=_storable(name), title=_storable(title).strip(), text=_storable(text), entities=tuple(kept))


def _storable(text: str) -> str:
    return HALF_CHARACTER.sub("\ufffd", text).replace("\0", "\ufffd")


def _ending(path: Path) -> str:
    """The ending that says what a file is, without ``.gz``."""
    return Path(path.name.lower().removesuffix(".gz")).suffix


def _is_hidden(file: Path, folder: Path) -> bool:
    return any(part.startswith(".") for part in file.relative_to(folder).parts)
