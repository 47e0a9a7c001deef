"""Embeddings kept in a file (SQLite), so that later runs and other processes need not compute them again."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from pog_agent.errors import SettingError

APPLICATION = 0x506F4765
SECONDS_TO_WAIT = 60.0
ASKED_AT_ONCE = 500
TABLES = (
    "CREATE TABLE IF NOT EXISTS models (id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, dimension INTEGER)",
    "CREATE TABLE IF NOT EXISTS embeddings (model INTEGER NOT NULL, text BLOB NOT NULL, vector BLOB NOT NULL, "
    "PRIMARY KEY (model, text))",
)

Vectors = NDArray[np.float32]


class EmbeddingFile:
    """The vectors of one model by text; other models may use the same file, and other processes at once.

    `model` must tell models apart whose vectors differ. Raises `SettingError` for a file that cannot be opened,
    read or written, or that is no cache of embeddings.
    """

    def __init__(self, path: Path | str, model: str) -> None:
        self._path = Path(path).expanduser()
        self._model = model
        self._lock = Lock()
        with self._reported():
            self._database = sqlite3.connect(
                self._path, timeout=SECONDS_TO_WAIT, check_same_thread=False, isolation_level=None
            )
        try:
            with self._reported():
                self._prepare()
        except SettingError:
            self._database.close()
            raise

    def recall(self, texts: Sequence[str]) -> dict[str, Vectors]:
        """The vectors of those texts that the file has."""
        found: dict[str, Vectors] = {}
        remaining = iter(texts)
        with self._lock, self._reported():
            while chunk := {_key(text): text for text in islice(remaining, ASKED_AT_ONCE)}:
                rows = self._database.execute(
                    "SELECT text, vector FROM embeddings JOIN models ON id = model WHERE name = ? "
                    f"AND length(vector) = 4 * dimension AND text IN ({', '.join('?' * len(chunk))})",
                    (self._model, *chunk),
                )
                found.update((chunk[key], np.frombuffer(vector, dtype="<f4")) for key, vector in rows)
        return found

    def keep(self, texts: Sequence[str], vectors: Vectors) -> None:
        """Adds vectors, shape (len(texts), dimensions). Of a model that had another dimension the old ones go."""
        with self._lock, self._reported(), self._transaction() as database:
            database.execute("INSERT OR IGNORE INTO models (name) VALUES (?)", (self._model,))
            query = "SELECT id, dimension FROM models WHERE name = ?"
            model, dimension = database.execute(query, (self._model,)).fetchone()
            if dimension != vectors.shape[1]:
                database.execute("DELETE FROM embeddings WHERE model = ?", (model,))
                database.execute("UPDATE models SET dimension = ? WHERE id = ?", (vectors.shape[1], model))
            rows = zip(texts, vectors.astype("<f4"), strict=True)
            database.executemany(
                "INSERT OR REPLACE INTO embeddings VALUES (?, ?, ?)",
                ((model, _key(text), vector.tobytes()) for text, vector in rows),
            )

    def close(self) -> None:
        """Closes the file."""
        with self._lock:
            self._database.close()

    def _prepare(self) -> None:
        """Makes the tables of a new file, and refuses a database that is something else."""
        (own,) = self._database.execute("PRAGMA application_id").fetchone()
        (tables,) = self._database.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if own != APPLICATION and tables:
            raise sqlite3.DatabaseError("it is a database of something else")
        with suppress(sqlite3.OperationalError):  # locked by a process that makes the same change
            self._database.execute("PRAGMA journal_mode = WAL")
        with self._transaction() as database:
            database.execute(f"PRAGMA application_id = {APPLICATION}")
            for table in TABLES:
                database.execute(table)

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """All of it or nothing; waits for the writers before it."""
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
                f"embedding_cache {str(self._path)!r} cannot be used ({error}); give another file"
            ) from error


def _key(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
