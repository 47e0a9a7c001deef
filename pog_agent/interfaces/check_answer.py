"""The command `pog-agent check-answer`."""

import argparse
import json
from typing import Any

from pog_agent.errors import GraphUnavailableError
from pog_agent.interfaces.ask import open_agent
from pog_agent.interfaces.setting_flags import add_settings, settings_of
from pog_agent.sentences import without_controls


def add_check_answer(commands: Any) -> argparse.ArgumentParser:
    """Adds the command that holds candidate answers of another system against a graph."""
    command: argparse.ArgumentParser = commands.add_parser(
        "check-answer", help="say of candidate answers to a question which are proven, and which contradicted"
    )
    command.add_argument("question", metavar="QUESTION", help="the question")
    command.add_argument(
        "candidates", metavar="CANDIDATE", nargs="+", help="an answer to check: a name, number, date, yes or no"
    )
    command.add_argument(
        "--complete",
        action="store_true",
        help="take the graph for complete: what it lacks is contradicted",
    )
    command.add_argument("--json", action="store_true", help="print all verdicts as one JSON object")
    add_settings(command, without=("task", "confirm"))
    command.set_defaults(run=_check_answer)
    return command


def _check_answer(arguments: argparse.Namespace) -> int:
    with open_agent(arguments, settings_of(arguments)) as agent:
        check = agent.check_answer(arguments.question, arguments.candidates, complete=arguments.complete)
    if arguments.json:
        print(without_controls(json.dumps(check.to_json(), ensure_ascii=False)))
    else:
        from pog_agent.answering.candidates.told import check_text  # noqa: PLC0415 (pydantic)

        print(check_text(check))
    return GraphUnavailableError.exit_code if check.answer.graph_failed else 0
