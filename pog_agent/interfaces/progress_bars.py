"""Bars on stderr, where a terminal is there to show them: stages of a long command, questions of a run."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from pog_agent.interfaces.display import CleanConsole

if TYPE_CHECKING:
    from pog_agent.evaluation.job import StartProgress
    from pog_agent.evaluation.record import Record
    from pog_agent.evaluation.runner import QuestionFinished
    from pog_agent.linking.build import IndexProgress as StageProgress


@contextmanager
def stage_bars(*, hidden: bool) -> Iterator[tuple["StageProgress", Callable[[str], None]]]:
    """A bar with rate and time left for each stage.

    Gives two functions: one is told how far a stage is, the other shows a warning above the bars.
    """
    columns = (
        TextColumn("{task.description:<17}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with _bars(*columns, hidden=hidden) as bars:
        stages: dict[str, tuple[TaskID, int]] = {}

        def advanced(stage: str, done: int, total: int | None) -> None:
            if stage not in stages:
                stages[stage] = bars.add_task(stage, total=total, rate=""), done
            task, first = stages[stage]
            elapsed = bars.tasks[task].elapsed or 0
            rate = f"{(done - first) / elapsed:,.0f}/s" if elapsed > 0 and done > first else ""
            bars.update(task, completed=done, total=total, rate=rate)

        yield advanced, lambda text: bars.console.print(Text(f"! {text}", style="yellow"))


@contextmanager
def question_bar(*, hidden: bool) -> Iterator["StartProgress"]:
    """A bar with accuracy and cost so far, which starts at the questions finished earlier."""
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    with _bars(*columns, hidden=hidden) as bars:

        def begin(done: "Sequence[Record]", total: int) -> "QuestionFinished":
            seen = list(done)
            task = bars.add_task(_figures(seen), total=total, completed=len(seen))

            def finished(record: "Record") -> None:
                seen.append(record)
                bars.update(task, completed=len(seen), description=_figures(seen))

            return finished

        yield begin


@contextmanager
def _bars(*columns: ProgressColumn, hidden: bool) -> Iterator[Progress]:
    console = CleanConsole(to_stderr=True)
    with Progress(*columns, console=console, disable=hidden or not console.is_terminal) as bars:
        yield bars


def _figures(records: "Sequence[Record]") -> str:
    right = sum(item.measures.hits1_strict for item in records) / max(len(records), 1)
    tokens = sum(item.prompt_tokens + item.completion_tokens for item in records)
    failed = sum(item.failure is not None for item in records)
    return f"Hits@1 {right:.1%}  {tokens:,} tokens" + (f"  {failed} failed" if failed else "")
