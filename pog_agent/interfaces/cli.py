"""The command line `pog-agent`: its parser, its errors and its exit codes. A command is a file beside this one.

Nothing heavy is imported before its need: a command imports what it works with inside its function.
"""

import argparse
import codecs
import logging
import os
import signal
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from pathlib import Path
from typing import NoReturn

from typing_extensions import override

from pog_agent.errors import PogError, SettingError
from pog_agent.interfaces.ask import add_ask, add_demo
from pog_agent.interfaces.building.convert import add_convert
from pog_agent.interfaces.building.graph_docs import add_graph_docs
from pog_agent.interfaces.building.index import add_index
from pog_agent.interfaces.building.index_docs import add_index_docs
from pog_agent.interfaces.building.phrases import add_phrases
from pog_agent.interfaces.chat import add_chat
from pog_agent.interfaces.check import add_check
from pog_agent.interfaces.check_answer import add_check_answer
from pog_agent.interfaces.evaluate import add_compare, add_eval, add_reproduce
from pog_agent.interfaces.graph import add_graph
from pog_agent.interfaces.mcp.command import add_mcp
from pog_agent.interfaces.models import add_models
from pog_agent.interfaces.schema import add_schema
from pog_agent.interfaces.text2sparql.command import add_serve
from pog_agent.interfaces.ui.command import add_ui
from pog_agent.redaction import redacted, shown_error
from pog_agent.sentences import without_controls

LOG_LEVELS = ("debug", "info", "warning", "error")


class _OneLineParser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"pog-agent: error: {message} (see {self.prog} --help)\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit code.

    0 answered (an abstention included), 2 bad usage or setting, 3 graph missing, unreadable or unreachable,
    4 model unreachable, 1 anything unforeseen.
    """
    try:
        _take_any_text()
        return _run(sys.argv[1:] if argv is None else argv)
    except KeyboardInterrupt:
        return _told("interrupted", 130)


def _run(given: Sequence[str]) -> int:
    parser = build_parser()
    try:
        arguments = parser.parse_args(given)
        if not all(map(_is_text, given)):
            parser.error("an argument is no UTF-8 text; rename the file, or write it in UTF-8")
    except SystemExit as stop:
        return int(stop.code or 0)
    _hush_libraries()
    try:
        with _logged(arguments.log_level):
            code = int(arguments.run(arguments))
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        return _unheard()
    except PogError as error:
        return _failed(arguments, str(error), error.exit_code)
    except KeyboardInterrupt:
        return _failed(arguments, "interrupted", 130)
    except Exception as error:  # noqa: BLE001 (the last resort of a command line: one line, no traceback)
        return _failed(arguments, *_unforeseen(error))


def _take_any_text() -> None:
    """Makes standard streams that are closed drop what they are given, and those of few letters replace others."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, TextIOWrapper) and codecs.lookup(stream.encoding).name != "utf-8":
            stream.reconfigure(errors="replace")


def build_parser() -> argparse.ArgumentParser:
    """The parser of all commands."""
    purpose = "Ask questions of a knowledge graph; get verified answers."
    parser = _OneLineParser(prog="pog-agent", description=purpose)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for add in (
        *(add_ask, add_chat, add_check_answer, add_demo, add_index, add_index_docs, add_graph_docs),
        *(add_convert, add_check, add_schema, add_phrases, add_ui, add_serve, add_mcp, add_graph),
        *(add_models, add_eval, add_compare, add_reproduce),
    ):
        wrong = add(commands).add_argument_group("when something goes wrong")
        wrong.add_argument("--debug", action="store_true", help="show the traceback of an error")
        wrong.add_argument(
            "--log-level",
            choices=LOG_LEVELS,
            metavar="LEVEL",
            help=f"write the log to standard error from this level on: {', '.join(LOG_LEVELS)}",
        )
    return parser


def _is_text(argument: str) -> bool:
    """Whether it can be written down again: other bytes of a command line arrive as halves of characters."""
    return not any("\ud800" <= char <= "\udfff" for char in argument)


def _unforeseen(error: Exception) -> tuple[str, int]:
    """Message and exit code of what nobody has made an error of the package; a file name may be the user's."""
    if isinstance(error, OSError) and error.filename is not None:
        return f"{str(error.filename)[:200]}: {error.strerror}", SettingError.exit_code
    return f"{type(error).__name__}: {error} (--debug shows the traceback)", 1


def _unheard() -> int:
    """The exit code where the reader of standard output has gone, as `head` does; what is left is dropped."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 128 + signal.SIGPIPE


def _failed(arguments: argparse.Namespace, message: str, code: int) -> int:
    if arguments.debug:
        print(without_controls(redacted(traceback.format_exc())), file=sys.stderr)
    return _told(message, code)


def _told(message: str, code: int) -> int:
    """The exit code, with the message where somebody reads it."""
    with suppress(BrokenPipeError):
        print(f"pog-agent: error: {shown_error(message)}", file=sys.stderr)
    return code


class _SecretlessFormatter(logging.Formatter):
    """Formats a record, and blots out the secrets in it and in its traceback."""

    @override
    def format(self, record: logging.LogRecord) -> str:
        return without_controls(redacted(super().format(record)))


@contextmanager
def _logged(level: str | None) -> Iterator[None]:
    """Writes the log to standard error; without a level only what the command could not say otherwise."""
    handler = logging.StreamHandler()
    handler.setFormatter(_SecretlessFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logger = logging.getLogger("pog_agent")
    if level is None:
        logger = logging.getLogger("pog_agent.tracing")
        handler.setFormatter(_SecretlessFormatter("pog-agent: warning: %(message)s"))
    before = logger.level
    logger.addHandler(handler)
    logger.setLevel(level.upper() if level else logging.WARNING)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.setLevel(before)


def _hush_libraries() -> None:
    """Keeps the progress bars of model libraries off the terminal; set before they are imported."""
    for name in ("HF_HUB_DISABLE_PROGRESS_BARS", "TQDM_DISABLE"):
        os.environ.setdefault(name, "1")
    os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")


if __name__ == "__main__":
    sys.exit(main())
