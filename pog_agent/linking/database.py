"""The file of an entity index (SQLite): names, who bears them, and their words."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from urllib.parse import quote

from pog_agent.errors import SettingError
from pog_agent.kg.names import Name, normalize

FILE = "entities.sqlite"
APPLICATION = 0x506F4769
VERSION = 1
SECONDS_TO_WAIT = 5.0
ASKED_AT_ONCE = 500

TABLES = (
    "CREATE TABLE facts (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE entities (id INTEGER PRIMARY KEY, iri TEXT UNIQUE NOT NULL)",
    # `row` is the place of the vector of this text; it is null until the text is embedded.
    "CREATE TABLE texts (id INTEGER PRIMARY KEY, folded TEXT UNIQUE NOT NULL, row INTEGER)",
    "CREATE INDEX texts_by_row ON texts (row)",
    "CREATE TABLE names (text INTEGER, entity INTEGER, alias INTEGER NOT NULL, round INTEGER NOT NULL, "
    "PRIMARY KEY (text, entity)) WITHOUT ROWID",
    "CREATE VIRTUAL TABLE words USING fts5 (text, content='', tokenize='unicode61 remove_diacritics 2')",
    "CREATE VIRTUAL TABLE word_counts USING fts5vocab (words, row)",
    "CREATE TABLE vocabulary (word TEXT PRIMARY KEY, texts INTEGER NOT NULL) WITHOUT ROWID",
    "CREATE VIRTUAL TABLE spellings USING fts5 (word, tokenize='trigram')",
    "CREATE TABLE incoming (iri TEXT, folded TEXT, alias INTEGER)",
)
ADDING = (
    "INSERT OR IGNORE INTO entities (iri) SELECT iri FROM incoming",
    "INSERT OR IGNORE INTO texts (folded) SELECT folded FROM incoming",
    "INSERT INTO words (rowid, text) SELECT id, folded FROM texts WHERE id > :last",
    "INSERT INTO names SELECT texts.id, entities.id, min(alias), :round FROM incoming "
    "JOIN texts USING (folded) JOIN entities USING (iri) WHERE true GROUP BY texts.id, entities.id "
    "ON CONFLICT DO UPDATE SET round = excluded.round, "
    "alias = CASE WHEN round = excluded.round THEN min(alias, excluded.alias) ELSE excluded.alias END",
    "DELETE FROM incoming",
)
SPELLING = (
    "DELETE FROM vocabulary",
    "INSERT INTO vocabulary SELECT term, doc FROM word_counts",
    "DELETE FROM spellings",
    # The marks at both ends let short words share trigrams: Italy and Itly have none in common.
    "INSERT INTO spellings (word) SELECT '<' || word || '>' FROM vocabulary "
    "WHERE length(word) > 2 AND word GLOB '*[^0-9]*'",
)


class Database:
    """One connection, usable from several threads. All methods raise `SettingError` where the file is unusable."""

    def __init__(self, directory: Path, *, writable: bool = False) -> None:
        self.path = directory / FILE
        self._lock = Lock()
        if not writable and not self.path.is_file():
            raise SettingError(f"{directory}: no entity index in this folder; make one with pog-agent index")
        mode = "rwc" if writable else "ro"
        with self._reported():
            if writable:
                directory.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(
                f"file:{quote(str(self.path.absolute()))}?mode={mode}",
                uri=True,
                timeout=SECONDS_TO_WAIT,
                check_same_thread=False,
                isolation_level=None,
            )
        try:
            with self._reported():
                self._check(writable)
        except SettingError:
            self._connection.close()
            raise

    def rows(self, query: str, values: Sequence[object] = ()) -> list[tuple[object, ...]]:
        """All rows of a query."""
        with self._lock, self._reported():
            return self._connection.execute(query, tuple(values)).fetchall()

    def numbers(self, query: str, values: Sequence[object] = ()) -> tuple[int, ...]:
        """The only row of a query over numbers."""
        return tuple(int(str(value or 0)) for value in self.rows(query, values)[0])

    def facts(self) -> dict[str, str]:
        """What is known of the index as a whole."""
        return {str(key): str(value) for key, value in self.rows("SELECT key, value FROM facts")}

    def set_facts(self, **facts: object) -> None:
        """Notes facts."""
        with self.transaction() as connection:
            _note(connection, facts)

    def add(self, names: Sequence[Name], round_: int, **facts: object) -> None:
        """Adds names, and notes facts, all or nothing. Names read before in another round get this one."""
        folded = ((name.iri, normalize(name.text), name.alias) for name in names)
        with self.transaction() as connection:
            (last,) = connection.execute("SELECT coalesce(max(id), 0) FROM texts").fetchone()
            connection.executemany("INSERT INTO incoming VALUES (?, ?, ?)", (row for row in folded if row[1]))
            for statement in ADDING:
                connection.execute(statement, {"last": last, "round": round_})
            _note(connection, facts)

    def embedded(self, ids: Sequence[int], first_row: int) -> None:
        """Notes the vectors of texts, which are in this order from a row on."""
        with self.transaction() as connection:
            rows = ((first_row + place, number) for place, number in enumerate(ids))
            connection.executemany("UPDATE texts SET row = ? WHERE id = ?", rows)

    def finish_names(self, round_: int, **facts: object) -> None:
        """Drops names that the last round has not seen, and counts words."""
        with self.transaction() as connection:
            connection.execute("DELETE FROM names WHERE round <> ?", (round_,))
            for statement in SPELLING:
                connection.execute(statement)
            _note(connection, facts)

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All of it or nothing, even if the process is killed."""
        with self._lock, self._reported():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
                raise

    def close(self) -> None:
        """Closes the file."""
        with self._lock:
            self._connection.close()

    def _check(self, writable: bool) -> None:
        execute = self._connection.execute
        (own,) = execute("PRAGMA application_id").fetchone()
        (version,) = execute("PRAGMA user_version").fetchone()
        (tables,) = execute("SELECT count(*) FROM sqlite_master").fetchone()
        if own != APPLICATION and (tables or not writable):
            raise sqlite3.DatabaseError("it is no entity index")
        if tables and version != VERSION:
            raise sqlite3.DatabaseError(f"it has version {version}, this program reads version {VERSION}")
        if writable:
            execute("PRAGMA synchronous = NORMAL")
            execute("PRAGMA cache_size = -200000")
            if not tables:
                self._create()

    def _create(self) -> None:
        self._connection.execute("PRAGMA journal_mode = DELETE")
        self._connection.execute("BEGIN IMMEDIATE")
        self._connection.execute(f"PRAGMA application_id = {APPLICATION}")
        self._connection.execute(f"PRAGMA user_version = {VERSION}")
        for table in TABLES:
            self._connection.execute(table)
        self._connection.execute("COMMIT")

    @contextmanager
    def _reported(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise SettingError(
                f"{self.path}: not a usable entity index ({error}); delete it or give another folder, "
                "and run pog-agent index again"
            ) from error


def _note(connection: sqlite3.Connection, facts: dict[str, object]) -> None:
    connection.executemany("INSERT OR REPLACE INTO facts VALUES (?, ?)", [(k, str(v)) for k, v in facts.items()])
