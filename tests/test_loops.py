"""The loop in a thread of its own: shared by loops and threads, cancelled with its caller, closed at once."""

import asyncio
import contextvars
import gc
import threading
import time
from concurrent.futures import CancelledError
from contextlib import suppress

import pytest

from pog_agent.loops import OwnLoop

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
    own = OwnLoop("own-context")
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

    own = OwnLoop("own-error")
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

    own = OwnLoop("own-cancel")
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.1):
            await own.run(endless())
    assert await asyncio.to_thread(ended.wait, 2)
    own.close()


async def test_closing_cancels_what_is_at_work_and_does_a_last_thing():
    own, done = OwnLoop("own-close"), []

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
    own = OwnLoop("own-lost")
    await own.run(told("x"))
    del own
    gc.collect()
    assert await gone("own-lost")
