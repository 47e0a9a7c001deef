"""The commands `pog-agent ask` and `pog-agent demo`."""

import argparse
import gc
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from pog_agent.config import PogConfig
from pog_agent.errors import ConfirmationNeededError, GraphUnavailableError, PogError, SettingError
from pog_agent.interfaces.confirming.terminal import answered_with_person, check_person
from pog_agent.interfaces.explaining.trace_file import trace_path, write_trace
from pog_agent.interfaces.setting_flags import add_settings, settings_of
from pog_agent.sentences import without_controls

if TYPE_CHECKING:
    from pog_agent.agent import Agent
    from pog_agent.events import Event
    from pog_agent.models import Answer

DEMO_QUESTIONS = ("demo-01", "demo-04", "demo-06", "demo-14", "demo-27", "demo-08", "demo-30", "demo-23")
"""The third one deepens its search, and the last one enters the phases of supplements and node expansion."""


def add_ask(commands: Any) -> argparse.ArgumentParser:
    """Adds the command that answers one question."""
    ask: argparse.ArgumentParser = commands.add_parser(
        "ask", help="answer a question over a knowledge graph, or judge a claim"
    )
    ask._optionals.title = "what most questions need"
    ask.add_argument("question", metavar="QUESTION", help="the question; with --task verify the claim")
    ask.add_argument("--json", action="store_true", help="print the whole answer as one JSON object")
    ask.add_argument("--sparql", action="store_true", help="print the SPARQL that yields the answer below it")
    ask.add_argument(
        "--explain", action="store_true", help="print each step with what it found, decided and asked"
    )
    ask.add_argument("--trace", metavar="FILE", help="write the run to a page (.html) or as data (.json)")
    shown = ask.add_argument_group("what is shown")
    shown.add_argument("--table", action="store_true", help="print all rows of the answer as a table below it")
    shown.add_argument("--quiet", action="store_true", help="do not show the steps")
    shown.add_argument("--dry-run", action="store_true", help="preview LLM calls, tokens and cost, call nothing")
    add_conversation(ask)
    add_settings(ask)
    ask.set_defaults(run=_ask)
    return ask


def add_conversation(command: argparse.ArgumentParser) -> None:
    """The flags that say which conversation is gone on with, and where it is kept."""
    group = command.add_argument_group("conversation")
    group.add_argument("--thread", metavar="NAME", help="the conversation to go on with (default: a new one)")
    group.add_argument(
        "--checkpoints",
        metavar="WHERE",
        help="where conversations are kept: an SQLite file, or a postgresql:// address",
    )


def add_demo(commands: Any) -> argparse.ArgumentParser:
    """Adds the command that asks a few questions of the bundled graph."""
    demo: argparse.ArgumentParser = commands.add_parser(
        "demo", help="a few questions over the bundled graph, no key needed"
    )
    demo.add_argument("--question", help="ask this instead")
    add_settings(demo, without=("kg", "topics", "confirm"))
    demo.set_defaults(run=_demo, kg=["demo"])
    return demo


def _ask(arguments: argparse.Namespace) -> int:
    config = settings_of(arguments)
    if arguments.dry_run:
        return _preview(config, arguments.system or config.variant, as_json=arguments.json)
    check_person(config)
    where = arguments.checkpoints or ("memory" if config.confirm and not arguments.thread else None)
    path = None if arguments.trace is None else trace_path(arguments.trace)
    with open_agent(arguments, config, where) as agent, _traced(agent, arguments, path):
        answer = _answered(agent, arguments)
    if arguments.json:
        print(without_controls(json.dumps(answer.to_json(), ensure_ascii=False)))
    else:
        from pog_agent.interfaces.display import show_answer, show_proof, show_table  # noqa: PLC0415 (rich)

        show_answer(answer)
        if arguments.table:
            show_table(answer)
        if arguments.sparql:
            show_proof(answer)
    return GraphUnavailableError.exit_code if answer.graph_failed else 0


def _answered(agent: "Agent", arguments: argparse.Namespace) -> "Answer":
    """The answer; where a person is to confirm something, it is asked for on the way."""

    def watch(events: "Iterable[Event]", question: str) -> "Answer":
        keeps = not arguments.explain
        return watched(question, events, quiet=arguments.quiet, to_stderr=arguments.json, keeps_steps=keeps)

    if not agent.config.confirm:
        return watch(agent.stream(arguments.question, arguments.thread), arguments.question)
    return answered_with_person(agent, arguments.question, arguments.thread or uuid4().hex, watch)


@contextmanager
def _traced(agent: "Agent", arguments: argparse.Namespace, path: Path | None) -> Iterator[None]:
    """Shows and writes the run of the block where that is asked for, also of a run that fails."""
    if path is None and not arguments.explain:
        yield
        return
    with agent.recording() as recorder:
        try:
            yield
        finally:
            if recorder.traces and path is not None:
                write_trace(recorder.trace, path)
            if recorder.traces and arguments.explain:
                from pog_agent.interfaces.explaining.terminal import show_run  # noqa: PLC0415 (rich)

                show_run(recorder.trace, to_stderr=arguments.json)


def _demo(arguments: argparse.Namespace) -> int:
    from pog_agent.interfaces.display import show_answer  # noqa: PLC0415 (rich)

    questions = [arguments.question] if arguments.question else []
    if not questions:
        lines = files("pog_agent.demo").joinpath("questions.jsonl").read_text(encoding="utf-8").splitlines()
        known = {record["id"]: record["question"] for record in map(json.loads, lines)}
        questions = [known[name] for name in DEMO_QUESTIONS]
    with open_agent(arguments, settings_of(arguments)) as agent:
        for question in questions:
            show_answer(watched(question, agent.stream(question)))
    return 0


def watched(
    question: str,
    events: "Iterable[Event]",
    *,
    quiet: bool = False,
    to_stderr: bool = False,
    keeps_steps: bool = True,
) -> "Answer":
    """The answer of a run; its steps are shown as they happen, unless it is `quiet`.

    They stay on the screen if it `keeps_steps`.
    """
    if quiet:
        return _answer_in(events)
    from pog_agent.interfaces.display import watch  # noqa: PLC0415 (rich)

    return watch(question, events, to_stderr=to_stderr, keeps_steps=keeps_steps)


def _answer_in(events: "Iterable[Event]") -> "Answer":
    from pog_agent.events import AnswerReady, ConfirmationAsked  # noqa: PLC0415 (pydantic)

    last = [*events][-1]
    if isinstance(last, ConfirmationAsked):
        raise ConfirmationNeededError(last.confirmation)
    if not isinstance(last, AnswerReady):
        raise PogError("the run ended without an answer")
    return last.answer


@contextmanager
def open_agent(
    arguments: argparse.Namespace, config: PogConfig, checkpoints: str | None = None
) -> "Iterator[Agent]":
    """The system that the flags name, opened; `checkpoints` is where it keeps conversations, if it does."""
    with _uncollected():
        from pog_agent.agent import open_system  # noqa: PLC0415 (LangGraph)
        from pog_agent.interfaces.display import progress_line  # noqa: PLC0415 (rich)

    if checkpoints is None and getattr(arguments, "thread", None):
        raise SettingError("--thread goes on with a conversation that is kept: say where by --checkpoints FILE")
    with open_system(arguments.system or config.variant, checkpointer=checkpoints, **config.given) as agent:
        with progress_line() as say:
            agent.open(say)
        yield agent


@contextmanager
def _uncollected() -> Iterator[None]:
    """Loads modules without looking for garbage, then or later: Python would go through all of them each time."""
    is_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if is_on:
            gc.enable()


def _preview(config: PogConfig, system: str, *, as_json: bool) -> int:
    """Calls and tokens of one question, without calling anything."""
    from pog_agent.interfaces.preview import preview  # noqa: PLC0415 (LangGraph)
    from pog_agent.models.usage import dollars  # noqa: PLC0415 (pydantic)

    costs = preview(config, system=system)
    if as_json:
        print(json.dumps(costs.model_dump()))
        return 0
    for when, cost in (("answered in one round", costs.one_round), ("every round of every phase", costs.most)):
        print(
            f"{when}: {cost.llm_calls} LLM calls, about {cost.prompt_tokens:,} tokens in "
            f"and {cost.completion_tokens:,} out{f', {dollars(cost.cost)}' if cost.cost is not None else ''}"
        )
    print("(tokens are estimated; repairs of unreadable replies are not counted)")
    return 0
