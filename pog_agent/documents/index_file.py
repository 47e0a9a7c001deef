"""The file of a document index (SQLite): documents, chunks, their vectors, and their links to entities."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np

from pog_agent.documents.values import Chunk, Document, EntityLink, titled
from pog_agent.ranking.encoder import Vectors
from pog_agent.sentences import Span
from pog_agent.sqlite_file import IndexFile, SqliteFormat

FILE = "documents.sqlite"
BUILDING, COMPLETE = "building", "complete"
ASKED_AT_ONCE = 500

TABLES = (
    "CREATE TABLE facts (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE documents (id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, title TEXT NOT NULL, "
    "digest BLOB NOT NULL, linked INTEGER NOT NULL)",
    # A number is never given twice: an index over chunks that are gone cannot name others.
    "CREATE TABLE chunks (id INTEGER PRIMARY KEY AUTOINCREMENT, document INTEGER NOT NULL, "
    "number INTEGER NOT NULL, start INTEGER NOT NULL, end INTEGER NOT NULL, text TEXT NOT NULL)",
    "CREATE UNIQUE INDEX chunks_by_document ON chunks (document, number)",
    "CREATE TABLE vectors (chunk INTEGER PRIMARY KEY, vector BLOB NOT NULL)",
    "CREATE TABLE entities (id INTEGER PRIMARY KEY, iri TEXT UNIQUE NOT NULL, in_graph INTEGER NOT NULL)",
    # A link without a chunk is one of the whole document.
    "CREATE TABLE links (entity INTEGER NOT NULL, document INTEGER NOT NULL, chunk INTEGER, kind TEXT NOT NULL, "
    "mention TEXT NOT NULL, score REAL NOT NULL)",
    "CREATE INDEX links_by_entity ON links (entity, document, chunk)",
    "CREATE INDEX links_by_document ON links (document, chunk)",
)
FORMAT = SqliteFormat(
    application=0x506F4764,
    tables=TABLES,
    failure=(
        "{path}: not a usable document index ({error}); delete it or give another folder, "
        "and run pog-agent index-docs again"
    ),
    stranger="it is no document index",
    version=1,
    journal="DELETE",
    pragmas=("synchronous = NORMAL", "cache_size = -200000"),
    seconds=5.0,
)


class DocumentIndexFile(IndexFile):
    """The tables of a document index, usable from several threads.

    All methods raise `SettingError` where the file is unusable.
    """

    def __init__(self, directory: Path, *, writable: bool = False) -> None:
        missing = (
            "a file, and not the folder of a document index; make one of it with pog-agent index-docs"
            if directory.is_file()
            else "no document index in this folder; make one with pog-agent index-docs"
        )
        super().__init__(directory / FILE, FORMAT, missing, writable=writable)

    def rows_of(self, query: str, keys: Iterable[object]) -> list[tuple[object, ...]]:
        """All rows of a query with a list of any length in the place of ``{keys}``."""
        wanted = list(keys)
        found = []
        for first in range(0, len(wanted), ASKED_AT_ONCE):
            part = wanted[first : first + ASKED_AT_ONCE]
            found += self.rows(query.format(keys=", ".join("?" * len(part))), part)
        return found

    def chunks(self, condition: str, keys: Iterable[object]) -> list[Chunk]:
        """The chunks that meet a condition with ``{keys}``, those of a document together and in order."""
        query = (
            "SELECT chunks.id, name, title, number, start, end, text FROM chunks "
            f"JOIN documents ON documents.id = document WHERE {condition} ORDER BY document, number"
        )
        names = ("key", "document", "title", "number", "start", "end", "text")
        rows = self.rows_of(query, dict.fromkeys(keys))
        return [Chunk.model_validate(dict(zip(names, row, strict=True))) for row in rows]

    def number(self, query: str, values: Sequence[object] = ()) -> int:
        """The only value of a query, 0 for none."""
        ((value,),) = self.rows(query, values)
        return int(str(value or 0))

    def facts(self) -> dict[str, str]:
        """What is known of the index as a whole."""
        return {str(key): str(value) for key, value in self.rows("SELECT key, value FROM facts")}

    def set_facts(self, **facts: object) -> None:
        """Notes facts about the index as a whole."""
        with self._file.writing() as connection:
            _note(connection, facts)

    def replace(self, documents: Sequence[tuple[Document, Sequence[Span]]]) -> None:
        """Adds documents with the spans of their chunks, in place of those of the same ids.

        A chunk whose text stays keeps its vector.
        """
        with self._file.writing() as connection:
            for document, spans in documents:
                vectors = _vectors_by_text(connection, document.id)
                _remove(connection, document.id)
                added = connection.execute(
                    "INSERT INTO documents (name, title, digest, linked) VALUES (?, ?, ?, 0)",
                    (document.id, document.title, document.digest),
                ).lastrowid
                for number, (start, end) in enumerate(spans):
                    text = document.text[start:end]
                    chunk = connection.execute(
                        "INSERT INTO chunks (document, number, start, end, text) VALUES (?, ?, ?, ?, ?)",
                        (added, number, start, end, text),
                    ).lastrowid
                    if vector := vectors.get(titled(document.title, text)):
                        connection.execute("INSERT INTO vectors VALUES (?, ?)", (chunk, vector))
                given = [EntityLink(iri=iri, kind="given") for iri in document.entities]
                _add_links(connection, added, None, given)

    def remove(self, names: Iterable[str]) -> None:
        """Removes documents with all that belongs to them."""
        with self._file.writing() as connection:
            for name in names:
                _remove(connection, name)

    def unlink_all(self, **facts: object) -> None:
        """Notes that all documents are to be linked anew, and facts with it."""
        with self._file.writing() as connection:
            connection.execute("UPDATE documents SET linked = 0")
            _note(connection, facts)

    def link(
        self,
        documents: Sequence[int],
        in_graph: Mapping[str, bool],
        links: Sequence[tuple[int, int | None, EntityLink]],
    ) -> None:
        """Replaces what titles and mentions link some documents to.

        `in_graph` says of entities whether the graph has them. A link has its document and its chunk, or None.
        """
        with self._file.writing() as connection:
            connection.executemany(
                "INSERT INTO entities (iri, in_graph) VALUES (?, ?) "
                "ON CONFLICT (iri) DO UPDATE SET in_graph = excluded.in_graph",
                in_graph.items(),
            )
            for document in documents:
                connection.execute("DELETE FROM links WHERE document = ? AND kind <> 'given'", (document,))
            for document, chunk, link in links:
                _add_links(connection, document, chunk, [link])
            connection.executemany("UPDATE documents SET linked = 1 WHERE id = ?", [(key,) for key in documents])

    def embed(self, chunks: Sequence[int], vectors: Vectors) -> None:
        """Adds the vectors of chunks, shape (len(chunks), dimensions), in 16 bits."""
        rows = zip(chunks, (row.tobytes() for row in vectors.astype("<f2")), strict=True)
        with self._file.writing() as connection:
            connection.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", rows)

    def vectors(self, chunks: Sequence[int]) -> Vectors:
        """The vectors of chunks in their order, shape (len(chunks), dimensions).

        A chunk without one is a `KeyError`.
        """
        rows = self.rows_of("SELECT chunk, vector FROM vectors WHERE chunk IN ({keys})", dict.fromkeys(chunks))
        found = {key: np.frombuffer(vector, dtype="<f2") for key, vector in rows if isinstance(vector, bytes)}
        return np.stack([found[key] for key in chunks]).astype(np.float32)

    def close(self) -> None:
        """Closes the file."""
        self._file.close()


def _note(connection: sqlite3.Connection, facts: Mapping[str, object]) -> None:
    connection.executemany("INSERT OR REPLACE INTO facts VALUES (?, ?)", [(k, str(v)) for k, v in facts.items()])


def _add_links(
    connection: sqlite3.Connection, document: int | None, chunk: int | None, links: Iterable[EntityLink]
) -> None:
    for link in links:
        connection.execute("INSERT OR IGNORE INTO entities (iri, in_graph) VALUES (?, 0)", (link.iri,))
        connection.execute(
            "INSERT INTO links SELECT id, ?, ?, ?, ?, ? FROM entities WHERE iri = ?",
            (document, chunk, link.kind, link.mention, link.score, link.iri),
        )


def _vectors_by_text(connection: sqlite3.Connection, name: str) -> dict[str, bytes]:
    """The vectors of the chunks of a document by what was embedded."""
    rows = connection.execute(
        "SELECT title, text, vector FROM documents JOIN chunks ON chunks.document = documents.id "
        "JOIN vectors ON vectors.chunk = chunks.id WHERE name = ?",
        (name,),
    )
    return {titled(title, text): vector for title, text, vector in rows}


def _remove(connection: sqlite3.Connection, name: str) -> None:
    of_document = "IN (SELECT id FROM documents WHERE name = ?)"
    for statement in (
        f"DELETE FROM vectors WHERE chunk IN (SELECT id FROM chunks WHERE document {of_document})",
        f"DELETE FROM chunks WHERE document {of_document}",
        f"DELETE FROM links WHERE document {of_document}",
        "DELETE FROM documents WHERE name = ?",
    ):
        connection.execute(statement, (name,))
