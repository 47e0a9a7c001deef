"""An HTTP client with one deadline for each request, and connections that stay on the event loop they began on.

The usual one has a deadline for each read, and keeps connections that break the first request of the next event
loop, as when a graph is invoked twice without async.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from importlib import import_module
from typing import Any, Final
from weakref import WeakKeyDictionary

from openai import DefaultAsyncHttpxClient
from typing_extensions import override

_HTTP: Final[Any] = import_module(DefaultAsyncHttpxClient.__mro__[1].__module__.partition(".")[0])
"""The package below the client of OpenAI, which was httpx and is httpx2 from its version 3 on."""


class WholeReplyClient(DefaultAsyncHttpxClient):
    """Gives up a request whose whole reply has not come after `seconds`, whatever has come by then.

    Each event loop has connections of its own, which are kept for its next request and closed when it ends.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._seconds = seconds
        self._clients: WeakKeyDictionary[asyncio.AbstractEventLoop, _Held] = WeakKeyDictionary()

    @override
    async def send(self, request: Any, *, stream: bool = False, **options: Any) -> Any:
        """The reply with its body, or a stream of it. Raises `ReadTimeout` once the time is over.

        The client of OpenAI tries again then, unless a stream had begun.
        """
        end = asyncio.get_running_loop().time() + self._seconds
        try:
            async with asyncio.timeout_at(end):
                client = await self._own_client()
                response = await client.send(request, stream=stream, **options)
        except TimeoutError as error:
            raise self._too_late() from error
        if stream:
            response.stream = _InTime(response.stream, end, self._too_late())
        return response

    @override
    async def aclose(self) -> None:
        """Closes the connections of this loop; those of others close with theirs."""
        held = self._clients.pop(asyncio.get_running_loop(), None)
        if held is not None:
            await held.close()
        await super().aclose()

    async def _own_client(self) -> Any:
        loop = asyncio.get_running_loop()
        if loop not in self._clients:
            for other in self._clients.keyrefs():  # a list, since other threads may add theirs
                if (ended := other()) is not None and ended.is_closed():
                    self._clients.pop(ended, None)
            self._clients[loop] = held = _Held()
            await held.open()
        return self._clients[loop].client

    def _too_late(self) -> Exception:
        error: Exception = _HTTP.ReadTimeout(f"no complete reply within {self._seconds:g} s")
        return error


class _Held:
    """A client that its event loop closes: a loop that ends closes the generators that it began."""

    def __init__(self) -> None:
        self.client: Any = DefaultAsyncHttpxClient()
        self._until_the_end = self._closing()

    async def open(self) -> None:
        """Has the running loop close the client at its end."""
        await anext(self._until_the_end)

    async def close(self) -> None:
        """Closes the client now."""
        await self._until_the_end.aclose()

    async def _closing(self) -> AsyncGenerator[None, None]:
        async with self.client:
            yield


class _InTime(_HTTP.AsyncByteStream):  # type: ignore[misc]
    """A stream that fails once its time is over."""

    def __init__(self, stream: Any, end: float, failure: Exception) -> None:
        self._stream = stream
        self._end = end
        self._failure = failure

    async def __aiter__(self) -> AsyncIterator[bytes]:
        pieces = aiter(self._stream)
        while True:
            try:
                async with asyncio.timeout_at(self._end):
                    piece = await anext(pieces, None)
            except TimeoutError as error:
                raise self._failure from error
            if piece is None:
                return
            yield piece

    async def aclose(self) -> None:
        """Closes the stream."""
        await self._stream.aclose()
