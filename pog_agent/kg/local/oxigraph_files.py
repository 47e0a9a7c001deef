"""Makes Oxigraph stores on disk from RDF files (`pog-agent index --oxigraph`), and opens them."""

import shutil
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pyoxigraph import RdfFormat, Store

from pog_agent.errors import GraphUnavailableError, SettingError
from pog_agent.kg.local.limits.checks import check_file
from pog_agent.kg.local.sources import (
    find_rdf_files,
    format_of,
    given_paths,
    not_valid,
    open_rdf,
    readable,
    skipped_notices,
)
from pog_agent.kg.local.triples import PARSERS
from pog_agent.kg.preset import AUTO

_LOCKS = Path("/proc/locks")


@dataclass(frozen=True)
class OxigraphFacts:
    """What was loaded. The same triple counts once in each graph that has it."""

    directory: str
    triples: int
    seconds: float
    bytes: int


def build_store(
    specs: Sequence[str], out: str, preset: str = AUTO, warn: Callable[[str], None] | None = None
) -> OxigraphFacts:
    """Loads RDF files and folders (or ``demo``) into a new Oxigraph store in the folder `out`, a part at a time.

    Named graphs stay apart. All triples are kept, because a `preset` is chosen by whoever opens the store. `warn`
    is told which files of a folder are skipped. Raises `SettingError` for a folder that is not empty, and
    `GraphUnavailableError` if a file cannot be read or the folder cannot be written; the folder is then deleted.
    """
    if preset != AUTO:
        raise SettingError("--preset: an Oxigraph store keeps all triples; give the preset to `ask` instead")
    directory = Path(out).absolute()
    if directory.exists() and (not directory.is_dir() or any(directory.iterdir())):
        raise SettingError(f"{directory}: exists already; give --out a new folder")
    begin = time.perf_counter()
    try:
        with given_paths(specs) as sources:
            files = find_rdf_files(sources)
            for text in skipped_notices(sources):
                if warn is not None:
                    warn(text)
            store = Store(str(directory))
            for file in files:
                _load(store, file)
        store.flush()
        triples = len(store)
    except GraphUnavailableError:
        shutil.rmtree(directory, ignore_errors=True)
        raise
    except OSError as error:
        shutil.rmtree(directory, ignore_errors=True)
        raise GraphUnavailableError(f"{directory}: cannot be written ({error})") from error
    del store
    return OxigraphFacts(
        directory=str(directory),
        triples=triples,
        seconds=round(time.perf_counter() - begin, 3),
        bytes=sum(file.stat().st_size for file in directory.iterdir()),
    )


def open_store(directory: Path) -> Store:
    """Opens a store for reading; several processes may have it open.

    Raises `GraphUnavailableError` if it is missing, damaged or empty, and if a process writes to it.
    """
    if not directory.is_dir():
        raise GraphUnavailableError(f"{directory}: no such folder; `pog-agent index FILE --oxigraph` makes one")
    if not (directory / "CURRENT").exists():
        raise GraphUnavailableError(
            f"{directory}: not an Oxigraph store; `pog-agent index FILE --oxigraph` makes one"
        )
    if _is_written_to(directory):
        raise GraphUnavailableError(f"{directory}: another process has this store open for writing; stop it first")
    try:
        store = Store.read_only(str(directory))
        is_empty = next(store.quads_for_pattern(None, None, None, None), None) is None
    except (OSError, RuntimeError) as error:
        raise unreadable(directory, error) from error
    if is_empty:
        raise GraphUnavailableError(f"{directory}: the store holds no triples")
    return store


def unreadable(directory: Path, error: Exception) -> GraphUnavailableError:
    """The error for a store that cannot be read or no longer be read."""
    reason = " ".join(str(error).split())[:200]
    return GraphUnavailableError(f"{directory}: cannot be read as an Oxigraph store ({reason}); load it again")


def _is_written_to(directory: Path) -> bool:
    """Whether a process holds the store's write lock, as far as this system tells.

    Oxigraph lets a store be opened beside a writer, and then gives undefined answers.
    """
    lock = directory / "LOCK"
    if not (_LOCKS.exists() and lock.exists()):
        return False
    inode = f":{lock.stat().st_ino}"
    rows = (row.split() for row in _LOCKS.read_text(encoding="ascii").splitlines())
    return any(len(row) > 5 and row[3] == "WRITE" and row[5].endswith(inode) for row in rows)


def _load(store: Store, file: Path) -> None:
    kind = format_of(file) or ""
    check_file(file)
    try:
        with readable(file), open_rdf(file) as stream:
            base = file.resolve().as_uri()
            store.bulk_load(stream, PARSERS.get(kind, RdfFormat.N3), base_iri=base, lenient=True)
    except SyntaxError as error:
        raise not_valid(file, error.lineno, error.msg or "") from error
    except ValueError as error:
        raise not_valid(file, None, str(error)) from error
