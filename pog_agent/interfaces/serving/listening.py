"""A place to listen at: opened, shown, and warned of where others reach it."""

import socket
import sys
from typing import Final

from pog_agent.errors import SettingError

LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")
"""The names of this machine for itself."""
SECONDS_TO_END: Final = 3
"""So long what is being answered may go on after a signal to end."""


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens at an address, at any free port for 0. Raises `SettingError` where it cannot."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family)
    except (OSError, OverflowError) as error:
        raise SettingError(f"cannot listen on {host}:{port}: {error}; choose another --host or --port") from error


def http_address(host: str, place: socket.socket) -> str:
    """The URL of what listens, without a path; what listens everywhere is shown as this machine."""
    shown = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{place.getsockname()[1]}"


def tell(said: str, host: str, *, has_token: bool) -> None:
    """Says on standard error where the server is, and who can reach it."""
    print(said, file=sys.stderr, flush=True)
    if host not in LOOPBACK and not has_token:
        print("! whoever reaches this address can ask: it wants no token", file=sys.stderr, flush=True)
