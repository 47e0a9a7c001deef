"""Keeps other pages of the browser away from a server on this machine, and foreign code out of its page."""

from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
}


class OwnPageOnly:
    """Refuses requests that name another host or come from another site's page; adds the security headers.

    `hosts` are the host names that the server goes by; None takes any, for a server that others may reach.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str] | None) -> None:
        self._app = app
        self._hosts = None if hosts is None else frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request, or hands it on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        if self._is_own(Headers(scope=scope)):
            await self._app(scope, receive, guarded)
        else:
            await PlainTextResponse("this page answers its own browser page only", 403)(scope, receive, guarded)

    def _is_own(self, headers: Headers) -> bool:
        host = headers.get("host", "")
        origin = headers.get("origin")
        is_named = self._hosts is None or (urlsplit(f"//{host}").hostname or "") in self._hosts
        return is_named and (origin is None or urlsplit(origin).netloc == host)
