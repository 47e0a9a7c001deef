"""Lets in what shows the access token, and a browser that has logged in; all others are told what to do."""

import base64
import hashlib
from typing import Final
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from pog_agent.interfaces.serving.access import AccessToken

LOGIN: Final = "/login"
LARGEST_FORM: Final = 5_000
_CHALLENGE: Final = {"www-authenticate": 'Bearer realm="pog-agent"', "cache-control": "no-store"}
_REFUSED: Final = "this server wants its access token, as the header 'Authorization: Bearer TOKEN'"
_STYLE: Final = (
    ":root{color-scheme:light dark}body{font:1.1rem system-ui;max-width:24rem;margin:20vh auto;padding:0 1rem}"
    "input,button{font:inherit;width:100%;box-sizing:border-box;margin-top:.5rem;padding:.5rem}"
)
_STYLE_HASH: Final = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
_POLICY: Final = (
    f"default-src 'none'; style-src 'sha256-{_STYLE_HASH}'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_PAGE: Final = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>pog-agent</title>'
    '<meta name="viewport" content="width=device-width, initial-scale=1">{head}<style>{style}</style></head>'
    "<body><main>{body}</main></body></html>"
)
_FORM: Final = (
    '<h1>Access token</h1><p>{said}</p><form method="post" action="{action}"><label>Token <input name="token" '
    'type="password" autocomplete="current-password" required autofocus></label><button>Log in</button></form>'
)
_ENTERED: Final = '<p>You are logged in. <a href="/">Go on</a></p>'


class TokenRequired:
    """Passes on what has the token; without an `access` it passes on everything.

    With a `page`, a browser may log in: by a ticket in the address (`/login?ticket=...`), or with the token in a
    form. It then has a cookie, which no script reads and no other site makes it send.
    """

    def __init__(self, app: ASGIApp, access: AccessToken | None, page: bool = False) -> None:
        self._app = app
        self._access = access
        self._has_page = page

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request, or hands it on."""
        if self._access is None or scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
        else:
            request = Request(scope, receive)
            response = await self._refusal(request, self._access)
            await (response or self._app)(scope, receive, send)

    async def _refusal(self, request: Request, access: AccessToken) -> Response | None:
        """What a request gets instead of what it asks for."""
        if self._has_page and request.url.path == LOGIN:
            return await self._login(request, access)
        if access.is_shown(request.headers.get("authorization", "")):
            return None
        if self._has_page and access.is_session(request.cookies.get(_cookie_name(request), "")):
            return None
        if self._has_page and request.method == "GET" and "text/html" in request.headers.get("accept", ""):
            return _form("This page wants the token that its server was started with.")
        return PlainTextResponse(_REFUSED, 401, headers=_CHALLENGE)

    async def _login(self, request: Request, access: AccessToken) -> Response:
        if request.method == "POST":
            if not access.equals(await _sent_token(request)):
                return _form("This is not the token.")
        elif not access.take_ticket(request.query_params.get("ticket", "")):
            return _form("This link was used before, or is too old.")
        # No redirect: a browser that follows one from another site's link would not send the new cookie with it.
        response = _page(_ENTERED, 200, head='<meta http-equiv="refresh" content="0;url=/">')
        is_secure = request.url.scheme == "https"
        response.set_cookie(
            _cookie_name(request), access.session, httponly=True, samesite="strict", secure=is_secure
        )
        return response


async def _sent_token(request: Request) -> str:
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LARGEST_FORM:
            return ""
    return parse_qs(body.decode("utf-8", "replace")).get("token", [""])[0].strip()


def _cookie_name(request: Request) -> str:
    """A name of its own for each port: browsers share cookies among the ports of a host."""
    return f"pog-agent-{request.url.port or request.url.scheme}"


def _form(said: str) -> Response:
    return _page(_FORM.format(said=said, action=LOGIN), 401)


def _page(body: str, status: int, head: str = "") -> Response:
    # With the policy no-referrer of other pages, a browser would not say that the form is of this site.
    headers = {"content-security-policy": _POLICY, "referrer-policy": "same-origin", "cache-control": "no-store"}
    if status == 401:
        headers |= _CHALLENGE
    return HTMLResponse(_PAGE.format(head=head, style=_STYLE, body=body), status, headers=headers)
