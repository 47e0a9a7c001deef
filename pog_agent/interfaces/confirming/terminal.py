"""A person in the terminal: what a run shows before it goes on, and what is typed as a reply."""

import json
import re
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from pog_agent.config import PogConfig
from pog_agent.errors import ConfirmationNeededError, PogError, SettingError

if TYPE_CHECKING:
    from pog_agent.agent import Agent
    from pog_agent.events import Event
    from pog_agent.models import Answer, ChosenReading, Confirmation, TopicsShown

_TOPIC = re.compile(r"(?P<sign>[-+]?)(?P<number>\d+)(?P<letter>[a-z]?)$")
_REPLACED = re.compile(r"(?P<number>\d+)=(?P<iri>\S+)$")
HOW_TO = {
    "topics": "Enter keeps all; 1 keeps the first and not its namesakes, 1b takes its alternative b, -1 leaves\n"
    "it out, 1=IRI replaces it, +IRI adds one; several with spaces between them",
    "plan": "Enter accepts; depth N, or split QUESTION | QUESTION",
    "query": "Enter accepts; no REASON rejects it, and the paths are answered from",
    "answer": "yes gives it out; no REASON rejects it",
}


def check_person(config: PogConfig) -> None:
    """Raises `SettingError` where somebody is to be asked and nobody is at a terminal."""
    if config.confirm and not sys.stdin.isatty():
        raise SettingError("confirm asks on a terminal, and standard input is none")


def answered_with_person(
    agent: "Agent",
    question: "str | ChosenReading",
    thread: str,
    watch: Callable[["Iterable[Event]", str], "Answer"],
) -> "Answer":
    """The answer of a run that asks a person on the way; `watch` shows its steps."""
    events, shown = agent.stream(question, thread), question if isinstance(question, str) else question.question
    while True:
        try:
            return watch(events, shown)
        except ConfirmationNeededError as waiting:
            events, shown = agent.stream_resumed(_reply_to(waiting.confirmation), thread), ""


def _reply_to(shown: "Confirmation") -> Any:
    """What the person says to it. Raises `PogError` where the input ends."""
    from pog_agent.answering.reply import shown_line  # noqa: PLC0415 (LangGraph)

    heading, *found = _lines(shown)
    found += [f"! {shown.problem}"] if shown.problem else []
    print(heading, *(f"  {shown_line(text)}" for text in found), HOW_TO[shown.kind], sep="\n", file=sys.stderr)
    print("? ", end="", file=sys.stderr, flush=True)
    line = sys.stdin.readline()
    if not line:
        raise PogError("no reply: the run still waits where --checkpoints keeps it; ask again to go on")
    return typed_reply(shown, line.strip())


def typed_reply(shown: "Confirmation", line: str) -> Any:
    """The reply that a line stands for; a JSON object, and what cannot be read, is passed on as it is."""
    if line.startswith("{"):
        try:
            return json.loads(line)
        except json.JSONDecodeError:
            return line
    if line.lower() in ("yes", "accept") or (not line and shown.kind != "answer"):
        return "accept"
    word, _, rest = line.partition(" ")
    said: dict[str, Any] | None = None
    if shown.kind == "topics":
        said = _topics_reply(shown, line.split())
    elif shown.kind == "plan" and word == "depth" and rest.strip().isdigit():
        said = {"predicted_depth": int(rest)}
    elif shown.kind == "plan" and word == "split":
        said = {"split_questions": [part.strip() for part in rest.split("|")]}
    elif shown.kind in ("query", "answer") and word == "no":
        said = {"reject": rest}
    return line if said is None else said


def _topics_reply(shown: "TopicsShown", words: list[str]) -> dict[str, Any] | None:
    """What the words say of the topics by number; None where one of them says nothing."""
    keep: list[str] = []
    remove: list[str] = []
    add: list[str] = []
    replace: dict[str, str] = {}
    for word in words:
        numbered, replaced = _TOPIC.match(word), _REPLACED.match(word)
        number = int((numbered or replaced or {"number": 0})["number"])
        topic = shown.topics[number - 1] if 1 <= number <= len(shown.topics) else None
        if word.startswith("+") and not numbered:
            add.append(word[1:])
        elif topic is None:
            return None
        elif replaced:
            replace[topic.iri] = replaced["iri"]
        elif numbered and numbered["sign"] == "-":
            remove.append(topic.iri)
        elif numbered and numbered["letter"]:
            place = ord(numbered["letter"]) - ord("a")
            if place >= len(topic.alternatives):
                return None
            replace[topic.iri] = topic.alternatives[place].iri
        else:
            keep.append(topic.iri)
    return {"keep": keep, "replace": replace, "remove": remove, "add": add}


def _lines(shown: "Confirmation") -> list[str]:
    """What the person is shown, a line each."""
    if shown.kind == "topics":
        lines = ["The question is about:"]
        for number, topic in enumerate(shown.topics, 1):
            optional = ", optional" if topic.optional else ""
            lines.append(f"{number}  {topic.label} <{topic.iri}> ({topic.mention or 'given'}{optional})")
            for letter, other in zip("abcdefghijklmnopqrstuvwxyz", topic.alternatives, strict=False):
                lines.append(f"{number}{letter}  {other.label} <{other.iri}>")
        return [*lines, *(f"not found: {text}" for text in shown.unlinked)]
    if shown.kind == "plan":
        indicator = [f"indicator: {shown.indicator}"] if shown.indicator else []
        depth = f"predicted depth: {shown.predicted_depth}"
        return ["The question is read as:", *shown.split_questions, *indicator, depth]
    if shown.kind == "query":
        return ["The query asks for:", shown.query, *(f"! {text}" for text in shown.doubts)]
    warnings = [f"! {text}" for text in shown.warnings]
    return ["The answer is:", *shown.answer.splitlines(), shown.status, *shown.cited, *warnings]
