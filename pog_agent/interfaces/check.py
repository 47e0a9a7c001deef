"""The command `pog-agent check`."""

import argparse
import json
from typing import Any

from pog_agent.activity import Activity, is_broken_query, listening
from pog_agent.config import PogConfig
from pog_agent.errors import GraphUnavailableError
from pog_agent.interfaces.setting_flags import setting_help
from pog_agent.sentences import without_controls


def add_check(commands: Any) -> argparse.ArgumentParser:
    """Adds `pog-agent check`, which reports what a graph offers (engine, size, labels)."""
    check: argparse.ArgumentParser = commands.add_parser(
        "check", help="what can be learned of a graph before asking questions of it"
    )
    check.add_argument("kg", metavar="KG", help=setting_help("kg"))
    check.add_argument("--preset", default="auto", metavar="PRESET", help=setting_help("preset"))
    check.add_argument("--timeout", metavar="TIMEOUT", help="seconds per query, 10 at most (default 10)")
    check.add_argument("--json", action="store_true", help="print the facts as one JSON object")
    check.set_defaults(run=_check)
    return check


def _check(arguments: argparse.Namespace) -> int:
    from pog_agent.kg.check import check_kg  # noqa: PLC0415 (numpy, Oxigraph)

    config = PogConfig.create(kg=arguments.kg, preset=arguments.preset, timeout=arguments.timeout)
    asked: list[Activity] = []
    with listening(asked.append):
        report = check_kg(config.kg, config.timeout, config.preset)
    if arguments.json:
        print(without_controls(json.dumps(report.to_json(), ensure_ascii=False)))
    else:
        from pog_agent.interfaces.display import show_report  # noqa: PLC0415 (rich)

        show_report(report)
    return GraphUnavailableError.exit_code if any(map(is_broken_query, asked)) else 0
