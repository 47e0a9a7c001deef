"""A file of ours that is an SQLite database, which several threads and processes may use at once."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Literal
from urllib.parse import quote

from pog_agent.errors import SettingError


@dataclass(frozen=True)
class SqliteFormat:
    """What one kind of our files holds, and what a user is told where such a file cannot be used.

    The `application` id marks a file as ours. `tables` are the statements that fill a new file. `failure` is an
    error text with the fields ``path`` and ``error``; `stranger` says of a database that it is not ours.
    `pragmas` are set for a writer. A writer waits up to `seconds` for another one.
    """

    application: int
    tables: tuple[str, ...]
    failure: str
    stranger: str = "it is a database of something else"
    version: int = 0
    journal: Literal["WAL", "DELETE"] = "WAL"
    pragmas: tuple[str, ...] = ()
    seconds: float = 60.0

    @contextmanager
    def failures_reported(self, path: Path) -> Iterator[None]:
        """Turns what SQLite and the file system complain about into `SettingError`."""
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise SettingError(self.failure.format(path=str(path), error=error)) from error


class SqliteFile:
    """One connection to a file of ours, which several threads share; a `read_only` file must exist.

    Raises `SettingError` for a file that cannot be opened, read or written, or that is something else.
    """

    def __init__(self, path: Path | str, kind: SqliteFormat, *, read_only: bool = False) -> None:
        self._path = Path(path).expanduser()
        self._kind = kind
        self._lock = Lock()
        address = f"file:{quote(str(self._path.absolute()))}?mode=ro" if read_only else self._path
        with self._failures_reported():
            self._database = sqlite3.connect(
                address, uri=read_only, timeout=kind.seconds, check_same_thread=False, isolation_level=None
            )
        try:
            with self._failures_reported():
                self._refuse_strangers(read_only)
                if not read_only:
                    self._prepare()
        except SettingError:
            self._database.close()
            raise

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """The database, for queries."""
        with self._lock, self._failures_reported():
            yield self._database

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """The database, for changes of which all or none are made, even if the process is killed.

        It waits for the writers before it.
        """
        with self._lock, self._failures_reported(), self._transaction() as database:
            yield database

    def close(self) -> None:
        """Closes the file."""
        with self._lock:
            self._database.close()

    def _refuse_strangers(self, read_only: bool) -> None:
        """Refuses a database that is something else, or of another version; an empty file may become ours.

        The tables are counted first: another process may fill the file meanwhile, marks and tables at once.
        """
        present = self._number("SELECT count(*) FROM sqlite_master")
        own, version = (self._number(f"PRAGMA {name}") for name in ("application_id", "user_version"))
        if own != self._kind.application and (present or read_only):
            raise sqlite3.DatabaseError(self._kind.stranger)
        if present and version != self._kind.version:
            raise sqlite3.DatabaseError(
                f"it has version {version}, this program reads version {self._kind.version}"
            )

    def _prepare(self) -> None:
        """Sets up the connection of a writer, and fills a new file.

        The marks are written even where they are there, so that a file that cannot be written is found out now.
        """
        with suppress(sqlite3.OperationalError):  # locked by a process that makes the same change
            self._database.execute(f"PRAGMA journal_mode = {self._kind.journal}")
        for pragma in self._kind.pragmas:
            self._database.execute(f"PRAGMA {pragma}")
        with self._transaction() as database:
            database.execute(f"PRAGMA application_id = {self._kind.application}")
            database.execute(f"PRAGMA user_version = {self._kind.version}")
            if not self._number("SELECT count(*) FROM sqlite_master"):
                for table in self._kind.tables:
                    database.execute(table)

    def _number(self, query: str) -> int:
        (number,) = self._database.execute(query).fetchone()
        return int(number)

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield self._database
            self._database.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self._database.execute("ROLLBACK")
            raise

    @contextmanager
    def _failures_reported(self) -> Iterator[None]:
        with self._kind.failures_reported(self._path):
            yield


class IndexFile:
    """The file of an index in its folder. All methods raise `SettingError` where it is unusable, or `missing`."""

    def __init__(self, path: Path, kind: SqliteFormat, missing: str, *, writable: bool) -> None:
        if writable:
            with kind.failures_reported(path):
                path.parent.mkdir(parents=True, exist_ok=True)
        elif not path.is_file():
            raise SettingError(f"{path.parent}: {missing}")
        self._file = SqliteFile(path, kind, read_only=not writable)

    def rows(self, query: str, values: Sequence[object] = ()) -> list[tuple[object, ...]]:
        """All rows of a query."""
        with self._file.reading() as connection:
            return connection.execute(query, tuple(values)).fetchall()


def as_bytes(text: str) -> bytes:
    """A text as SQLite keeps it whole, with NUL characters and lone surrogates."""
    return text.encode("utf-8", "surrogatepass")
