"""The command `pog-agent graph`."""

import argparse
from typing import TYPE_CHECKING, Any

from pog_agent.config import PogConfig
from pog_agent.errors import SettingError
from pog_agent.interfaces.setting_flags import add_system
from pog_agent.systems.registry import find_system

if TYPE_CHECKING:
    from pog_agent.systems.wiring import Part, Wiring


def add_graph(commands: Any) -> argparse.ArgumentParser:
    """Adds the command that prints the diagram of a workflow."""
    graph: argparse.ArgumentParser = commands.add_parser("graph", help="print the workflow as a Mermaid diagram")
    add_system(graph)
    what = graph.add_mutually_exclusive_group()
    what.add_argument("--part", help="draw a part that the loop shows as one step, such as `answer` of pog")
    what.add_argument(
        "--full", action="store_true", help="draw everything as compiled: confirmations, follow-ups, all settings"
    )
    graph.set_defaults(run=_graph)
    return graph


def _graph(arguments: argparse.Namespace) -> int:
    from pog_agent.run.resources import Resources  # noqa: PLC0415 (LangGraph)
    from pog_agent.systems.drawing import loop_diagram, part_diagram  # noqa: PLC0415 (LangGraph)

    system = find_system(arguments.system or PogConfig().variant)
    if arguments.full:
        print(system.build(Resources(), None).get_graph().draw_mermaid())
    elif arguments.part is not None:
        print(part_diagram(system.wiring, _part(system.wiring, arguments.part)), end="")
    else:
        print(loop_diagram(system.wiring), end="")
    return 0


def _part(wiring: "Wiring", name: str) -> "Part":
    """The part of this name. Raises `SettingError` that names those there are."""
    for part in wiring.parts:
        if part.name == name:
            return part
    known = ", ".join(part.name for part in wiring.parts) or "none"
    raise SettingError(f"the system {wiring.name} has no part {name!r}; it has {known}")
