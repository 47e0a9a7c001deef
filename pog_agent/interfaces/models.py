"""The command `pog-agent models`."""

import argparse
import json
from typing import TYPE_CHECKING, Any

from pog_agent.config import PogConfig
from pog_agent.errors import ModelUnavailableError, SettingError
from pog_agent.interfaces.setting_flags import setting_help
from pog_agent.sentences import without_controls
from pog_agent.urls import password_of

if TYPE_CHECKING:
    from pog_agent.reasoner.exam.examination import ExamResult
    from pog_agent.reasoner.providers.server import ModelServer, ServedModel


_HEAD = ("--model", "context", "at most", "JSON", "seconds")
_TEXTS = ("--model", "JSON")


def add_models(commands: Any) -> argparse.ArgumentParser:
    """Adds the command that tells what a server of chat models has."""
    models: argparse.ArgumentParser = commands.add_parser(
        "models", help="what a server of chat models has: names, context, JSON, seconds of a call"
    )
    models.description = (
        "Lists the chat models of a server (Ollama, LM Studio, vLLM, llama.cpp, OpenAI and others): what to write "
        "as --model, and how many tokens of context each has. A model that is named, or the only one, gets one "
        "small call, which tells whether the server holds replies to a JSON schema, and how long a call takes."
    )
    models.add_argument("--model", metavar="MODEL", help="one model, as for ask or as the server calls it")
    models.add_argument("--base-url", metavar="BASE_URL", help="the server, with or without /v1 at the end")
    models.add_argument("--timeout", metavar="TIMEOUT", help=setting_help("timeout"))
    models.add_argument(
        "--exam",
        action="store_true",
        help="have the model sit the exam, 24 calls: who passes may confirm what words of a question mean",
    )
    models.add_argument("--exams", metavar="FILE", help=setting_help("exams"))
    models.add_argument("--json", action="store_true", help="print the models as one JSON object")
    models.set_defaults(run=_models)
    return models


def _models(arguments: argparse.Namespace) -> int:
    from pog_agent.reasoner.providers.listing import served_models  # noqa: PLC0415 (httpx)

    config = PogConfig.create(base_url=arguments.base_url, timeout=arguments.timeout, exams=arguments.exams)
    server = served_models(config.base_url, arguments.model, config.timeout)
    result = _examined(server, arguments.model, config) if arguments.exam else None
    if arguments.json:
        shown = server.model_dump(mode="json")
        if result is not None:
            shown["exam"] = {**result.model_dump(mode="json"), "is_passed": result.is_passed}
        print(without_controls(json.dumps(shown, ensure_ascii=False)))
    else:
        _show(server, result)
    return ModelUnavailableError.exit_code if any(model.problem for model in server.models) else 0


def _examined(server: "ModelServer", named: str | None, config: PogConfig) -> "ExamResult | None":
    """The result of the one model that is listed; None where it gives no reply, which its row says.

    One that is named as for `ask` sits it as `ask` would call it.
    """
    from pog_agent.reasoner.exam.examine import examine  # noqa: PLC0415 (LangChain)
    from pog_agent.reasoner.providers.known_models import provider_and_name  # noqa: PLC0415 (reads a file)

    if len(server.models) != 1:
        raise SettingError("name the model that is to sit the exam: --model NAME")
    (model,) = server.models
    if model.problem:
        return None
    given = named if named is not None and provider_and_name(named) else model.spec
    is_as_given = given == named or bool(password_of(config.base_url or ""))
    url = config.base_url if is_as_given else server.base_url
    return examine(given, url or None, timeout=config.timeout, exams=config.exams)


def _show(server: "ModelServer", exam: "ExamResult | None") -> None:
    from rich.box import SIMPLE_HEAD  # noqa: PLC0415 (rich)
    from rich.table import Table  # noqa: PLC0415 (rich)
    from rich.text import Text  # noqa: PLC0415 (rich)

    from pog_agent.interfaces.display import CleanConsole  # noqa: PLC0415 (rich)

    console = CleanConsole()
    console.print(Text(f"{server.kind} at {server.base_url}" if server.base_url else server.kind, style="bold"))
    columns = [cells for cells in zip(_HEAD, *map(_cells, server.models), strict=True) if any(cells[1:])]
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for name, *_ in columns:
        table.add_column(name, justify="left" if name in _TEXTS else "right", overflow="fold")
    for row in zip(*(cells for _, *cells in columns), strict=True):
        table.add_row(*map(Text, row))
    console.print(table)
    for model in server.models:
        if model.problem:
            console.print(Text(f"{model.name}: {model.problem}", style="red"), soft_wrap=True)
    if exam is not None:
        console.print(Text(f"exam {exam.told}"), soft_wrap=True)
    for note in server.notes:
        console.print(Text(note, style="yellow"), soft_wrap=True)
    if len(server.models) > 1:
        console.print(Text("--model NAME calls one of them, and tells its JSON and its seconds", style="dim"))


def _cells(model: "ServedModel") -> tuple[str, ...]:
    """What stands in the columns; a column without any value is not shown."""
    return (
        model.spec,
        f"{model.context:,}" if model.context else "",
        f"{model.most_context:,}" if model.most_context else "",
        model.json_support or "",
        f"{model.seconds:.1f}" if model.seconds is not None else "",
    )
