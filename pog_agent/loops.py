"""An event loop in a thread of its own, for what outlives the loops of its users: connections above all.

It is not anyio's blocking portal: where work blocks the thread, a portal keeps the process from ending and its
`close` waits, and the code around a portal was as long (80 lines for 84) at twice the time a call.
"""

import asyncio
import weakref
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Iterator
from concurrent.futures import Future
from contextlib import aclosing, suppress
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, Final, TypeVar

T = TypeVar("T")

_PATIENCE: Final = 5.0
_ROUNDS: Final = 5
_END: Final = object()


class BackgroundLoop:
    """Starts with the first work, and takes work from any thread and any other loop.

    The thread does not keep a process from ending.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._lock = Lock()
        self._loop: asyncio.AbstractEventLoop | None = None

    def wait(self, work: Coroutine[Any, Any, T]) -> T:
        """The result of the work, which runs in the caller's context; blocks the thread until it is there.

        An interrupt of the thread cancels the work.
        """
        future = self._submitted(work)
        try:
            return future.result()
        finally:
            future.cancel()

    async def run(self, work: Coroutine[Any, Any, T]) -> T:
        """The same for a caller in another loop: who is cancelled cancels the work."""
        return await asyncio.wrap_future(self._submitted(work))

    def each(self, items: Callable[[], AsyncGenerator[T, None]]) -> Iterator[T]:
        """The items as they come, for a caller that blocks; who stops before the last cancels the work."""
        queue: SimpleQueue[Any] = SimpleQueue()

        async def feed() -> None:
            async with aclosing(items()) as found:
                async for item in found:
                    queue.put(item)

        fed = self._submitted(feed())
        fed.add_done_callback(lambda _: queue.put(_END))
        try:
            while (item := queue.get()) is not _END:
                yield item
            fed.result()
        finally:
            fed.cancel()

    def close(self, last: Callable[[], Awaitable[None]] | None = None) -> None:
        """Cancels what is still at work, carries out `last`, and ends the thread; nothing if it never began.

        Work that blocks the thread is waited for a few seconds. Raises `RuntimeError` for work of its own.
        """
        with self._lock:
            loop = self._loop
            if loop is None:
                return
            if _running() is loop:
                raise RuntimeError(f"the loop {self._name!r} cannot be closed by work of its own")
            self._loop = None
        ended = asyncio.run_coroutine_threadsafe(_ended(last), loop)
        with suppress(TimeoutError):
            ended.result(_PATIENCE)

    def _submitted(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                Thread(target=_serve, args=(self._loop,), name=self._name, daemon=True).start()
                weakref.finalize(self, _stop, self._loop)
            return asyncio.run_coroutine_threadsafe(work, self._loop)


def run_blocking(work: Coroutine[Any, Any, T]) -> T:
    """The result of the work; blocks. Inside an event loop, as in a notebook, another thread carries it out."""
    if _running() is None:
        return asyncio.run(work)
    loop = BackgroundLoop("pog-agent-blocking")
    try:
        return loop.wait(work)
    finally:
        loop.close()


def _running() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def _serve(loop: asyncio.AbstractEventLoop) -> None:
    try:
        loop.run_forever()
    finally:
        loop.close()


def _stop(loop: asyncio.AbstractEventLoop) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(loop.stop)


async def _ended(last: Callable[[], Awaitable[None]] | None) -> None:
    try:
        for _ in range(_ROUNDS):  # what ends may begin something to clean up
            tasks = asyncio.all_tasks() - {asyncio.current_task()}
            if not tasks:
                break
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        if last is not None:
            await last()
    finally:
        loop = asyncio.get_running_loop()
        loop.call_soon(loop.stop)
