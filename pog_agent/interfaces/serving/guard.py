"""Keeps pages of other sites away from a server that a browser on this machine can reach, and foreign code out."""

from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pog_agent.interfaces.serving.listening import LOOPBACK

NOT_FRAMED: Final = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    f"{NOT_FRAMED}"
)
HEADERS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
}


class OwnSiteOnly:
    """Refuses requests that name another host or come from another site's page; adds the security headers.

    A response that has one of these headers itself keeps it.

    `hosts` are the host names that the server goes by; None takes any, for a server that others may reach. A page
    that asks must be of the address that it asks, port included.
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
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        refusal = self._refusal(Headers(scope=scope))
        await (refusal or self._app)(scope, receive, guarded)

    def _refusal(self, headers: Headers) -> PlainTextResponse | None:
        """Why a request is not answered."""
        host, origin = headers.get("host", ""), headers.get("origin")
        try:
            name = urlsplit(f"//{host}").hostname or ""
            site = host if origin is None else urlsplit(origin).netloc
        except ValueError:
            return PlainTextResponse("the header Host or Origin is malformed", 400)
        is_named = self._hosts is None or name in self._hosts
        if is_named and site == host:
            return None
        return PlainTextResponse("this server answers its own address and its own pages only", 403)


def names_of(host: str) -> tuple[str, ...] | None:
    """The names of a server that listens at a host; None where others can reach it, by names nobody knows here."""
    return (*LOOPBACK, host) if host in LOOPBACK else None
