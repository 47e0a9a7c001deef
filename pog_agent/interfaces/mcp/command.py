"""The command `pog-agent mcp`."""

import argparse
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from pog_agent.errors import SettingError
from pog_agent.interfaces.serving.access import AccessToken, access_for, add_access
from pog_agent.interfaces.serving.listening import SECONDS_TO_END, http_address, listening, tell
from pog_agent.interfaces.setting_flags import add_settings, settings_of

if TYPE_CHECKING:
    from pog_agent.agent import Agent

HOST, PORT = "127.0.0.1", 8722
PATH = "/mcp"
EXTRA = "the MCP server needs the extra 'mcp': pip install \"pog-agent[mcp]\""


def add_mcp(commands: Any) -> argparse.ArgumentParser:
    """Adds the command that serves the tools."""
    mcp: argparse.ArgumentParser = commands.add_parser(
        "mcp",
        help="serve the graph as tools to MCP clients",
        description="Serves ask, verify_claim, check_answer, find_entities, describe_entity, find_paths, schema "
        "and sparql to an MCP client: on standard input and output, or with --http over the network.",
    )
    mcp.add_argument("--http", action="store_true", help=f"serve streamable HTTP, at {PATH}, instead of stdio")
    mcp.add_argument("--host", metavar="HOST", help=f"with --http: the address to listen on (default {HOST})")
    mcp.add_argument(
        "--port", metavar="PORT", type=int, help=f"with --http: the port, 0 for any free one (default {PORT})"
    )
    add_access(mcp)
    add_settings(mcp, without=("topics", "task", "confirm"))
    mcp.set_defaults(run=_mcp)
    return mcp


def _mcp(arguments: argparse.Namespace) -> int:
    if not _has_extra():
        raise SettingError(EXTRA)
    if not arguments.http and (arguments.host is not None or arguments.port is not None):
        raise SettingError("--host and --port are for --http: give it, too")
    if not arguments.http and (arguments.token_file is not None or arguments.without_token):
        raise SettingError("--token-file and --without-token are for --http: give it, too")
    host = arguments.host or HOST
    access = access_for(arguments, host) if arguments.http else None
    config = settings_of(arguments)
    from pog_agent.agent import open_system  # noqa: PLC0415 (LangGraph)

    with open_system(arguments.system or config.variant, **config.given) as agent:
        agent.wiring.check(agent.config)
        agent.resources.graph(agent.config)
        if arguments.http:
            _serve_http(agent, host, PORT if arguments.port is None else arguments.port, access)
        else:
            _serve_stdio(agent)
    return 0


def _has_extra() -> bool:
    """Whether the SDK is there, in a version that has what the server is made of."""
    try:
        return find_spec("mcp.server.mcpserver") is not None
    except ModuleNotFoundError:
        return False


def _serve_stdio(agent: "Agent") -> None:
    from pog_agent.interfaces.mcp.server import build_server  # noqa: PLC0415 (the extra 'mcp')

    if sys.stdin.isatty():
        print("waiting for an MCP client on standard input; Ctrl+C ends it", file=sys.stderr)
    build_server(agent).run("stdio")


def _serve_http(agent: "Agent", host: str, port: int, access: AccessToken | None) -> None:
    import uvicorn  # noqa: PLC0415 (the extra 'mcp')

    from pog_agent.interfaces.mcp.server import build_http_app  # noqa: PLC0415 (the extra 'mcp')
    from pog_agent.interfaces.serving.guard import names_of  # noqa: PLC0415

    with listening(host, port) as place:
        tell(f"serving MCP on {http_address(host, place)}{PATH}", host, has_token=access is not None)
        app = build_http_app(agent, PATH, names_of(host), access)
        settings = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=SECONDS_TO_END)
        uvicorn.Server(settings).run(sockets=[place])
