"""An event loop in a thread of its own, for what outlives the loops of its users: connections above all."""

import asyncio
import weakref
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import Future
from threading import Lock, Thread
from typing import Any, TypeVar

T = TypeVar("T")


class OwnLoop:
    """Starts with the first work, and takes work from any thread and any other loop.

    The thread does not keep a process from ending.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._lock = Lock()
        self._loop: asyncio.AbstractEventLoop | None = None

    def wait(self, work: Coroutine[Any, Any, T]) -> T:
        """The result of the work, which runs in the caller's context; blocks the thread until it is there."""
        return self._submitted(work).result()

    async def run(self, work: Coroutine[Any, Any, T]) -> T:
        """The same for a caller in another loop: who is cancelled cancels the work."""
        return await asyncio.wrap_future(self._submitted(work))

    def close(self, last: Callable[[], Awaitable[None]] | None = None) -> None:
        """Cancels what is still at work, carries out `last`, and ends the thread; nothing if it never began."""
        with self._lock:
            loop, self._loop = self._loop, None
        if loop is not None:
            asyncio.run_coroutine_threadsafe(_ended(last), loop).result()
            loop.call_soon_threadsafe(loop.stop)

    def _submitted(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                Thread(target=_serve, args=(self._loop,), name=self._name, daemon=True).start()
                weakref.finalize(self, _stop, self._loop)
            return asyncio.run_coroutine_threadsafe(work, self._loop)


def _serve(loop: asyncio.AbstractEventLoop) -> None:
    try:
        loop.run_forever()
    finally:
        loop.close()


def _stop(loop: asyncio.AbstractEventLoop) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(loop.stop)


async def _ended(last: Callable[[], Awaitable[None]] | None) -> None:
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    if last is not None:
        await last()
