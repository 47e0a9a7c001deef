"""What an event loop computes: the CPU seconds of each of its callbacks, however busy the machine is."""

import asyncio
import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass
class LoopMonitor:
    """The callbacks that have run so far, each with its CPU seconds."""

    callbacks: list[tuple[float, str]] = field(default_factory=list)

    @property
    def longest(self) -> tuple[float, str]:
        """The callback that has computed for longest."""
        return max(self.callbacks, default=(0.0, ""))


@contextmanager
def monitored(loop: asyncio.AbstractEventLoop) -> Iterator[LoopMonitor]:
    """Watches a loop of asyncio. Garbage is not collected meanwhile: whose thread does that is chance."""
    monitor, run = LoopMonitor(), asyncio.Handle._run

    def timed(handle: asyncio.Handle) -> None:
        began = time.thread_time()
        try:
            run(handle)
        finally:
            if handle._loop is loop:
                monitor.callbacks.append((time.thread_time() - began, repr(handle)))

    asyncio.Handle._run = timed
    gc.disable()
    try:
        yield monitor
    finally:
        asyncio.Handle._run = run
        gc.enable()
