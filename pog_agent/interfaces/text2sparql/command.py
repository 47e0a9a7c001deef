"""The command `pog-agent serve`."""

import argparse
from importlib.util import find_spec
from typing import Any, Final

from pog_agent.errors import SettingError
from pog_agent.interfaces.serving.access import AccessToken, access_for, add_access
from pog_agent.interfaces.serving.listening import SECONDS_TO_END, http_address, listening, tell
from pog_agent.interfaces.setting_flags import add_settings, settings_of

HOST: Final = "127.0.0.1"
PORT: Final = 8724
PACKAGES: Final = ("starlette", "uvicorn")
EXTRA: Final = "the server needs the extra 'ui': pip install \"pog-agent[ui]\""


def add_serve(commands: Any) -> argparse.ArgumentParser:
    """Adds the command that answers questions with SPARQL."""
    serve: argparse.ArgumentParser = commands.add_parser(
        "serve",
        help="answer questions with SPARQL over HTTP, as the TEXT2SPARQL challenge asks",
        description="Serves GET /?question=...&dataset=...: JSON with the SPARQL of the answer, for the client of "
        "the TEXT2SPARQL challenge and others.",
    )
    serve.add_argument(
        "--dataset",
        nargs=2,
        action="append",
        default=[],
        metavar=("ID", "KG"),
        help="a graph by the id that clients ask for; may be repeated (default: any id is the graph of --kg)",
    )
    serve.add_argument("--host", metavar="HOST", default=HOST, help=f"the address to listen on (default {HOST})")
    serve.add_argument(
        "--port", metavar="PORT", type=int, default=PORT, help=f"the port, 0 for any free one (default {PORT})"
    )
    add_access(serve)
    add_settings(serve, without=("topics", "task", "confirm"))
    serve.set_defaults(run=_serve)
    return serve


def _serve(arguments: argparse.Namespace) -> int:
    if any(find_spec(name) is None for name in PACKAGES):
        raise SettingError(EXTRA)
    datasets = dict(arguments.dataset)
    if len(datasets) < len(arguments.dataset):
        raise SettingError("--dataset: an id is given twice")
    access = access_for(arguments, arguments.host)
    config = settings_of(arguments)
    from pog_agent.agent import open_system  # noqa: PLC0415 (LangGraph)

    with open_system(arguments.system or config.variant, **config.given) as agent:
        agent.wiring.check(agent.config)
        for graph in datasets.values() or [agent.config.kg]:
            agent.resources.graph(agent.config.model_copy(update={"kg": graph}))
        _listen(agent, datasets, arguments.host, arguments.port, access)
    return 0


def _listen(agent: Any, datasets: dict[str, str], host: str, port: int, access: AccessToken | None) -> None:
    import uvicorn  # noqa: PLC0415 (the extra 'ui')

    from pog_agent.interfaces.serving.guard import names_of  # noqa: PLC0415 (the extra 'ui')
    from pog_agent.interfaces.text2sparql.app import build_query_app  # noqa: PLC0415 (the extra 'ui')

    with listening(host, port) as place:
        tell(f"answering on {http_address(host, place)}/ (Ctrl+C ends it)", host, has_token=access is not None)
        app = build_query_app(agent, datasets, names_of(host), access)
        settings = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=SECONDS_TO_END)
        uvicorn.Server(settings).run(sockets=[place])
