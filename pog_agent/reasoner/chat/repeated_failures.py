"""Failures of one kind in a row: what failed twice in the same way is not asked again."""

import re
from typing import Final

MOST_ALIKE: Final = 2
"""After so many failures in a row that are alike, a run does not ask a step again."""
_NUMBER = re.compile(r"\d+")


class RepeatedFailures:
    """Counts failures in a row by the name of what failed; two are alike if they differ in numbers alone.

    With `most` None nothing is ever given up.
    """

    def __init__(self, most: int | None = None) -> None:
        self._most = most
        self._last: dict[str, tuple[str, int]] = {}

    def note(self, name: str, problem: str) -> None:
        """Something was asked, and failed for this reason; an empty one says that it did not fail."""
        last, count = self._last.get(name, ("", 0))
        alike = _NUMBER.sub("", problem) == _NUMBER.sub("", last)
        self._last[name] = problem, (count + 1 if alike else 1)

    def given_up(self, name: str) -> str:
        """The reason why something is not asked again; empty while it is."""
        problem, count = self._last.get(name, ("", 0))
        return problem if self._most is not None and count >= self._most else ""
