"""POST requests to one endpoint: bounded tries, polite pauses, one deadline, failures with a reason.

Synchronous on purpose: `httpx.Client` may be shared by threads and is bound to no event loop, so a store
works in whichever loop calls it.
"""

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from importlib.metadata import PackageNotFoundError, version
from typing import Final

import httpx

from pog_agent.errors import GraphUnavailableError, SettingError

BUSY: Final = frozenset({429, 502, 503, 504})
# Virtuoso: queries with strings that are new to it write them down, and can block each other in that.
_DEADLOCKED: Final = "SR172"
_FIRST_PAUSE: Final = 0.5
_LONGEST_PAUSE: Final = 10.0


@dataclass(frozen=True)
class Reply:
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
        return self.status in BUSY or _DEADLOCKED in self.headers.get("X-SQL-Message", "")

    @property
    def words(self) -> str:
        """What the endpoint says first, as one line without markup."""
        text = self.body[:4000].decode("utf-8", errors="replace")
        return one_line(re.sub(r"(?is)<(style|script|head)\b.*?</\1>|<[^>]{1,300}>", " ", text))


class HttpEndpoint:
    """Sends requests to one URL; safe to use from several threads.

    `timeout` is in seconds for one try, from connecting to the last byte. `retries` are further tries after
    a refused or lost connection, a timeout, status 429, 502, 503 and 504, or a deadlock inside the database.
    """

    def __init__(
        self, url: str, timeout: float, retries: int, transport: httpx.BaseTransport | None = None
    ) -> None:
        if timeout <= 0 or retries < 0:
            raise SettingError("timeout must be more than 0 seconds and retries 0 or more")
        self.url, credentials = _split_url(url)
        self._timeout, self._retries = timeout, retries
        self._http = httpx.Client(auth=credentials, headers={"User-Agent": _user_agent()}, transport=transport)

    def post(
        self,
        body: bytes,
        headers: Mapping[str, str],
        retries: int | None = None,
        timeout: float | None = None,
    ) -> Reply:
        """The first reply of an endpoint that is not too busy, or the last one of a busy endpoint.

        Raises `GraphUnavailableError` when no try was answered.
        """
        tries = 1 + (self._retries if retries is None else retries)
        seconds = self._timeout if timeout is None else timeout
        for turn in range(1, tries + 1):
            pause = _FIRST_PAUSE * 2 ** (turn - 1)
            try:
                reply = self._once(body, headers, seconds)
            except httpx.TimeoutException as error:
                if turn == tries:
                    what = f"timeout: no complete answer within {seconds:g} s ({_times(turn)})"
                    raise self.failure(what, "raise the timeout or use a smaller batch_size") from error
            except httpx.RequestError as error:
                if turn == tries or not isinstance(error, httpx.TransportError):
                    what = f"{one_line(str(error)) or type(error).__name__} ({_times(turn)})"
                    raise self.failure(what, "check the URL and that the endpoint is running") from error
            else:
                if not reply.is_busy or turn == tries:
                    return reply
                pause = _retry_after(reply, pause)
            time.sleep(min(pause, _LONGEST_PAUSE))
        raise AssertionError("every try returns, raises or is followed by another")

    def failure(self, what: str, advice: str) -> GraphUnavailableError:
        """The error for something that went wrong at this endpoint, and what to do about it."""
        return GraphUnavailableError(f"SPARQL endpoint {self.url}: {what}; {advice}")

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def _once(self, body: bytes, headers: Mapping[str, str], seconds: float) -> Reply:
        # httpx applies a timeout to each read: a server that trickles would never reach it.
        deadline = time.monotonic() + seconds
        with self._http.stream("POST", self.url, content=body, headers=headers, timeout=seconds) as response:
            chunks = []
            for chunk in response.iter_bytes():
                chunks.append(chunk)
                if time.monotonic() > deadline:
                    raise httpx.ReadTimeout("the response trickles", request=response.request)
            return Reply(response.status_code, response.headers, b"".join(chunks))


def one_line(text: str, length: int = 200) -> str:
    """The first characters of a text in one line, printable."""
    words = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    return words if len(words) <= length else words[: length - 3] + "..."


def _split_url(text: str) -> tuple[str, tuple[str, str] | None]:
    """The URL to show and request, and the user and password that stood in it."""
    try:
        url = httpx.URL(text)
    except httpx.InvalidURL as error:
        raise SettingError(f"{text!r} is not a URL ({error})") from error
    shown = url.copy_with(username=None, password=None) if url.userinfo else url
    if url.scheme not in {"http", "https"} or not url.host:
        raise SettingError(f"{str(shown)!r} is not the URL of an endpoint: it starts with http:// or https://")
    return str(shown), (url.username, url.password) if url.userinfo else None


def _user_agent() -> str:
    try:
        release = version("pog-agent")
    except PackageNotFoundError:
        release = "0"
    return f"pog-agent/{release} (+https://pypi.org/project/pog-agent/)"


def _retry_after(reply: Reply, otherwise: float) -> float:
    """Seconds that the endpoint asks to wait (a number or an HTTP date)."""
    wish = reply.headers.get("Retry-After", "")
    try:
        return max(float(wish), 0.0)
    except ValueError:
        pass
    try:
        moment = parsedate_to_datetime(wish)
    except ValueError:
        return otherwise
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max((moment - datetime.now(UTC)).total_seconds(), 0.0)


def _times(number: int) -> str:
    return "1 try" if number == 1 else f"{number} tries"
