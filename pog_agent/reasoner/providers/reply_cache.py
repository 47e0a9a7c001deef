"""Replies of chat models kept in a file (SQLite), behind LangChain's protocol for caches."""

import json
import time
import warnings
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from langchain_core.caches import BaseCache
from langchain_core.load import dumps, loads
from langchain_core.messages import AIMessage
from langchain_core.outputs import ChatGeneration, Generation
from typing_extensions import override

from pog_agent.errors import SettingError
from pog_agent.sqlite_file import SqliteFile, SqliteFormat

MOST_ENTRIES: Final = 50_000
MOST_BYTES: Final = 64 * 1024 * 1024
TABLES: Final = (
    "CREATE TABLE replies (key BLOB PRIMARY KEY, reply TEXT NOT NULL, size INTEGER NOT NULL, used REAL NOT NULL)",
    "CREATE INDEX by_use ON replies (used, size)",
)
FORMAT: Final = SqliteFormat(
    application=0x506F4772,
    tables=TABLES,
    failure="reply_cache {path!r} cannot be used ({error}); give another file, or delete this one",
    pragmas=("synchronous = NORMAL",),
    seconds=10.0,
)
_FRESH: Final = 3600.0
"""Seconds after which the use of a reply is noted anew: a note is a write, for which processes wait in turn."""
_LEFT: Final = 0.9
"""What is left of a full cache, so that not every reply has to drop another."""


class ReplyCache(BaseCache):
    """Keeps replies by prompt and parameters, those that were used last; several processes may share the file.

    At most `most_entries` and `most_bytes` of replies stay. Of prompts it has hashes alone. Raises `SettingError`
    for a file that cannot be opened, read or written, or that is something else.
    """

    def __init__(self, path: Path | str, most_entries: int = MOST_ENTRIES, most_bytes: int = MOST_BYTES) -> None:
        self._file = SqliteFile(path, FORMAT)
        self._most_entries, self._most_bytes = most_entries, most_bytes

    @override
    def lookup(self, prompt: str, llm_string: str) -> list[Generation] | None:
        """The reply to a prompt under these parameters, None where there is none."""
        key, now = _key(prompt, llm_string), time.time()
        with self._file.reading() as database:
            row = database.execute("SELECT reply, used FROM replies WHERE key = ?", (key,)).fetchone()
        if row is None:
            return None
        if now - row[1] > _FRESH:
            with self._file.writing() as database:
                database.execute("UPDATE replies SET used = ? WHERE key = ?", (now, key))
        return _read(row[0])

    @override
    def update(self, prompt: str, llm_string: str, return_val: Sequence[Generation]) -> None:
        """Keeps a reply, and drops those that were not used for longest where there are too many."""
        reply = dumps([*return_val])
        size = len(reply.encode("utf-8", "surrogatepass"))
        if size > self._most_bytes:
            return
        row = (_key(prompt, llm_string), reply, size, time.time())
        with self._file.writing() as database:
            database.execute("INSERT OR REPLACE INTO replies VALUES (?, ?, ?, ?)", row)
            entries, total = database.execute("SELECT count(*), sum(size) FROM replies").fetchone()
            if entries > self._most_entries or total > self._most_bytes:
                database.execute(
                    "DELETE FROM replies WHERE key IN (SELECT key FROM (SELECT key, "
                    "row_number() OVER newest AS place, sum(size) OVER newest AS filled FROM replies "
                    "WINDOW newest AS (ORDER BY used DESC, key)) WHERE place > ? OR filled > ?)",
                    (max(1, int(_LEFT * self._most_entries)), max(size, int(_LEFT * self._most_bytes))),
                )

    @override
    def clear(self, **_: Any) -> None:
        """Drops all replies."""
        with self._file.writing() as database:
            database.execute("DELETE FROM replies")

    def close(self) -> None:
        """Closes the file."""
        self._file.close()


def open_reply_cache(path: str | None) -> tuple[ReplyCache | None, tuple[str, ...]]:
    """The cache that a setting names, or the reason why there is none: no run depends on it."""
    try:
        return (ReplyCache(path) if path is not None else None), ()
    except SettingError as error:
        return None, (f"{error}: replies are not kept",)


class KeptReplies:
    """The replies of one model in a cache. One that fails is not used again, and `trouble` says so."""

    def __init__(self, cache: BaseCache, model: dict[str, Any]) -> None:
        self._cache: BaseCache | None = cache
        self._model = model
        self.trouble: tuple[str, ...] = ()

    async def recall(self, messages: Sequence[tuple[str, str]], parameters: dict[str, Any]) -> str | None:
        """The text of the reply that these messages had before, None where they had none."""
        try:
            found = await self._cache.alookup(*self._address(messages, parameters)) if self._cache else None
        except SettingError as error:
            self._give_up(error)
            return None
        return found[0].text if found else None

    async def keep(self, messages: Sequence[tuple[str, str]], parameters: dict[str, Any], text: str) -> None:
        """Keeps the text of a reply."""
        try:
            if self._cache is not None:
                await self._cache.aupdate(*self._address(messages, parameters), [Generation(text=text)])
        except SettingError as error:
            self._give_up(error)

    def _address(self, messages: Sequence[tuple[str, str]], parameters: dict[str, Any]) -> tuple[str, str]:
        of_model = json.dumps([self._model, parameters], sort_keys=True, default=str)
        return json.dumps([*messages]), of_model

    def _give_up(self, error: SettingError) -> None:
        self._cache = None
        self.trouble = (f"{error}: replies are not kept",)


def _key(prompt: str, llm_string: str) -> bytes:
    text = json.dumps([llm_string, prompt])
    return sha256(text.encode("utf-8", "surrogatepass")).digest()


def _read(reply: str) -> list[Generation] | None:
    """The reply of a row; None for one that another version wrote in another way."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # LangChain calls its own format a beta
        try:
            found: list[Generation] = loads(reply, allowed_objects=[Generation, ChatGeneration, AIMessage])
        except (ValueError, TypeError, KeyError, NotImplementedError):
            return None
    return found
