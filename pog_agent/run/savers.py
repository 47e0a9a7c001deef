"""Checkpoint savers by where they keep the threads: in memory, in an SQLite file, in a PostgreSQL database."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from langgraph.checkpoint.base import BaseCheckpointSaver, CheckpointTuple
from langgraph.checkpoint.memory import InMemorySaver

from pog_agent.errors import SettingError

MEMORY: Final = "memory"
DATABASES: Final = ("postgresql://", "postgres://")
CONNECTIONS: Final = 4


@dataclass(frozen=True)
class OpenSaver:
    """A saver, and what closes what it holds."""

    saver: BaseCheckpointSaver[Any]
    close: Callable[[], None] = lambda: None


def open_saver(where: str) -> OpenSaver:
    """The saver for a place: ``memory``, a ``postgresql://`` address, or the path of an SQLite file.

    It works for synchronous and asynchronous callers alike. Tables are made where they are missing. Raises
    `SettingError` where the extra for it is not installed, or it cannot be opened.
    """
    if where == MEMORY:
        return OpenSaver(InMemorySaver())
    return _postgres(where) if where.startswith(DATABASES) else _sqlite(Path(where))


class _InThreads:
    """Gives a saver that blocks its asynchronous methods: each call runs in a thread."""

    async def aget_tuple(self, config: Any) -> CheckpointTuple | None:
        found: CheckpointTuple | None = await asyncio.to_thread(self.get_tuple, config)  # type: ignore[attr-defined]
        return found

    async def alist(self, config: Any, **limits: Any) -> AsyncIterator[CheckpointTuple]:
        found = await asyncio.to_thread(lambda: list(self.list(config, **limits)))  # type: ignore[attr-defined]
        for item in found:
            yield item

    async def aput(self, config: Any, checkpoint: Any, metadata: Any, new_versions: Any) -> Any:
        return await asyncio.to_thread(self.put, config, checkpoint, metadata, new_versions)  # type: ignore[attr-defined]

    async def aput_writes(
        self, config: Any, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        await asyncio.to_thread(self.put_writes, config, writes, task_id, task_path)  # type: ignore[attr-defined]

    async def adelete_thread(self, thread_id: str) -> None:
        await asyncio.to_thread(self.delete_thread, thread_id)  # type: ignore[attr-defined]


def _sqlite(path: Path) -> OpenSaver:
    with _needing("sqlite"):
        from langgraph.checkpoint.sqlite import SqliteSaver  # noqa: PLC0415 (an extra)

    class SqliteInThreads(_InThreads, SqliteSaver):
        pass

    try:
        connection = sqlite3.connect(path, check_same_thread=False)
        saver = SqliteInThreads(connection)
        saver.setup()
    except sqlite3.Error as error:
        raise SettingError(f"the checkpoints {str(path)!r} cannot be opened as an SQLite file: {error}") from error
    return OpenSaver(saver, connection.close)


def _postgres(address: str) -> OpenSaver:
    with _needing("postgres"):
        import psycopg  # noqa: PLC0415 (an extra)
        from langgraph.checkpoint.postgres import PostgresSaver  # noqa: PLC0415 (an extra)
        from psycopg.rows import dict_row  # noqa: PLC0415 (an extra)
        from psycopg_pool import ConnectionPool  # noqa: PLC0415 (an extra)

    class PostgresInThreads(_InThreads, PostgresSaver):
        pass

    options = {"autocommit": True, "prepare_threshold": 0, "row_factory": dict_row}
    try:
        psycopg.connect(address, connect_timeout=5).close()
        pool: Any = ConnectionPool(address, min_size=1, max_size=CONNECTIONS, kwargs=options, open=True)
        saver = PostgresInThreads(pool)
        saver.setup()
    except psycopg.Error as error:
        reason = " ".join(str(error).split())
        raise SettingError(f"the database for checkpoints cannot be opened: {reason}") from error
    return OpenSaver(saver, pool.close)


@contextmanager
def _needing(extra: str) -> Iterator[None]:
    """Says which extra lacks where an import fails."""
    try:
        yield
    except ImportError as error:
        raise SettingError(
            f"these checkpoints need the extra {extra}: pip install 'pog-agent[{extra}]' ({error.name} is missing)"
        ) from error
