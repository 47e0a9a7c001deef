"""What endpoints have answered: in memory, and in a file (SQLite) for later runs and other processes."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Hashable, Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import Any, Final, Generic, TypeVar

from cachetools import LRUCache

from pog_agent.sqlite_file import SqliteFile, SqliteFormat, as_bytes
from pog_agent.terms import Term

CACHED_TERMS: Final = 200_000
MAX_BYTES = 1_000_000_000
ASKED_AT_ONCE = 500
ROOM = 10
"""A full file loses one of so many entries, the oldest first."""

TABLES = (
    "CREATE TABLE requests (id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL)",
    "CREATE TABLE answers (id INTEGER PRIMARY KEY, request INTEGER NOT NULL, term BLOB NOT NULL, "
    "value TEXT NOT NULL, UNIQUE (request, term))",
)
FORMAT = SqliteFormat(
    application=0x506F476B,
    tables=TABLES,
    failure="kg_cache {path!r} cannot be used ({error}); give another file",
)

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class RecentAnswers(Generic[K, V]):
    """The latest answers in memory; beyond `size` it forgets the least recently used.

    Several threads may use it at once.
    """

    def __init__(self, size: int) -> None:
        self._entries: LRUCache[K, V] = LRUCache(size)
        self._lock = Lock()

    def known(self, keys: Iterable[K]) -> dict[K, V]:
        """What is known, by key."""
        with self._lock:
            return {key: self._entries[key] for key in keys if key in self._entries}

    def add(self, entries: Mapping[K, V]) -> None:
        """Takes entries in."""
        with self._lock:
            self._entries.update(entries)


class AnswerFile:
    """Answers by request and term, as JSON values; at most about `max_bytes` of them, the oldest go first.

    `source` names the endpoint and its state: a store sets it to its fingerprint. A request names everything else
    that an answer depends on. Keep only whole answers. Raises `SettingError` for a file that cannot be used.
    """

    def __init__(self, path: Path | str, max_bytes: int = MAX_BYTES) -> None:
        self._file = SqliteFile(path, FORMAT)
        self._max_bytes = max_bytes
        self.source = ""

    def recall(self, request: str, terms: Sequence[Term]) -> dict[Term, Any]:
        """The answers about those terms that the file has."""
        found: dict[Term, Any] = {}
        remaining = iter(terms)
        with self._file.reading() as database:
            while chunk := {as_bytes(term): term for term in islice(remaining, ASKED_AT_ONCE)}:
                rows = database.execute(
                    "SELECT term, value FROM answers JOIN requests ON requests.id = request WHERE name = ? "
                    f"AND term IN ({', '.join('?' * len(chunk))})",
                    (f"{self.source} {request}", *chunk),
                )
                found.update((chunk[term], json.loads(value)) for term, value in rows)
        return found

    def keep(self, request: str, answers: Mapping[Term, Any]) -> None:
        """Adds answers, and makes room for them."""
        with self._file.writing() as database:
            name = f"{self.source} {request}"
            database.execute("INSERT OR IGNORE INTO requests (name) VALUES (?)", (name,))
            (number,) = database.execute("SELECT id FROM requests WHERE name = ?", (name,)).fetchone()
            database.executemany(
                "INSERT OR REPLACE INTO answers (request, term, value) VALUES (?, ?, ?)",
                ((number, as_bytes(term), json.dumps(value)) for term, value in answers.items()),
            )
            pages, free, size = (
                database.execute(f"PRAGMA {fact}").fetchone()[0]
                for fact in ("page_count", "freelist_count", "page_size")
            )
            if (pages - free) * size > self._max_bytes:
                database.execute(
                    "DELETE FROM answers WHERE id IN (SELECT id FROM answers ORDER BY id "
                    f"LIMIT (SELECT count(*) / {ROOM} + 1 FROM answers))"
                )

    def close(self) -> None:
        """Closes the file."""
        self._file.close()


class AnswerMemory:
    """The answers that a store keeps in a file, if it has one; `source` is asked once for the endpoint's state."""

    def __init__(self, file: AnswerFile | None, source: Callable[[], Awaitable[str]]) -> None:
        self._file, self._source = file, source

    async def recall(self, request: str, terms: Sequence[Term]) -> dict[Term, Any]:
        """The answers to a request that the file has."""
        if self._file is None or not terms:
            return {}
        if not self._file.source:
            self._file.source = await self._source()
        return await asyncio.to_thread(self._file.recall, request, terms)

    async def keep(self, request: str, answers: Mapping[Term, Any]) -> None:
        """Adds answers to the file."""
        if self._file is not None and answers:
            await asyncio.to_thread(self._file.keep, request, answers)

    def close(self) -> None:
        """Closes the file."""
        if self._file is not None:
            self._file.close()
