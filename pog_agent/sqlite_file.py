"""A file of ours that is an SQLite database, which several threads and processes may use at once."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock

from pog_agent.errors import SettingError

SECONDS_TO_WAIT = 60.0


class SqliteFile:
    """The database behind a `setting`, marked as ours by an `application` id.

    Raises `SettingError` for a file that cannot be opened, read or written, or that is something else.
    """

    def __init__(self, path: Path | str, setting: str, application: int, tables: Sequence[str]) -> None:
        self._path = Path(path).expanduser()
        self._setting = setting
        self._lock = Lock()
        with self._reported():
            self._database = sqlite3.connect(
                self._path, timeout=SECONDS_TO_WAIT, check_same_thread=False, isolation_level=None
            )
        try:
            with self._reported():
                self._prepare(application, tables)
        except SettingError:
            self._database.close()
            raise

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """The database, for queries."""
        with self._lock, self._reported():
            yield self._database

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """The database, for changes of which all or none are made; waits for the writers before it."""
        with self._lock, self._reported(), self._transaction() as database:
            yield database

    def close(self) -> None:
        """Closes the file."""
        with self._lock:
            self._database.close()

    def _prepare(self, application: int, tables: Sequence[str]) -> None:
        """Makes the tables of a new file, and refuses a database that is something else."""
        (own,) = self._database.execute("PRAGMA application_id").fetchone()
        (present,) = self._database.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if own != application and present:
            raise sqlite3.DatabaseError("it is a database of something else")
        with suppress(sqlite3.OperationalError):  # locked by a process that makes the same change
            self._database.execute("PRAGMA journal_mode = WAL")
        with self._transaction() as database:
            database.execute(f"PRAGMA application_id = {application}")
            for table in tables:
                database.execute(table)

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
    def _reported(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise SettingError(
                f"{self._setting} {str(self._path)!r} cannot be used ({error}); give another file"
            ) from error


def as_bytes(text: str) -> bytes:
    """A text as SQLite keeps it whole, with NUL characters and lone surrogates."""
    return text.encode("utf-8", "surrogatepass")
