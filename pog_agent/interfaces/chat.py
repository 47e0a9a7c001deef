"""The command `pog-agent chat`: a conversation in the terminal."""

import argparse
import importlib
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from pog_agent.errors import PogError
from pog_agent.interfaces.ask import add_conversation, open_agent, watched
from pog_agent.interfaces.confirming.terminal import answered_with_person, check_person
from pog_agent.interfaces.setting_flags import add_settings, settings_of
from pog_agent.redaction import shown_error

if TYPE_CHECKING:
    from pog_agent.agent import Agent
    from pog_agent.models import Answer, ChosenReading

COMMANDS = {
    "/help": "what can be said here",
    "/new": "begin a new conversation",
    "/paths": "everything that the last answer stands on",
    "/sparql": "the SPARQL that yields the last answer",
    "/table": "all rows of the last answer",
    "/alternative": "ask the last question by another reading: /alternative 2",
    "/steps": "show the steps of a run, or no longer",
    "/quit": "leave (also Ctrl-D)",
}
PROMPT = "> "


def add_chat(commands: Any) -> argparse.ArgumentParser:
    """Adds the command that holds a conversation."""
    chat: argparse.ArgumentParser = commands.add_parser(
        "chat", help="ask follow-up questions in a conversation; questions may come by a pipe"
    )
    add_conversation(chat)
    chat.add_argument("--quiet", action="store_true", help="do not show the steps")
    add_settings(chat)
    chat.set_defaults(run=_chat)
    return chat


def _chat(arguments: argparse.Namespace) -> int:
    config = settings_of(arguments)
    check_person(config)
    with open_agent(arguments, config, arguments.checkpoints or "memory") as agent:
        chat = Chat(agent, arguments.thread, quiet=arguments.quiet)
        if sys.stdin.isatty():
            print("Ask a question, or say /help.")
        for line in _lines():
            if line.strip() and not chat.hears(line.strip()):
                break
    return 0


class Chat:
    """A conversation over one agent: it takes lines, which are questions or commands."""

    def __init__(self, agent: "Agent", thread: str | None = None, *, quiet: bool = False) -> None:
        self._agent = agent
        self._thread = thread or uuid4().hex
        self._quiet = quiet
        self._last: Answer | None = None

    def hears(self, line: str) -> bool:
        """Answers a question, or carries out a command; False where the conversation is to end.

        An interrupt ends the question. What goes wrong with a question is told, and the conversation goes on.
        """
        try:
            if line.startswith("/"):
                return self._carries_out(line)
            self._asks(line)
        except KeyboardInterrupt:
            print("\ninterrupted: the question is given up", file=sys.stderr)
        except PogError as error:
            print(f"pog-agent: error: {shown_error(str(error))}", file=sys.stderr)
        return True

    def _asks(self, question: "str | ChosenReading") -> None:
        from pog_agent.interfaces.display import show_answer  # noqa: PLC0415 (rich)

        shown = question if isinstance(question, str) and not sys.stdin.isatty() else ""
        self._last = answered_with_person(
            self._agent, question, self._thread, lambda events, _: watched(shown, events, quiet=self._quiet)
        )
        show_answer(self._last)

    def _carries_out(self, line: str) -> bool:
        command = line.split(maxsplit=1)[0].lower()
        if command in ("/quit", "/exit"):
            return False
        if command == "/new":
            self._thread, self._last = uuid4().hex, None
            print("a new conversation")
        elif command == "/steps":
            self._quiet = not self._quiet
            print(f"steps are {'not ' if self._quiet else ''}shown")
        elif command == "/alternative":
            self._asks_by_other(line)
        elif command in ("/paths", "/sparql", "/table"):
            self._shows(command)
        else:
            if command != "/help":
                print(f"there is no command {command}", file=sys.stderr)
            print("\n".join(f"{name:<14}{what}" for name, what in COMMANDS.items()))
        return True

    def _asks_by_other(self, line: str) -> None:
        """The last question by another of its readings."""
        number = line.split(maxsplit=1)[1:]
        if self._last is None:
            print("nothing was answered yet", file=sys.stderr)
        elif not number or not number[0].isdecimal():
            print("which reading? Say its number, as in /alternative 2", file=sys.stderr)
        else:
            self._asks(self._last.other_reading(int(number[0])))

    def _shows(self, command: str) -> None:
        """Something more of the last answer."""
        from pog_agent.interfaces.display import show_evidence, show_proof, show_table  # noqa: PLC0415 (rich)

        if self._last is None:
            print("nothing was answered yet", file=sys.stderr)
            return
        views: dict[str, Callable[[Answer], None]] = {
            "/paths": show_evidence,
            "/sparql": show_proof,
            "/table": show_table,
        }
        views[command](self._last)


def _lines() -> Iterator[str]:
    """The lines of the input, edited and remembered where it is a terminal; an interrupt empties the line."""
    if not sys.stdin.isatty():
        yield from sys.stdin
        return
    try:
        importlib.import_module("readline")  # `input` edits lines and remembers them once it is loaded
    except ImportError:
        print("lines cannot be edited: this Python has no readline", file=sys.stderr)
    while True:
        try:
            yield input(PROMPT)
        except KeyboardInterrupt:
            print()
        except EOFError:
            print()
            return
