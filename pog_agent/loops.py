"""Event loops in threads of their own: one for what outlives the loops of its users, and a few that compute.

Connections stay on one loop (`BackgroundLoop`). Computing goes to others (`WorkerLoops`), so that the loop of a
server, on which all its requests wait for their turn, never computes itself.

They are not anyio's blocking portals: where work blocks the thread, a portal keeps the process from ending and its
`close` waits, and the code around a portal was as long (80 lines for 84) at twice the time a call.
"""

import asyncio
import weakref
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Iterator
from concurrent.futures import Future, wait
from contextlib import aclosing, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Event, Lock, Thread
from typing import Any, Final, TypeVar

T = TypeVar("T")

MOST_WORKERS: Final = 8
"""So many loops compute at once. Each busy thread keeps the loops of callers waiting for the interpreter's lock
(5 ms), so that a thread for each run would stall them as much as computing there."""
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
        ended = self.ending(last)
        with suppress(TimeoutError):
            if ended is not None:
                ended.result(_PATIENCE)

    def ending(self, last: Callable[[], Awaitable[None]] | None = None) -> Future[None] | None:
        """The same without waiting: done once the loop has ended, None if it never began."""
        with self._lock:
            loop = self._loop
            if loop is None:
                return None
            if _running() is loop:
                raise RuntimeError(f"the loop {self._name!r} cannot be closed by work of its own")
            self._loop = None
        return asyncio.run_coroutine_threadsafe(_ended(last), loop)

    def _submitted(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                Thread(target=_serve, args=(self._loop,), name=self._name, daemon=True).start()
                weakref.finalize(self, _stop, self._loop)
            return asyncio.run_coroutine_threadsafe(work, self._loop)


@dataclass(frozen=True)
class _Caller:
    """Who waits for a piece of work: on which loop, and whether nobody does any more."""

    loop: asyncio.AbstractEventLoop
    abandoned: Event


_CALLER: ContextVar[_Caller | None] = ContextVar("pog_agent_caller", default=None)


class WorkerLoops:
    """A few loops that compute for callers on other loops. Work goes to the one that has the least of it.

    Work that blocks its thread delays only what shares its loop. The loops start when they are needed.
    """

    def __init__(self, name: str, most: int = MOST_WORKERS) -> None:
        self._name, self._most = name, most
        self._lock = Lock()
        self._at_work: dict[BackgroundLoop, set[Event]] = {}

    async def run(self, work: Callable[[], Awaitable[T]]) -> T:
        """The result of the work, which runs in the caller's context, while the caller's loop is free.

        Who is cancelled cancels the work, and `abandonment` tells that to what computes without awaiting.
        """
        caller = _Caller(asyncio.get_running_loop(), Event())
        loop, at_work = self._least_busy(caller.abandoned)
        has_begun = False

        async def carried_out() -> T:
            nonlocal has_begun
            has_begun = True
            _CALLER.set(caller)
            try:
                return await work()
            finally:
                at_work.discard(caller.abandoned)

        try:
            return await loop.run(carried_out())
        finally:
            caller.abandoned.set()
            if not has_begun:
                at_work.discard(caller.abandoned)

    def close(self) -> None:
        """Cancels what is still at work and ends the threads; work that blocks one is waited for a few seconds."""
        with self._lock:
            for at_work in self._at_work.values():
                for abandoned in [*at_work]:
                    abandoned.set()
            endings = [loop.ending() for loop in self._at_work]
        wait([ending for ending in endings if ending is not None], _PATIENCE)

    def _least_busy(self, mark: Event) -> tuple[BackgroundLoop, set[Event]]:
        """A loop and what is at work on it, the `mark` of the new work included."""
        with self._lock:
            loop = min(self._at_work, key=lambda known: len(self._at_work[known]), default=None)
            if loop is None or (self._at_work[loop] and len(self._at_work) < self._most):
                loop = BackgroundLoop(f"{self._name}-{len(self._at_work) + 1}")
                self._at_work[loop] = set()
            self._at_work[loop].add(mark)
            return loop, self._at_work[loop]


async def on_callers_loop(work: Coroutine[Any, Any, T]) -> T:
    """The result of the work, which runs on the loop that waits for this one: there its connections belong.

    On no worker's loop it runs right here.
    """
    caller = _CALLER.get()
    if caller is None or caller.loop is _running():
        return await work
    return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, caller.loop))


def abandonment() -> Event | None:
    """Is set once nobody waits any more for what works here; None where it works for nobody else's loop."""
    caller = _CALLER.get()
    return None if caller is None else caller.abandoned


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
        with suppress(Exception):  # a generator that fails to close keeps no loop from ending
            await loop.shutdown_asyncgens()
        loop.call_soon(loop.stop)
