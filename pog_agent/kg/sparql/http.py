"""Requests to one endpoint: bounded tries, polite pauses, one deadline, failures with a reason.

All requests of an endpoint run in one event loop, the one that its `SparqlClient` keeps.
"""

import asyncio
import math
import os
import random
import re
import ssl
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final

import httpx

from pog_agent.errors import GraphUnavailableError, SettingError
from pog_agent.kg.sparql.access import split_url, user_agent
from pog_agent.words import one_line

BUSY: Final = frozenset({429, 502, 503, 504})
LONGEST_PAUSE: Final = 30.0
MAX_BYTES: Final = 100_000_000
ASK_LESS: Final = "in Python, SparqlStore(url, batch_size=50) asks for less at once"
# Virtuoso writes down strings that are new to it; queries can block each other while it does so.
_DEADLOCKED: Final = "SR172"
_DEADLOCKS: Final = 10
_FIRST_PAUSE: Final = 0.5
_ERROR_BYTES: Final = 50_000
# At most one of these: httpx would undo several in a row, and each can make the body a thousand times larger.
_ENCODINGS: Final = frozenset({"", "identity", "gzip", "x-gzip", "deflate"})


TransportFactory = Callable[[], httpx.AsyncBaseTransport]
"""Makes the HTTP transport of one connection."""


@dataclass(frozen=True)
class HttpRequest:
    """What is sent; `parameters` are added to those of the endpoint's URL. Without a `body` it is a GET."""

    headers: Mapping[str, str]
    body: bytes | None = None
    parameters: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class HttpReply:
    """A complete HTTP response."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def content_type(self) -> str:
        """The media type in lower case, without parameters; empty when there is none."""
        return self.headers.get("Content-Type", "").partition(";")[0].strip().lower()

    @property
    def is_busy(self) -> bool:
        """Whether the same request may succeed later."""
        return self.status in BUSY or self.is_deadlocked

    @property
    def is_deadlocked(self) -> bool:
        """Whether requests have blocked each other, so that the same one will soon succeed."""
        said = self.words if self.status >= 500 else self.headers.get("X-SQL-Message", "")
        return _DEADLOCKED in said

    @property
    def words(self) -> str:
        """What the endpoint says first, as one line without markup."""
        text = self.body[:4000].decode("utf-8", errors="replace")
        return one_line(re.sub(r"(?is)<(style|script|head)\b.*?</\1>|<[^>]{1,300}>", " ", text))

    @property
    def retry_after(self) -> float | None:
        """Seconds that the endpoint asks to wait (a number or an HTTP date); None where it does not say."""
        wish = self.headers.get("Retry-After", "")
        try:
            seconds = float(wish)
        except ValueError:
            try:
                moment = parsedate_to_datetime(wish)
            except (ValueError, OverflowError):
                return None
            moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
            seconds = (moment - datetime.now(UTC)).total_seconds()
        return None if math.isnan(seconds) else max(seconds, 0.0)


class HttpEndpoint:
    """Sends requests to one URL, at most `connections` at a time.

    `timeout` is in seconds for one try, from connecting to the last byte. `retries` are further tries after a
    refused or lost connection, a timeout, status 429, 502, 503 and 504, or a deadlock inside the database. Between
    tries it waits as long as the endpoint asks for, and gives up if that is more than `LONGEST_PAUSE` seconds. A
    response of more than `max_bytes` (after decompression) is an error and is not read further. `server` is what
    the endpoint last called itself, `requests` the number of requests sent.
    """

    def __init__(
        self,
        url: str,
        timeout: float,
        retries: int,
        transport: TransportFactory | None = None,
        *,
        connections: int = 4,
        max_bytes: int = MAX_BYTES,
    ) -> None:
        if timeout <= 0 or retries < 0 or max_bytes < 1:
            raise SettingError("timeout and max_bytes must be more than 0, and retries 0 or more")
        self.url, self._access = split_url(url)
        self.server, self.requests = "", 0
        self._timeout, self._retries, self._max_bytes = timeout, retries, max_bytes
        self._gate = asyncio.Semaphore(connections)
        self._transport, self._tls = transport, httpx.create_ssl_context()
        self._idle: list[httpx.AsyncClient] = []

    async def send(
        self, request: HttpRequest, retries: int | None = None, seconds: float | None = None
    ) -> HttpReply:
        """The first reply of an endpoint that is not too busy, or the last one of a busy endpoint.

        `seconds` and `retries` replace those of the endpoint. Raises `GraphUnavailableError` when no try was
        answered.
        """
        tries = 1 + (self._retries if retries is None else retries)
        async with self._gate:
            return await self._tried(request, tries, self._timeout if seconds is None else seconds)

    async def _tried(self, request: HttpRequest, tries: int, seconds: float) -> HttpReply:
        for turn in range(1, tries + 1):
            pause = _FIRST_PAUSE * 2 ** (turn - 1) * random.uniform(0.5, 1.5)
            try:
                reply = await self._unblocked(request, seconds)
            except TimeoutError as error:
                if turn == tries:
                    what = f"timeout: no complete answer within {seconds:g} s ({_times(turn)})"
                    raise self.failure(what, f"raise the timeout; {ASK_LESS}") from error
            except httpx.RequestError as error:
                if turn == tries or not isinstance(error, httpx.TransportError):
                    what = f"{_reason(error)} ({_times(turn)})"
                    raise self.failure(what, "check the URL and that the endpoint is running") from error
            else:
                wish = reply.retry_after
                if not reply.is_busy or turn == tries or (wish or 0.0) > LONGEST_PAUSE:
                    return reply
                pause = pause if wish is None else wish
            await asyncio.sleep(min(pause, LONGEST_PAUSE))
        raise AssertionError("every try returns, raises or is followed by another")

    def failure(self, what: str, advice: str) -> GraphUnavailableError:
        """The error for something that went wrong at this endpoint, and what to do about it."""
        return GraphUnavailableError(self._access.hide(f"SPARQL endpoint {self.url}: {what}; {advice}"))

    async def close(self) -> None:
        """Closes the connections."""
        while self._idle:
            await self._idle.pop().aclose()

    async def _unblocked(self, request: HttpRequest, seconds: float) -> HttpReply:
        """The first reply that is no deadlock, or the last of many; deadlocks pass in a moment."""
        for _ in range(_DEADLOCKS):
            # One deadline for the whole reply: httpx has one for each read, which a server that trickles never
            # misses.
            async with asyncio.timeout(seconds):
                reply = await self._once(request)
            if not reply.is_deadlocked:
                break
            await asyncio.sleep(random.uniform(0.02, 0.2))
        return reply

    async def _once(self, request: HttpRequest) -> HttpReply:
        url = httpx.URL(self.url)
        for name, value in request.parameters:
            url = url.copy_add_param(name, value)
        method = "GET" if request.body is None else "POST"
        # Each connection has its own client, which is thrown away with it: a pool of httpx loses a place when a
        # request is cancelled at the wrong moment, and in the end has none left.
        client = self._idle.pop() if self._idle else self._client()
        self.requests += 1
        try:
            async with client.stream(method, url, content=request.body, headers=request.headers) as response:
                reply = await self._read(response)
        except BaseException:
            await client.aclose()
            raise
        self._idle.append(client)
        return reply if reply.status < 400 else self._without_secrets(reply)

    def _without_secrets(self, reply: HttpReply) -> HttpReply:
        """An error with its secrets blotted out before anyone shortens it."""
        body = self._access.hide(reply.body.decode("utf-8", errors="replace"))
        return replace(reply, body=body.encode())

    def _client(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(  # nosec B113
            auth=self._access.auth,
            headers={"User-Agent": user_agent(), "Accept-Encoding": "gzip"},
            transport=self._transport() if self._transport else None,
            verify=self._tls,
            timeout=None,
            limits=httpx.Limits(max_connections=1, max_keepalive_connections=1),
        )

    async def _read(self, response: httpx.Response) -> HttpReply:
        self.server = response.headers.get("Server", "")
        encoding = response.headers.get("Content-Encoding", "").strip().lower()
        if encoding not in _ENCODINGS:
            raise self.failure(f"a response in the encoding {one_line(encoding, 40)!r}", "let it send gzip")
        chunks, size = [], 0
        async for chunk in response.aiter_bytes():
            chunks.append(chunk)
            size += len(chunk)
            if response.status_code >= 300 and size > _ERROR_BYTES:
                break
            if size > self._max_bytes:
                what = f"a response of more than {self._max_bytes:,} bytes (max_bytes)"
                raise self.failure(what, f"{ASK_LESS}, and max_bytes raises the limit")
        return HttpReply(response.status_code, response.headers, b"".join(chunks))


def _reason(error: BaseException) -> str:
    """What the system said, if it is the cause: "all attempts failed" does not tell why."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, BaseExceptionGroup):
            cause = cause.exceptions[0]
        if isinstance(cause, ssl.SSLError):
            return one_line(str(cause))
        if isinstance(cause, OSError) and cause.errno:
            return os.strerror(cause.errno) if cause.errno > 0 else str(cause.strerror)
        cause = cause.__cause__ or cause.__context__
    return one_line(str(error)) or type(error).__name__


def _times(number: int) -> str:
    return "1 try" if number == 1 else f"{number} tries"
