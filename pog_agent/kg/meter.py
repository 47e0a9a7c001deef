"""How much one run has fetched from an endpoint, and how much it may fetch."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from pog_agent.deadline import NEVER
from pog_agent.models import Fetched


class SpentError(Exception):
    """A query was not sent because a limit of the run is reached. The stores never let this error out."""


class Meter:
    """Counts queries, rows and seconds of one run; each is bounded, and a bound is checked before each query.

    No query is sent after the deadline `until`, nor waited for.
    """

    def __init__(self, rows: int, queries: int, seconds: float) -> None:
        self._most = Fetched(queries=queries, rows=rows, seconds=seconds)
        self._queries = self._rows = 0
        self._seconds = 0.0
        self._since: float | None = None
        self.until = NEVER

    @property
    def fetched(self) -> Fetched:
        """What has been fetched so far."""
        return Fetched(queries=self._queries, rows=self._rows, seconds=round(self._elapsed(), 3))

    def left(self) -> Fetched:
        """What may still be fetched."""
        most = self._most
        return Fetched(
            queries=max(most.queries - self._queries, 0),
            rows=max(most.rows - self._rows, 0),
            seconds=min(max(most.seconds - self._elapsed(), 0.0), self.until.left),
        )

    def spent(self) -> str | None:
        """Which limit is reached, in words; None while none is."""
        left = self.left()
        if not left.rows:
            return f"the limit of {self._most.rows} rows (max_rows)"
        if not left.queries:
            return f"the limit of {self._most.queries} queries (max_queries)"
        if self.until.is_over:
            return "the time of the run (max_seconds)"
        if not left.seconds:
            return f"the limit of {self._most.seconds:g} seconds (max_fetch_seconds)"
        return None

    def sending(self) -> None:
        """Counts a query that is about to be sent; `SpentError` if it may not be."""
        if self.spent():
            raise SpentError
        self._queries += 1

    def received(self, rows: int) -> None:
        """Counts the rows of a response."""
        self._rows += rows

    @contextmanager
    def running(self) -> Iterator[None]:
        """Counts the time inside the block."""
        self._since = time.monotonic()
        try:
            yield
        finally:
            self._seconds, self._since = self._elapsed(), None

    def _elapsed(self) -> float:
        return self._seconds + (time.monotonic() - self._since if self._since is not None else 0.0)
