"""The command `pog-agent graph`."""

import argparse
from typing import Any

from pog_agent.config import PogConfig
from pog_agent.interfaces.setting_flags import add_system
from pog_agent.systems.registry import find_system


def add_graph(commands: Any) -> argparse.ArgumentParser:
    """Adds the command that prints the diagram of a workflow."""
    graph: argparse.ArgumentParser = commands.add_parser("graph", help="print the workflow as a Mermaid diagram")
    add_system(graph)
    graph.set_defaults(run=_graph)
    return graph


def _graph(arguments: argparse.Namespace) -> int:
    from pog_agent.run.resources import Resources  # noqa: PLC0415 (LangGraph)

    system = find_system(arguments.system or PogConfig().variant)
    print(system.build(Resources(), None).get_graph().draw_mermaid())
    return 0
