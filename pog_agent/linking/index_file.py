"""The file of an entity index (SQLite): names, who bears them, and their words."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from pog_agent.kg.names import EntityName, bare_name, normalize
from pog_agent.sqlite_file import IndexFile, SqliteFormat

FILE = "entities.sqlite"
ASKED_AT_ONCE = 500

TABLES = (
    "CREATE TABLE facts (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE entities (id INTEGER PRIMARY KEY, iri TEXT UNIQUE NOT NULL)",
    # `row` is the place of the vector of this text; it is null until the text is embedded.
    "CREATE TABLE texts (id INTEGER PRIMARY KEY, folded TEXT UNIQUE NOT NULL, row INTEGER)",
    "CREATE INDEX texts_by_row ON texts (row)",
    "CREATE TABLE accented (bare TEXT, text INTEGER, PRIMARY KEY (bare, text)) WITHOUT ROWID",
    "CREATE TABLE names (text INTEGER, entity INTEGER, alias INTEGER NOT NULL, round INTEGER NOT NULL, "
    "PRIMARY KEY (text, entity)) WITHOUT ROWID",
    "CREATE VIRTUAL TABLE words USING fts5 (text, content='', tokenize='unicode61 remove_diacritics 2')",
    "CREATE VIRTUAL TABLE word_counts USING fts5vocab (words, row)",
    "CREATE TABLE vocabulary (word TEXT PRIMARY KEY, texts INTEGER NOT NULL) WITHOUT ROWID",
    "CREATE VIRTUAL TABLE spellings USING fts5 (word, tokenize='trigram')",
    "CREATE TABLE incoming (iri TEXT, folded TEXT, alias INTEGER, bare TEXT)",
)
ADDING = (
    "INSERT OR IGNORE INTO entities (iri) SELECT iri FROM incoming",
    "INSERT OR IGNORE INTO texts (folded) SELECT folded FROM incoming",
    "INSERT INTO words (rowid, text) SELECT id, folded FROM texts WHERE id > :last",
    "INSERT INTO names SELECT texts.id, entities.id, min(alias), :round FROM incoming "
    "JOIN texts USING (folded) JOIN entities USING (iri) WHERE true GROUP BY texts.id, entities.id "
    "ON CONFLICT DO UPDATE SET round = excluded.round, "
    "alias = CASE WHEN round = excluded.round THEN min(alias, excluded.alias) ELSE excluded.alias END",
    "INSERT OR IGNORE INTO accented SELECT bare, texts.id FROM incoming JOIN texts USING (folded) "
    "WHERE bare <> folded",
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
FORMAT = SqliteFormat(
    application=0x506F4769,
    tables=TABLES,
    failure=(
        "{path}: not a usable entity index ({error}); delete it or give another folder, "
        "and run pog-agent index again"
    ),
    stranger="it is no entity index",
    version=2,
    journal="DELETE",
    pragmas=("synchronous = NORMAL", "cache_size = -200000"),
    seconds=5.0,
)


class EntityIndexFile(IndexFile):
    """The names of an entity index, usable from several threads.

    All methods raise `SettingError` where the file is unusable.
    """

    def __init__(self, directory: Path, *, writable: bool = False) -> None:
        missing = "no entity index in this folder; make one with pog-agent index"
        super().__init__(directory / FILE, FORMAT, missing, writable=writable)

    def numbers(self, query: str, values: Sequence[object] = ()) -> tuple[int, ...]:
        """The only row of a query over numbers."""
        return tuple(int(str(value or 0)) for value in self.rows(query, values)[0])

    def facts(self) -> dict[str, str]:
        """What is known of the index as a whole."""
        return {str(key): str(value) for key, value in self.rows("SELECT key, value FROM facts")}

    def set_facts(self, **facts: object) -> None:
        """Notes facts about the index as a whole."""
        with self._file.writing() as connection:
            _note(connection, facts)

    def add(self, names: Sequence[EntityName], round_: int, **facts: object) -> None:
        """Adds names and notes facts, all or nothing. Names that an earlier round has read get this round."""
        folded = ((name.iri, normalize(name.text), name.alias, bare_name(name.text)) for name in names)
        with self._file.writing() as connection:
            (last,) = connection.execute("SELECT coalesce(max(id), 0) FROM texts").fetchone()
            connection.executemany("INSERT INTO incoming VALUES (?, ?, ?, ?)", (row for row in folded if row[1]))
            for statement in ADDING:
                connection.execute(statement, {"last": last, "round": round_})
            _note(connection, facts)

    def embedded(self, ids: Sequence[int], first_row: int) -> None:
        """Notes that the vectors of these texts stand in this order from a row on."""
        with self._file.writing() as connection:
            rows = ((first_row + place, number) for place, number in enumerate(ids))
            connection.executemany("UPDATE texts SET row = ? WHERE id = ?", rows)

    def finish_names(self, round_: int, **facts: object) -> None:
        """Drops names that the last round has not read, and counts words."""
        with self._file.writing() as connection:
            connection.execute("DELETE FROM names WHERE round <> ?", (round_,))
            for statement in SPELLING:
                connection.execute(statement)
            _note(connection, facts)

    def forget_vectors(self, **facts: object) -> None:
        """Notes that no text has a vector."""
        with self._file.writing() as connection:
            connection.execute("UPDATE texts SET row = NULL WHERE row IS NOT NULL")
            connection.execute("DELETE FROM facts WHERE key IN ('encoder', 'dimensions', 'rows')")
            _note(connection, facts)

    def close(self) -> None:
        """Closes the file."""
        self._file.close()


def _note(connection: sqlite3.Connection, facts: dict[str, object]) -> None:
    connection.executemany("INSERT OR REPLACE INTO facts VALUES (?, ?)", [(k, str(v)) for k, v in facts.items()])
