"""The command `pog-agent ui`."""

import argparse
import socket
import webbrowser
from importlib.util import find_spec
from pathlib import Path
from threading import Timer
from typing import Any, Final

from pog_agent.config import PogConfig
from pog_agent.errors import SettingError
from pog_agent.interfaces.serving.access import AccessToken, access_for, add_access
from pog_agent.interfaces.serving.listening import SECONDS_TO_END, http_address, listening, tell
from pog_agent.interfaces.setting_flags import add_settings, setting_help, settings_of
from pog_agent.kg.local.sources import find_rdf_files, given_paths, parts_of
from pog_agent.urls import is_http_url

OXIGRAPH: Final = "oxigraph:"
HOST: Final = "127.0.0.1"
PORT: Final = 8723
PACKAGES: Final = ("starlette", "uvicorn")
EXTRA: Final = "the page needs the extra 'ui': pip install \"pog-agent[ui]\""
SECONDS_TO_OPEN: Final = 0.5


def add_ui(commands: Any) -> argparse.ArgumentParser:
    """Adds the command that serves the page."""
    ui: argparse.ArgumentParser = commands.add_parser(
        "ui",
        help="a page to ask questions on, in the browser",
        description="Serves a page to ask questions on: it shows steps, answer, and its paths as a picture.",
    )
    ui.add_argument(
        "kg", nargs="*", metavar="KG", help=f"{setting_help('kg')}; of several the page offers a choice"
    )
    ui.add_argument("--host", metavar="HOST", default=HOST, help=f"the address to listen on (default {HOST})")
    ui.add_argument(
        "--port", metavar="PORT", type=int, default=PORT, help=f"the port, 0 for any free one (default {PORT})"
    )
    ui.add_argument(
        "--feedback",
        metavar="FOLDER",
        default=".",
        help="where answers are written that somebody on the page calls right or wrong, 'off' for no such buttons "
        "(default: the current folder)",
    )
    ui.add_argument("--no-browser", action="store_true", help="do not open the page in a browser")
    add_access(ui)
    add_settings(ui, without=("kg", "topics", "task"))
    ui.set_defaults(run=_ui)
    return ui


def _ui(arguments: argparse.Namespace) -> int:
    missing = [name for name in PACKAGES if find_spec(name) is None]
    if missing:
        raise SettingError(EXTRA)
    access = access_for(arguments, arguments.host)
    config = settings_of(arguments, kg=None)
    graphs = arguments.kg or [config.kg]
    for graph in graphs:
        _check_there(graph)
    if arguments.feedback != "off" and not Path(arguments.feedback).is_dir():
        raise SettingError(f"--feedback {arguments.feedback}: no such folder")
    with listening(arguments.host, arguments.port) as place:
        address = f"{http_address(arguments.host, place)}/"
        tell(
            f"the page is at {_entry(address, access)} (Ctrl+C ends it)",
            arguments.host,
            has_token=access is not None,
        )
        opening = None if arguments.no_browser else _open_soon(_entry(address, access))
        try:
            _serve(arguments, config, graphs, place, access)
        finally:
            if opening is not None:
                opening.cancel()
    return 0


def _serve(
    arguments: argparse.Namespace,
    config: PogConfig,
    graphs: list[str],
    place: socket.socket,
    access: AccessToken | None,
) -> None:
    import uvicorn  # noqa: PLC0415 (the extra 'ui')

    from pog_agent.interfaces.serving.guard import names_of  # noqa: PLC0415 (the extra 'ui')
    from pog_agent.interfaces.ui.app import build_app  # noqa: PLC0415 (the extra 'ui')
    from pog_agent.interfaces.ui.choices import PageChoices  # noqa: PLC0415
    from pog_agent.interfaces.ui.desk import QuestionDesk  # noqa: PLC0415
    from pog_agent.interfaces.ui.feedback import FeedbackFolder  # noqa: PLC0415

    system = arguments.system or config.variant
    desk = QuestionDesk(system, {**config.given, "kg": graphs[0]})
    feedback = None if arguments.feedback == "off" else FeedbackFolder(Path(arguments.feedback))
    choices = PageChoices(graphs, system, config)
    app = build_app(choices, desk, names_of(arguments.host), feedback, access=access, looks_ahead=True)
    settings = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=SECONDS_TO_END)
    uvicorn.Server(settings).run(sockets=[place])


def _entry(address: str, access: AccessToken | None) -> str:
    """The address of the page, with a ticket for one login where it wants a token."""
    return f"{address}login?ticket={access.new_ticket()}" if access else address


def _check_there(graph: str) -> None:
    """Raises `GraphUnavailableError` for a file that does not exist; everything else shows at the first use."""
    if is_http_url(graph) or graph.startswith(OXIGRAPH):
        return
    with given_paths(parts_of(graph)) as paths:
        find_rdf_files(path for path in paths if not path.is_dir())


def _open_soon(address: str) -> Timer:
    """Opens the browser as soon as the server can have begun; it waits for the page, not the command for it."""
    timer = Timer(SECONDS_TO_OPEN, webbrowser.open, (address,))
    timer.daemon = True
    timer.start()
    return timer
