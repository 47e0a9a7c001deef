"""Small requests to a server of models, besides those of a chat: JSON in, JSON out."""

from dataclasses import dataclass
from typing import Any, Self

import httpx

from pog_agent.errors import ModelUnavailableError
from pog_agent.redaction import redacted
from pog_agent.urls import without_password


@dataclass(frozen=True)
class JsonReply:
    """What a server sent: the HTTP status, the kind of content, and the JSON in it, None where there is none."""

    status: int
    content: str
    data: Any

    @property
    def is_good(self) -> bool:
        """Whether it is JSON, and no error."""
        return self.status == httpx.codes.OK and self.data is not None

    @property
    def words(self) -> str:
        """What the server says of an error, on one line; servers put that into different places."""
        found = self.data
        for key in ("error", "message", "detail"):
            found = found.get(key, found) if isinstance(found, dict) else found
        text = "" if found is None else " ".join(redacted(str(found)).split())
        return text if len(text) <= 200 else f"{text[:200]} ..."


class JsonClient:
    """Sends requests, each of which may take `seconds`. The key goes to no server that another redirects to.

    Raises `ModelUnavailableError` where no server replies.
    """

    def __init__(self, seconds: float, key: str | None = None) -> None:
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        self._client = httpx.AsyncClient(timeout=seconds, headers=headers, follow_redirects=False)
        self._seconds = seconds

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._client.aclose()

    async def get(self, url: str) -> JsonReply:
        """What stands at a URL."""
        return await self._replied("GET", url, None)

    async def post(self, url: str, body: dict[str, Any]) -> JsonReply:
        """The reply to a request with a body."""
        return await self._replied("POST", url, body)

    async def _replied(self, method: str, url: str, body: dict[str, Any] | None) -> JsonReply:
        try:
            response = await self._client.request(method, url, json=body)
        except httpx.TimeoutException as error:
            raise ModelUnavailableError(
                f"{without_password(url)} did not answer within {self._seconds:g} s: raise the timeout, or check "
                "that the server is not overloaded"
            ) from error
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            problem = " ".join(redacted(str(error)).split()) or type(error).__name__
            raise ModelUnavailableError(
                f"no server answers at {without_password(url)} ({problem}): start it, or check the base URL"
            ) from error
        content = response.headers.get("content-type", "").partition(";")[0]
        try:
            data = response.json()
        except ValueError:
            data = None
        return JsonReply(response.status_code, content, data)
