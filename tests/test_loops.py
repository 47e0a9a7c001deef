"""The loop in a thread of its own: shared by loops and threads, cancelled with its caller, closed at once."""

import asyncio
import contextvars
import gc
import signal
import threading
import time
from collections.abc import AsyncGenerator
from concurrent.futures import CancelledError
from contextlib import suppress
from itertools import islice

import pytest

from pog_agent.loops import BackgroundLoop, WorkerLoops, abandonment, on_callers_loop

WHO = contextvars.ContextVar("WHO", default="nobody")


def threads(name: str) -> int:
    return sum(thread.name == name for thread in threading.enumerate())


async def gone(name: str) -> bool:
    for _ in range(100):
        if not threads(name):
            return True
        await asyncio.sleep(0.02)
    return False


async def told(value: str) -> tuple[str, str, str]:
    await asyncio.sleep(0)
    return value, WHO.get(), threading.current_thread().name


async def test_work_runs_in_one_thread_and_in_the_context_of_its_caller():
    own = BackgroundLoop("own-context")
    WHO.set("me")
    assert await own.run(told("a")) == ("a", "me", "own-context")
    assert await asyncio.to_thread(asyncio.run, own.run(told("b"))) == ("b", "me", "own-context")
    assert await asyncio.to_thread(own.wait, told("c")) == ("c", "me", "own-context")
    assert threads("own-context") == 1
    own.close()
    assert await gone("own-context")


async def test_an_error_reaches_the_caller():
    async def failing() -> None:
        raise LookupError("here")

    own = BackgroundLoop("own-error")
    with pytest.raises(LookupError, match="here"):
        await own.run(failing())
    own.close()


async def test_who_is_cancelled_cancels_the_work():
    ended = threading.Event()

    async def endless() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            ended.set()

    own = BackgroundLoop("own-cancel")
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.1):
            await own.run(endless())
    assert await asyncio.to_thread(ended.wait, 2)
    own.close()


async def test_closing_cancels_what_is_at_work_and_does_a_last_thing():
    own, done = BackgroundLoop("own-close"), []

    async def last() -> None:
        done.append(threading.current_thread().name)

    own.close(last)
    assert done == [], "what never began needs no end"
    waiting = asyncio.create_task(own.run(asyncio.sleep(60)))
    await asyncio.sleep(0.05)
    begin = time.monotonic()
    own.close(last)
    with suppress(CancelledError, asyncio.CancelledError):
        await waiting
    assert (time.monotonic() - begin < 2, done) == (True, ["own-close"])
    assert await gone("own-close")


async def test_a_loop_that_nobody_holds_ends():
    own = BackgroundLoop("own-lost")
    await own.run(told("x"))
    del own
    gc.collect()
    assert await gone("own-lost")


async def test_what_is_begun_while_ending_is_ended_too_and_an_error_at_last_is_told():
    ended: list[str] = []

    async def cleaning() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            ended.append("cleaned")

    async def working() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            ended.append("worked")
            asyncio.get_running_loop().call_soon(lambda: asyncio.ensure_future(cleaning()))

    async def failing() -> None:
        raise LookupError("last")

    own = BackgroundLoop("own-ending")
    waiting = asyncio.create_task(own.run(working()))
    await asyncio.sleep(0.05)
    with pytest.raises(LookupError, match="last"):
        own.close(failing)
    with suppress(asyncio.CancelledError):
        await waiting
    assert ended[0] == "worked"
    assert await gone("own-ending")


async def test_work_cannot_close_the_loop_it_runs_in():
    own = BackgroundLoop("own-within")

    async def closing() -> None:
        own.close()

    with pytest.raises(RuntimeError, match="'own-within' cannot be closed by work of its own"):
        await own.run(closing())
    own.close()


async def test_work_that_blocks_the_thread_is_not_waited_for_long(monkeypatch):
    monkeypatch.setattr("pog_agent.loops._PATIENCE", 0.1)

    async def blocking() -> None:
        time.sleep(1)  # noqa: ASYNC251

    own = BackgroundLoop("own-blocked")
    waiting = asyncio.create_task(own.run(blocking()))
    await asyncio.sleep(0.05)
    begin = time.monotonic()
    own.close()
    assert time.monotonic() - begin < 0.8
    with suppress(asyncio.CancelledError):
        await waiting
    assert await gone("own-blocked")


def test_items_come_one_by_one_and_who_stops_ends_the_work():
    ended = threading.Event()
    made: list[int] = []

    async def numbers() -> AsyncGenerator[int, None]:
        try:
            for number in range(1_000):
                made.append(number)
                yield number
                await asyncio.sleep(0.01)
        finally:
            ended.set()

    async def failing() -> AsyncGenerator[int, None]:
        yield 1
        raise LookupError("second")

    own = BackgroundLoop("own-each")
    assert list(islice(own.each(numbers), 3)) == [0, 1, 2]
    assert ended.wait(2)
    assert len(made) < 500
    found = own.each(failing)
    assert next(found) == 1
    with pytest.raises(LookupError, match="second"):
        next(found)
    own.close()


def test_an_interrupted_wait_cancels_the_work():
    ended, main = threading.Event(), threading.get_ident()

    async def endless() -> None:
        try:
            await asyncio.sleep(0.2)  # the caller waits by then
            signal.pthread_kill(main, signal.SIGINT)  # to the thread that waits
            await asyncio.sleep(60)
        finally:
            ended.set()

    own = BackgroundLoop("own-wait")
    previous = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            own.wait(endless())
    finally:
        signal.signal(signal.SIGINT, previous)
    assert ended.wait(2)
    own.close()


async def test_work_that_blocks_delays_only_what_shares_its_loop():
    workers, free = WorkerLoops("own-workers", most=2), threading.Event()

    async def blocking() -> str:
        free.wait(20)
        return threading.current_thread().name

    async def quick() -> str:
        return threading.current_thread().name

    blocked = asyncio.create_task(workers.run(blocking))
    await asyncio.sleep(0)
    names = [await workers.run(quick) for _ in range(3)]
    assert set(names) == {"own-workers-2"}, "as few loops as needed"
    free.set()
    assert (await blocked, threads("own-workers-1")) == ("own-workers-1", 1)
    assert await workers.run(quick) in ("own-workers-1", "own-workers-2")
    await asyncio.to_thread(workers.close)
    assert await gone("own-workers-1") and await gone("own-workers-2")


async def test_work_is_told_that_nobody_waits_and_may_go_back_to_the_loop_of_its_caller():
    workers, here, begun, told_so = WorkerLoops("own-told"), asyncio.get_running_loop(), threading.Event(), []

    async def loop_of() -> asyncio.AbstractEventLoop:
        return asyncio.get_running_loop()

    async def both() -> list[asyncio.AbstractEventLoop]:
        return [await loop_of(), await on_callers_loop(loop_of())]

    async def deaf() -> None:
        begun.set()
        told_so.append(abandonment().wait(20))

    own, callers = await workers.run(both)
    assert own is not here and callers is here and await on_callers_loop(loop_of()) is here
    assert abandonment() is None
    waiting = asyncio.create_task(workers.run(deaf))
    await asyncio.to_thread(begun.wait, 20)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    await asyncio.to_thread(workers.close)
    assert told_so == [True]
