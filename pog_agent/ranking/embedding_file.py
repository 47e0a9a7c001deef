"""Embeddings kept in a file (SQLite), so that later runs and other processes need not compute them again."""

from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pog_agent.sqlite_file import SqliteFile, SqliteFormat, as_bytes

ASKED_AT_ONCE = 500
TABLES = (
    "CREATE TABLE models (id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, dimension INTEGER)",
    "CREATE TABLE embeddings (model INTEGER NOT NULL, text BLOB NOT NULL, vector BLOB NOT NULL, "
    "PRIMARY KEY (model, text))",
)
FORMAT = SqliteFormat(
    application=0x506F4765,
    tables=TABLES,
    failure="embedding_cache {path!r} cannot be used ({error}); give another file",
)


class EmbeddingFile:
    """The vectors of one model by text. Other models and other processes may use the same file.

    `model` must tell models apart whose vectors differ. Raises `SettingError` for a file that cannot be opened,
    read or written, or that is no cache of embeddings.
    """

    def __init__(self, path: Path | str, model: str) -> None:
        self._model = model
        self._file = SqliteFile(path, FORMAT)

    def recall(self, texts: Sequence[str]) -> dict[str, NDArray[np.float32]]:
        """The vectors of the texts, as far as the file has them."""
        found: dict[str, NDArray[np.float32]] = {}
        remaining = iter(texts)
        with self._file.reading() as database:
            while chunk := {as_bytes(text): text for text in islice(remaining, ASKED_AT_ONCE)}:
                rows = database.execute(
                    "SELECT text, vector FROM embeddings JOIN models ON id = model WHERE name = ? "
                    f"AND length(vector) = 4 * dimension AND text IN ({', '.join('?' * len(chunk))})",
                    (self._model, *chunk),
                )
                found.update((chunk[key], np.frombuffer(vector, dtype="<f4")) for key, vector in rows)
        return found

    def keep(self, texts: Sequence[str], vectors: NDArray[np.float32]) -> None:
        """Adds vectors, shape (len(texts), dimensions). Older vectors of another dimension are deleted."""
        with self._file.writing() as database:
            database.execute("INSERT OR IGNORE INTO models (name) VALUES (?)", (self._model,))
            query = "SELECT id, dimension FROM models WHERE name = ?"
            model, dimension = database.execute(query, (self._model,)).fetchone()
            if dimension != vectors.shape[1]:
                database.execute("DELETE FROM embeddings WHERE model = ?", (model,))
                database.execute("UPDATE models SET dimension = ? WHERE id = ?", (vectors.shape[1], model))
            rows = zip(texts, vectors.astype("<f4"), strict=True)
            database.executemany(
                "INSERT OR REPLACE INTO embeddings VALUES (?, ?, ?)",
                ((model, as_bytes(text), vector.tobytes()) for text, vector in rows),
            )

    def close(self) -> None:
        """Closes the file."""
        self._file.close()
