"""What a model has read in chunks, kept in a file (SQLite), so that no chunk is read twice."""

from pathlib import Path

from pog_agent.models import Value
from pog_agent.reasoner.steps.extraction.extract_relations import StatedRelations
from pog_agent.sqlite_file import SqliteFile, SqliteFormat

FORMAT = SqliteFormat(
    application=0x506F4772,
    tables=("CREATE TABLE replies (key BLOB PRIMARY KEY, reply TEXT NOT NULL) WITHOUT ROWID",),
    failure="{path}: the replies of the model cannot be kept ({error}); delete the file or give another --out",
    stranger="it is a file of something else",
    version=1,
    journal="DELETE",
)


class ChunkReading(Value):
    """What was read in one chunk, and what went wrong on the way."""

    stated: StatedRelations
    warnings: tuple[str, ...] = ()


class ReplyFile:
    """Readings by key; each is kept as soon as it is added. Raises `SettingError` where the file is unusable."""

    def __init__(self, path: Path) -> None:
        self._file = SqliteFile(path, FORMAT)

    def get(self, key: bytes) -> ChunkReading | None:
        """The reading of a key; None where there is none."""
        with self._file.reading() as database:
            row = database.execute("SELECT reply FROM replies WHERE key = ?", (key,)).fetchone()
        return ChunkReading.model_validate_json(row[0]) if row else None

    def add(self, key: bytes, reading: ChunkReading) -> None:
        """Keeps a reading."""
        with self._file.writing() as database:
            database.execute("INSERT OR REPLACE INTO replies VALUES (?, ?)", (key, reading.model_dump_json()))

    def close(self) -> None:
        """Closes the file."""
        self._file.close()
