"""When the work of a run has to end. What takes long looks at it between parts, and says what it left undone."""

import math
import time
from dataclasses import dataclass
from typing import Final, Self


@dataclass(frozen=True)
class Deadline:
    """A moment on the clock of `time.monotonic`, by default one that never comes."""

    at: float = math.inf

    @classmethod
    def after(cls, seconds: float) -> Self:
        """The moment so many seconds from now."""
        return cls(time.monotonic() + seconds)

    @property
    def left(self) -> float:
        """Seconds until then; infinite for a moment that never comes, and never less than 0."""
        return max(self.at - time.monotonic(), 0.0) if self.at < math.inf else math.inf

    @property
    def is_over(self) -> bool:
        """Whether it has come."""
        return self.at < math.inf and time.monotonic() >= self.at

    @property
    def halfway(self) -> "Deadline":
        """The moment when half of the time left is over."""
        return Deadline((self.at + time.monotonic()) / 2)

    @property
    def timeout(self) -> float | None:
        """The seconds left, for `asyncio.timeout`; None for a moment that never comes."""
        return self.left if self.at < math.inf else None


NEVER: Final = Deadline()
TIME_IS_UP: Final = "the time of the run (max_seconds) is used up"
