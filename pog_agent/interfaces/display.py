"""The terminal view of a run: its steps as they happen, then the answer with its paths."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.markup import escape
from rich.panel import Panel
from rich.segment import Segment
from rich.table import Table
from rich.text import Text
from typing_extensions import override

from pog_agent.answering.reply import (
    MOST_ANSWERS,
    MOST_CITED,
    alternative_text,
    answer_lines,
    basis_text,
    evidence_text,
    names_text,
    percentage,
    read_as,
    shown_line,
    source_text,
)
from pog_agent.errors import ConfirmationNeededError, PogError
from pog_agent.events import (
    AnswerReady,
    ConfirmationAsked,
    Event,
    NodeFinished,
    NodeStarted,
    RouteTaken,
    WarningRaised,
)
from pog_agent.kg.graph_report import GraphReport
from pog_agent.models import Answer
from pog_agent.sentences import without_controls

COLORS = {"supported": "green", "partial": "yellow", "parametric": "magenta", "abstained": "red"}


class CleanConsole(Console):
    """A console whose texts cannot steer the terminal: labels and messages may hold escape sequences."""

    def __init__(self, *, to_stderr: bool = False) -> None:
        super().__init__(stderr=to_stderr, highlight=False)

    @override
    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
        for text, style, control in super().render(renderable, options):
            yield Segment(text if control else without_controls(text), style, control)

    @override
    def on_broken_pipe(self) -> None:
        """Leaves a reader that has gone to the command line, which ends quietly."""
        raise BrokenPipeError


def watch(question: str, events: Iterable[Event], *, to_stderr: bool = False, keeps_steps: bool = True) -> Answer:
    """Shows each node when it ends, with a spinner while it works, and returns the answer.

    Unless it `keeps_steps`, the spinner alone says where the run is: for who prints the steps in another way. A
    question that stands there already, where it was typed, is given as "". Raises `ConfirmationNeededError` where
    the run waits for a person.
    """
    console = CleanConsole(to_stderr=to_stderr)
    if question:
        console.print(Text(f"\n{question}", style="bold"))
    answer: Answer | None = None
    with console.status("starting") as status:
        for event in events:
            if isinstance(event, NodeStarted):
                status.update(event.node)
            elif keeps_steps and (line := _line_of(event)) is not None:
                is_step = isinstance(event, NodeFinished)
                console.print(line, overflow="ellipsis" if is_step else "fold", no_wrap=is_step)
            elif isinstance(event, AnswerReady):
                answer = event.answer
            elif isinstance(event, ConfirmationAsked):
                raise ConfirmationNeededError(event.confirmation)
    if answer is None:
        raise PogError("the run ended without an answer")
    return answer


@contextmanager
def progress_line() -> Iterator[Callable[[str], None]]:
    """A line on standard error with a spinner, where a terminal shows it; gives what puts words into it."""
    with CleanConsole(to_stderr=True).status("starting") as status:
        yield lambda text: status.update(escape(text))


def show_answer(answer: Answer, *, to_stderr: bool = False) -> None:
    """Prints answer or verdict, status and confidence, cited paths, other readings, and what the run has used."""
    color = COLORS[answer.status]
    headline = answer.verdict or _headline(answer) or "no answer"
    lines: list[RenderableType] = [Text(headline, style=f"bold {color}")]
    source = f", {text}" if (text := source_text(answer)) else ""
    case = f" ({answer.abstention.case.replace('_', ' ')})" if answer.abstention else ""
    basis = f" ({text})" if (text := basis_text(answer)) else ""
    lines.append(Text(f"{answer.status}{case}{basis}{source}", style=color))
    if answer.asked:
        lines.append(Text(f"read as: {read_as(answer.question, answer.among)}", style="italic"))
    if answer.by_reading:
        lines.append(Text(f"by the reading: {shown_line(answer.by_reading)}", style="italic"))
    if answer.confidence is not None:
        lines.append(Text(f"confidence {percentage(answer.confidence)}"))
    if answer.abstention is not None:
        lines.append(Text(shown_line(answer.abstention.message)))
    elif answer.status != "supported" and answer.reason:
        lines.append(Text(shown_line(answer.reason)))
    if answer.verdict == "not enough" and answer.answers:
        lines.append(Text(f"it may be {names_text(answer.answers)}, which is not certain"))
    for item in answer.cited[:MOST_CITED]:
        lines.append(Text(f"  {evidence_text(item)}", style="cyan"))
    if len(answer.cited) > MOST_CITED:
        what = "paths" if answer.paths else "statements" if answer.computations else "passages"
        lines.append(Text(f"  ... {len(answer.cited) - MOST_CITED} more {what} (--json lists all)"))
    others = enumerate(answer.alternatives, start=1)
    lines += [Text(f"or did you mean ({number}): {alternative_text(item)}") for number, item in others]
    lines += [Text(f"! {shown_line(text)}", style="yellow") for text in answer.warnings]
    lines.append(Text(f"{sum(answer.seconds.values()):.1f} s, {answer.usage.summary}", style="dim"))
    CleanConsole(to_stderr=to_stderr).print(Panel(Group(*lines), border_style=color))


def _headline(answer: Answer) -> str:
    """The answers, and the flag that shows the rest of a table."""
    text = "\n".join(answer_lines(answer))
    return f"{text} (--table shows all)" if len(answer.rows) > MOST_ANSWERS else text


def show_evidence(answer: Answer) -> None:
    """Prints everything that an answer stands on, numbered, a line each."""
    for number, item in enumerate(answer.cited, start=1):
        print(f"[{number}] {evidence_text(item)}")
    if not answer.cited:
        print("nothing is cited")


def show_proof(answer: Answer) -> None:
    """Prints the SPARQL of an answer, unwrapped, to be copied; or on standard error why there is none."""
    if answer.sparql is not None:
        print(without_controls(answer.sparql))
        return
    reason = answer.query_lacks or "no answer was read from the graph"
    CleanConsole(to_stderr=True).print(Text(f"! no SPARQL: {reason}", style="yellow"))


def show_table(answer: Answer) -> None:
    """Prints all rows of an answer, with one column where it is no table; nothing where there is no answer."""
    if not answer.answers:
        return
    table = Table()
    for name in answer.columns or ("answer",):
        table.add_column(Text(name), overflow="fold")
    for row in answer.table:
        table.add_row(*(Text(shown_line(item.shown) if item else "") for item in row))
    CleanConsole().print(table)


def show_report(report: GraphReport) -> None:
    """Prints what a check has found as a table, with what it could not learn and why."""
    table = Table()
    for name in ("fact", "value", "seconds"):
        table.add_column(name, justify="right" if name == "seconds" else "left", overflow="fold")
    for fact in report.facts:
        value = Text(f"unknown: {fact.unknown}", style="dim") if fact.unknown else Text(_shown(fact.value))
        table.add_row(fact.name.replace("_", " "), value, "" if fact.seconds is None else f"{fact.seconds:.2f}")
    console = CleanConsole()
    console.print(Text(f"{report.kg}, preset {report.preset}", style="bold"))
    console.print(table)
    for text in report.warnings:
        console.print(Text(f"! {text}", style="yellow"))
    console.print(Text(f"{report.queries} queries, {report.seconds:.1f} s", style="dim"))


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {_shown(part)}" for name, part in value.items()) or "none"
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "none"}[value]
    return f"{value:,}" if isinstance(value, int) else str(value)


def _line_of(event: Event) -> Text | None:
    """What is shown of an event among the steps; None for most kinds."""
    if isinstance(event, NodeFinished):
        return _step_line(event)
    if isinstance(event, RouteTaken) and event.turns:
        return Text(f"  -> {shown_line(event.why)}", style="bold")
    if isinstance(event, WarningRaised):
        return Text(f"  ! {shown_line(event.text)}", style="yellow")
    return None


def _step_line(event: NodeFinished) -> Text:
    where = f"{event.phase} D={event.depth}" if event.phase else ""
    line = Text(f"  {event.node:<25}", style="bold blue")
    line.append(f"{where:<16}", style="dim")
    line.append(f"{event.seconds:7.2f} s  ", style="dim")
    line.append(" ".join(event.summary.split()), style="default")
    return line
