"""Who asks an endpoint: user, password or token, and the name and contact that every request carries."""

import os
from collections.abc import Generator, Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import Final
from urllib.parse import urlsplit

import httpx

from pog_agent.errors import SettingError
from pog_agent.redaction import redacted
from pog_agent.urls import is_http_url, without_user

USER: Final = "POG_AGENT_KG_USER"
PASSWORD: Final = "POG_AGENT_KG_PASSWORD"
TOKEN: Final = "POG_AGENT_KG_TOKEN"
CONTACT: Final = "POG_AGENT_CONTACT"
_KG: Final = "POG_AGENT_KG"


class EndpointAccess:
    """The `auth` of an endpoint's requests, and its secrets, which `hide` blots out in a text."""

    def __init__(self, auth: httpx.Auth | None = None, secrets: tuple[str, ...] = ()) -> None:
        self.auth, self._secrets = auth, tuple(filter(None, secrets))

    def hide(self, text: str) -> str:
        """The text without the secrets: an endpoint may repeat in an error what it was sent."""
        return redacted(text, self._secrets)


def split_url(text: str) -> tuple[str, EndpointAccess]:
    """Splits the URL of an endpoint into the URL to request and show, and the access.

    User and password come from the URL, or else from the environment. What the environment holds goes to every
    endpoint, or only to one host if POG_AGENT_KG is a URL of that host. Raises `SettingError`, which never repeats
    a secret.
    """
    try:
        url = httpx.URL(text)
    except httpx.InvalidURL as error:
        raise SettingError(f"{text!r} is not a URL ({error})") from error
    shown = url.copy_with(username=None, password=None) if url.userinfo else url
    if url.scheme not in {"http", "https"} or not url.host:
        raise SettingError(f"{str(shown)!r} is not the URL of an endpoint: it starts with http:// or https://")
    if url.userinfo:
        return str(shown), _basic(url.username, url.password)
    named = os.environ.get(_KG, "")
    own = not is_http_url(named) or _origin(named) == _origin(text)
    return str(shown), _from_environment(os.environ) if own else EndpointAccess()


def user_agent() -> str:
    """Name, version and contact: public endpoints want to know whom to ask, which POG_AGENT_CONTACT tells."""
    try:
        release = version("pog-agent")
    except PackageNotFoundError:
        release = "0"
    contact = os.environ.get(CONTACT, "").strip()
    if contact and not _is_header_text(contact):
        raise SettingError(f"{CONTACT} must be an e-mail address or URL in ASCII, without parentheses")
    about = "; ".join(filter(None, ("+https://pypi.org/project/pog-agent/", contact)))
    return f"pog-agent/{release} ({about})"


class _BearerToken(httpx.Auth):
    def __init__(self, token: str) -> None:
        self._header = f"Bearer {token}"

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        request.headers["Authorization"] = self._header
        yield request


def _from_environment(known: Mapping[str, str]) -> EndpointAccess:
    user, password, token = (known.get(name, "") for name in (USER, PASSWORD, TOKEN))
    if token and (user or password):
        raise SettingError(f"set either {TOKEN}, or {USER} and {PASSWORD}")
    if token:
        if " " in token or not _is_header_text(token):
            raise SettingError(f"{TOKEN} has characters that no token can have")
        return EndpointAccess(_BearerToken(token), (token,))
    if password and not user:
        raise SettingError(f"{PASSWORD} is set without {USER}")
    return _basic(user, password) if user else EndpointAccess()


def _basic(user: str, password: str) -> EndpointAccess:
    auth = httpx.BasicAuth(user, password)
    sent = next(auth.auth_flow(httpx.Request("GET", "http://localhost"))).headers["Authorization"]
    return EndpointAccess(auth, (password, sent.removeprefix("Basic ")))


def _origin(url: str) -> tuple[str, str]:
    parts = urlsplit(url)
    return parts.scheme, without_user(parts.netloc)


def _is_header_text(text: str) -> bool:
    return text.isascii() and text.isprintable() and not set(text) & set("()")
