"""Who may ask a server: the access token, from where it comes, and what a request must show of it."""

import argparse
import base64
import binascii
import hashlib
import hmac
import os
import secrets
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from pog_agent.errors import SettingError
from pog_agent.interfaces.serving.listening import LOOPBACK

TOKEN_VARIABLE: Final = "POG_AGENT_ACCESS_TOKEN"
SHORTEST: Final = 16
TICKET_SECONDS: Final = 600
_MAKE_ONE: Final = "python -c 'import secrets; print(secrets.token_urlsafe())' makes one"


@dataclass
class AccessToken:
    """The token of a server, and tickets for one login each. Comparisons take the same time, whatever differs."""

    value: str = field(repr=False)
    _tickets: dict[str, float] = field(default_factory=dict, repr=False)

    @property
    def session(self) -> str:
        """What the cookie of a browser that has logged in holds: it cannot be turned back into the token."""
        return hmac.new(self.value.encode(), b"pog-agent page", hashlib.sha256).hexdigest()

    def is_shown(self, authorization: str) -> bool:
        """Whether the header of a request has the token: as a bearer token, or as the password of any user."""
        scheme, _, sent = authorization.strip().partition(" ")
        if scheme.lower() == "basic":
            try:
                sent = base64.b64decode(sent, validate=True).decode().partition(":")[2]
            except (binascii.Error, UnicodeDecodeError):
                return False
        elif scheme.lower() != "bearer":
            return False
        return self.equals(sent.strip())

    def equals(self, sent: str) -> bool:
        """Whether a text is the token."""
        return _same(sent, self.value)

    def is_session(self, cookie: str) -> bool:
        """Whether a cookie is that of a browser that has logged in."""
        return _same(cookie, self.session)

    def new_ticket(self) -> str:
        """A ticket for one login, for some minutes: it stands in an address where the token should not be seen."""
        ticket = secrets.token_urlsafe(32)
        self._tickets[ticket] = time.monotonic() + TICKET_SECONDS
        return ticket

    def take_ticket(self, sent: str) -> bool:
        """Whether a ticket is good; it never is again."""
        ends = next((self._tickets.pop(known) for known in [*self._tickets] if _same(sent, known)), 0.0)
        return ends > time.monotonic()


def add_access(command: argparse.ArgumentParser) -> None:
    """Adds the flags that say who may ask."""
    command.add_argument(
        "--token-file",
        metavar="FILE",
        help=f"a file with the access token that requests must have (default: {TOKEN_VARIABLE}, if it is set)",
    )
    command.add_argument(
        "--without-token",
        action="store_true",
        help="answer whoever reaches an address that is not this machine's own",
    )


def access_for(arguments: argparse.Namespace, host: str) -> AccessToken | None:
    """The token that a server at a host wants; None where anybody may ask.

    Raises `SettingError` for a token that is none, and where others could ask without one though nobody has said
    that they may.
    """
    token = _given_token(arguments.token_file)
    if token is None and host not in LOOPBACK and not arguments.without_token:
        raise SettingError(
            f"--host {host} lets others ask: set {TOKEN_VARIABLE} or --token-file ({_MAKE_ONE}), or say "
            "--without-token"
        )
    if token is not None and arguments.without_token:
        raise SettingError(f"--without-token: unset {TOKEN_VARIABLE} and leave out --token-file, too")
    return None if token is None else AccessToken(token)


def _given_token(file: str | None) -> str | None:
    source, token = TOKEN_VARIABLE, os.environ.get(TOKEN_VARIABLE) or None
    if file is not None:
        source = file
        try:
            token = Path(file).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
            raise SettingError(f"--token-file {file}: cannot be read ({reason})") from error
        os.environ[TOKEN_VARIABLE] = token  # what is blotted out of traces and logs is known from there
    if token is None:
        return None
    if len(token) < SHORTEST or not (token.isascii() and token.isprintable()) or " " in token:
        raise SettingError(
            f"{source}: an access token has {SHORTEST} or more characters of ASCII and no space; {_MAKE_ONE}"
        )
    return token


def _same(sent: str, known: str) -> bool:
    return hmac.compare_digest(sent.encode("utf-8", "replace"), known.encode())
