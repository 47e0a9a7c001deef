"""When the work of a run has to end. What takes long looks at it between parts, and says what it left undone."""

import math
import time
from dataclasses import dataclass, field, replace
from threading import Event
from typing import Final, Self


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
    def halfway(self) -> "Deadline":
        """The moment when half of the time left is over."""
        return replace(self, at=(self.at + time.monotonic()) / 2)

    @property
    def timeout(self) -> float | None:
        """The seconds left, for `asyncio.timeout`; None for a moment that never comes."""
        return self.left if self.at < math.inf else None

    @property
    def _is_abandoned(self) -> bool:
        return self.abandoned is not None and self.abandoned.is_set()

    def unless(self, abandoned: Event | None) -> Self:
        """The same moment; the time is up as soon as `abandoned` is set, too."""
        return replace(self, abandoned=abandoned)


NEVER: Final = Deadline()
TIME_IS_UP: Final = "the time of the run (max_seconds) is used up"
