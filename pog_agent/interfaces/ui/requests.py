"""What the page sends, as JSON; everything else is refused with the status that says why."""

import asyncio
import json
from typing import Final

from starlette.requests import Request

LARGEST_REQUEST: Final = 1_000_000
"""Five turns of a hundred answers each are far less."""


class UnreadableRequestError(Exception):
    """A request that is none of the page, with the status that says so."""

    def __init__(self, problem: str, status: int = 400) -> None:
        super().__init__(f"the request cannot be read: {problem}")
        self.status = status


async def sent_json(request: Request) -> object:
    """The JSON of a request. Raises `UnreadableRequestError` for another type, and what is too long or none."""
    if not request.headers.get("content-type", "").startswith("application/json"):
        raise UnreadableRequestError("it is no JSON", 415)
    text = b""
    async for part in request.stream():
        text += part
        if len(text) > LARGEST_REQUEST:
            raise UnreadableRequestError(f"it has more than {LARGEST_REQUEST:,} bytes", 413)
    return await asyncio.to_thread(_parsed, text)


def _parsed(text: bytes) -> object:
    """JSON whose texts can be written down again and whose numbers are of a usual size."""
    try:
        found: object = json.loads(text)
        json.dumps(found, ensure_ascii=False).encode()
    except UnicodeError as error:
        raise UnreadableRequestError("it has half of a character, or is not in UTF-8") from error
    except RecursionError as error:
        raise UnreadableRequestError("its JSON is nested too deeply") from error
    except ValueError as error:
        raise UnreadableRequestError("it is no JSON, or has a number of thousands of digits") from error
    return found
