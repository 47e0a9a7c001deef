"""Reads whole results in batches, from endpoints that cut rows off without saying so."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Final, TypeVar

from pog_agent.errors import GraphUnavailableError
from pog_agent.kg.meter import Meter, SpentError
from pog_agent.kg.sparql.client import SparqlClient
from pog_agent.kg.sparql.query import Select
from pog_agent.kg.sparql.results import ResultRow

# No endpoint is set to deliver fewer rows than this.
_SMALLEST_CAP: Final = 10
_ROWS_PER_QUERY: Final = 5_000
# So many items make a query that any server takes in a URL.
_ITEMS_IN_URL: Final = 20
# Virtuoso's refusal to sort more rows than its cap.
_SORT_REFUSED: Final = "SR353"

A = TypeVar("A")
T = TypeVar("T")


class RowCap:
    """The largest result that an endpoint is known to have delivered whole.

    A result with fewer rows cannot have been cut by a row cap; one with as many, or more, is checked.
    """

    def __init__(self) -> None:
        self.delivered = _SMALLEST_CAP


class Fetcher:
    """Runs the queries of one method call, at most `max_concurrency` at a time, in that call's event loop.

    `batch_size` is the number of items per query, `page_size` the largest number of rows per response. With a
    `meter` every query is counted, and none is sent, or waited for, once it is spent (`SpentError`). `retries` and
    `seconds` (per try) are those of the client if they are not given. `as_json` asks for results as JSON.
    """

    def __init__(
        self,
        client: SparqlClient,
        cap: RowCap,
        batch_size: int,
        page_size: int,
        max_concurrency: int,
        *,
        meter: Meter | None = None,
        retries: int | None = None,
        seconds: float | None = None,
        as_json: bool = False,
    ) -> None:
        self._client, self._cap, self._meter, self._as_json = client, cap, meter, as_json
        self._retries, self._seconds = retries, seconds
        self._batch_size, self._page_size = batch_size, page_size
        self._gate = asyncio.Semaphore(max_concurrency)

    @property
    def batch_size(self) -> int:
        """The number of items per query; fewer where queries stand in the URL."""
        return min(self._batch_size, _ITEMS_IN_URL) if self._client.asks_by_url else self._batch_size

    def weight(self, rows: int) -> float:
        """How many items an item with so many rows counts for, so that queries are of even size."""
        return max(1.0, self.batch_size * rows / _ROWS_PER_QUERY)

    async def text(self, query: str, columns: Sequence[str], *, retries: int | None = None) -> list[ResultRow]:
        """Rows of one response, whole or not."""
        async with self._gate:
            retries = self._retries if retries is None else retries
            if self._meter is None:
                return await self._response(query, columns, retries)
            self._meter.sending()
            try:
                async with asyncio.timeout(self._meter.until.timeout):
                    rows = await self._response(query, columns, retries)
            except TimeoutError:
                raise SpentError from None
            self._meter.received(len(rows))
            return rows

    async def _response(self, query: str, columns: Sequence[str], retries: int | None) -> list[ResultRow]:
        seconds, as_json = self._seconds, self._as_json
        return await self._client.rows(query, columns, retries=retries, seconds=seconds, as_json=as_json)

    async def batches(
        self,
        build: Callable[[Sequence[T]], Select],
        items: Sequence[T],
        *,
        weight: Callable[[T], float] | None = None,
        oversized: Callable[[T, list[ResultRow]], Awaitable[list[ResultRow]]] | None = None,
        unasked: list[T] | None = None,
    ) -> list[ResultRow]:
        """All rows of the query that `build` makes for the items, batch by batch in their order.

        A batch with a cut result is halved until the results are whole. `oversized` gives the rows that replace a
        single item's cut result; without it, all pages are read. `weight` says how many ordinary items an item
        counts for; the items of a query weigh `batch_size` at most. `unasked` collects the items with missing rows
        once the meter is spent; without it, `SpentError` is raised.
        """
        chunks = list(_chunks(items, self.batch_size, weight or (lambda _: 1.0)))
        queries = [build(chunk) for chunk in chunks]
        found = await together(self._first(query, unasked) for query in queries)
        whole = [number for number, rows in enumerate(found) if rows is not None]
        if whole:
            # If the largest response is whole, the others are, too, and need no query to check that.
            largest = max(whole, key=lambda number: len(found[number] or ()))
            with suppress(SpentError):
                await self._is_cut(queries[largest], found[largest] or [])
        responses = zip(queries, found, strict=True)
        parts = await together(
            self._all(build, chunk, oversized, unasked, first)
            for chunk, first in zip(chunks, responses, strict=True)
        )
        return [row for part in parts for row in part]

    async def pages(
        self, query: Select, size: int, limit: int | None = None, *, retries: int | None = None
    ) -> list[ResultRow]:
        """All rows, or the first `limit`, in sorted pages of `size` until one is short."""
        seen: dict[ResultRow, None] = {}
        while limit is None or len(seen) < limit:
            rows = size if limit is None else min(size, limit - len(seen))
            page = await self._page(query, rows, len(seen), retries)
            before = len(seen)
            seen.update(dict.fromkeys(page))
            if len(seen) < before + len(page):
                raise self._client.failure(
                    "it repeats rows from page to page, so that a large result cannot be read whole",
                    "raise its row limit",
                )
            if len(page) < rows:
                break
        return list(seen)

    async def page(self, query: Select, start: int) -> list[ResultRow]:
        """Sorted rows from a place on, as many as the endpoint delivers at once; none after the last."""
        return await self._page(query, self._page_size, start, None)

    async def _first(self, query: Select, unasked: list[T] | None) -> list[ResultRow] | None:
        """The rows of one response; None if the meter is spent and `unasked` can say so."""
        try:
            return await self._rows(query, self._page_size)
        except SpentError:
            if unasked is None:
                raise
            return None

    async def _all(
        self,
        build: Callable[[Sequence[T]], Select],
        items: Sequence[T],
        oversized: Callable[[T, list[ResultRow]], Awaitable[list[ResultRow]]] | None,
        unasked: list[T] | None,
        first: tuple[Select, list[ResultRow] | None],
    ) -> list[ResultRow]:
        """All rows for the items, or as many as the meter allows; the first response is enough if it is whole."""
        query, rows = first
        try:
            if rows is None:
                raise SpentError
            if not await self._is_cut(query, rows):
                return rows
            if len(items) == 1:
                return await (oversized(items[0], rows) if oversized else self.pages(query, len(rows)))
        except SpentError:
            if unasked is None:
                raise
            unasked.extend(items)
            return rows or []
        middle = len(items) // 2
        parts = await together(
            self._half(build, half, oversized, unasked) for half in (items[:middle], items[middle:])
        )
        return [*parts[0], *parts[1]]

    async def _half(
        self,
        build: Callable[[Sequence[T]], Select],
        items: Sequence[T],
        oversized: Callable[[T, list[ResultRow]], Awaitable[list[ResultRow]]] | None,
        unasked: list[T] | None,
    ) -> list[ResultRow]:
        query = build(items)
        return await self._all(build, items, oversized, unasked, (query, await self._first(query, unasked)))

    async def _is_cut(self, query: Select, rows: list[ResultRow]) -> bool:
        """Whether the endpoint has more rows than these: its own cap may be below the page size."""
        count = len(rows)
        if count >= self._page_size:
            return True
        if count < self._cap.delivered:
            return False
        if await self._rows(query, 1, count):
            return True
        self._cap.delivered = max(self._cap.delivered, count)
        return False

    async def _page(self, query: Select, size: int, offset: int, retries: int | None) -> list[ResultRow]:
        try:
            return await self._rows(query, size, offset, retries, ordered=True)
        except GraphUnavailableError as error:
            if _SORT_REFUSED not in str(error):
                raise
        return await self._rows(query, size, offset, retries, ordered=True, nested=True)

    async def _rows(
        self, query: Select, limit: int, offset: int = 0, retries: int | None = None, **order: bool
    ) -> list[ResultRow]:
        text = query.text(limit, offset, given_first=self._client.is_virtuoso, **order)
        return await self.text(text, query.columns, retries=retries)


def _chunks(items: Sequence[T], size: int, weight: Callable[[T], float]) -> Iterator[list[T]]:
    """The items in order, in chunks that weigh `size` at most or hold one item."""
    chunk: list[T] = []
    total = 0.0
    for item in items:
        if chunk and total + weight(item) > size:
            yield chunk
            chunk, total = [], 0.0
        chunk.append(item)
        total += weight(item)
    if chunk:
        yield chunk


async def together(calls: Iterable[Coroutine[Any, Any, A]]) -> list[A]:
    """Results in order; the first failure breaks off all others."""
    tasks = [asyncio.ensure_future(call) for call in calls]
    try:
        return await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
