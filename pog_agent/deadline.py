"""When the work of a run has to end. What takes long looks at it between parts, and says what it left undone.

What knows of the run gets a `Deadline` as an argument. Pure functions far below do not, and each of them may have
a loop over data: they ask for the `WorkingTime` of the step that is at work in their context, also in its threads.
A loop is cut by `while_in_time`, which notes what was left undone; who began the step tells of the notes. So no
loop needs a parameter for the time, and none is cut in silence.
"""

import math
import time
from collections.abc import Iterable, Iterator, Sized
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from threading import Event
from typing import Final, Self, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Deadline:
    """A moment on the clock of `time.monotonic`, by default one that never comes.

    Where nobody waits for the work any more, `abandoned` is set, and the time is up.
    """

    at: float = math.inf
    abandoned: Event | None = field(default=None, compare=False, repr=False)

    @classmethod
    def after(cls, seconds: float) -> Self:
        """The moment so many seconds from now."""
        return cls(time.monotonic() + seconds)

    @property
    def left(self) -> float:
        """Seconds until then; infinite for a moment that never comes, and never less than 0."""
        if self._is_abandoned:
            return 0.0
        return max(self.at - time.monotonic(), 0.0) if self.at < math.inf else math.inf

    @property
    def is_over(self) -> bool:
        """Whether it has come."""
        return self._is_abandoned or (self.at < math.inf and time.monotonic() >= self.at)

    @property
    def may_come(self) -> bool:
        """Whether it comes some time, or as soon as the work is abandoned."""
        return self.at < math.inf or self.abandoned is not None

    @property
    def halfway(self) -> "Deadline":
        """The moment when half of the time left is over."""
        return replace(self, at=(self.at + time.monotonic()) / 2)

    @property
    def timeout(self) -> float | None:
        """The seconds left, for `asyncio.timeout`; None for a moment that never comes."""
        return self.left if self.at < math.inf else None

    def allows(self, most: int, per_second: int) -> int:
        """How many of `most` the time left allows where so many take a second; at least one."""
        seconds = self.timeout
        return most if seconds is None else max(min(most, int(seconds * per_second)), 1)

    def unless(self, abandoned: Event | None) -> Self:
        """The same moment; the time is up as soon as `abandoned` is set, too."""
        return replace(self, abandoned=abandoned)

    @property
    def _is_abandoned(self) -> bool:
        return self.abandoned is not None and self.abandoned.is_set()


NEVER: Final = Deadline()
TIME_IS_UP: Final = "the time of the run (max_seconds) is used up"


@dataclass(frozen=True)
class WorkingTime:
    """Until when a step may work, and what it has left undone: sentences by what they are about."""

    until: Deadline = NEVER
    undone: dict[str, str] = field(default_factory=dict)

    def told(self) -> list[str]:
        """The sentences, for whoever tells of them: they are noted no more."""
        notes = [*self.undone.values()]
        self.undone.clear()
        return notes


_WORKING: ContextVar[WorkingTime | None] = ContextVar("pog_agent_working_time", default=None)


@contextmanager
def working_until(deadline: Deadline) -> Iterator[WorkingTime]:
    """What is done inside the block, by tasks and threads that begin there too, looks at this deadline."""
    working = WorkingTime(deadline)
    token = _WORKING.set(working)
    try:
        yield working
    finally:
        _WORKING.reset(token)


def untold() -> list[str]:
    """What the step at work has left undone so far, for whoever tells of it."""
    working = _WORKING.get()
    return working.told() if working is not None else []


def working_deadline() -> Deadline:
    """Until when the step at work may work; never over without one."""
    working = _WORKING.get()
    return working.until if working is not None else NEVER


def is_cut() -> bool:
    """Whether the step at work has left something undone that nobody has told of."""
    working = _WORKING.get()
    return working is not None and bool(working.undone)


def is_late(what: str, done: int = 0, of: int = 0) -> bool:
    """Whether the time of the step at work is up.

    If so, it is noted that not all of `what` was looked at, or `done` of so many.
    """
    working = _WORKING.get()
    if working is None or not working.until.is_over:
        return False
    if what not in working.undone:
        note_undone(
            what, f"{f'{done:,} of {of:,}' if of else 'not all'} {what} were looked at, since {TIME_IS_UP}"
        )
    return True


def note_undone(what: str, sentence: str) -> None:
    """Has whoever began the step at work tell in a sentence what it left undone; the last one of `what` counts."""
    working = _WORKING.get()
    if working is not None:
        working.undone[what] = sentence


def while_in_time(items: Iterable[T], what: str, most: int | None = None) -> Iterator[T]:
    """The items until the time of the step at work is up, or until there are too many; the first one in any case.

    It notes if some are left out.
    """
    size = len(items) if isinstance(items, Sized) else 0
    for done, item in enumerate(items):
        if done and is_late(what, done, size):
            return
        if done == most:
            note_undone(what, f"the first {most:,} {what} were looked at: there are more")
            return
        yield item
