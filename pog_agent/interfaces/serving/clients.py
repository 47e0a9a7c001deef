"""Work for a client over HTTP, which ends once the client has left: nobody could read its result then."""

import asyncio
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

from starlette.requests import Request

from pog_agent.errors import PogError

SECONDS_BETWEEN_LOOKS: Final = 0.5
"""So often is looked whether the client is still there."""
T = TypeVar("T")


class ClientLeftError(PogError):
    """Nobody waits for the result any more."""


async def unless_left(request: Request | None, work: Coroutine[Any, Any, T]) -> T:
    """The result of the work. Raises `ClientLeftError` once the client has left; None is one that never does."""
    task = asyncio.ensure_future(work)
    try:
        while not (await asyncio.wait({task}, timeout=SECONDS_BETWEEN_LOOKS))[0]:
            if request is not None and await request.is_disconnected():
                raise ClientLeftError("the client has left")
        return await task
    finally:
        task.cancel()
