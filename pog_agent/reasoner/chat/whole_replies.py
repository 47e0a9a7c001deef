"""An HTTP client with one deadline for each request: the usual one has one for each read."""

import asyncio
from typing import Any

import httpx
from openai import DefaultAsyncHttpxClient
from typing_extensions import override


class WholeReplyClient(DefaultAsyncHttpxClient):
    """Gives up a request whose whole reply has not come after `seconds`, whatever has come by then."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._seconds = seconds

    @override
    async def send(self, *arguments: Any, **options: Any) -> Any:
        """The reply with its body. Raises `httpx.ReadTimeout`, after which the client of OpenAI tries again."""
        try:
            async with asyncio.timeout(self._seconds):
                response = await super().send(*arguments, **options)
                await response.aread()
        except TimeoutError as error:
            raise httpx.ReadTimeout(f"no complete reply within {self._seconds:g} s") from error
        return response
