"""The progress of a run on the terminal: a bar with accuracy and cost so far."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from pog_agent.evaluation.record import Record

Finished = Callable[[Record], None]


@contextmanager
def bar(quiet: bool = False) -> Iterator[Callable[[Sequence[Record], int], Finished]]:
    """A bar on stderr that starts at the questions finished earlier; nothing where it is no terminal."""
    console = Console(stderr=True)
    columns = (
        *(BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=console, disable=quiet or not console.is_terminal) as progress:

        def begin(done: Sequence[Record], total: int) -> Finished:
            seen = list(done)
            task = progress.add_task(_figures(seen), total=total, completed=len(seen))

            def finished(record: Record) -> None:
                seen.append(record)
                progress.update(task, completed=len(seen), description=_figures(seen))

            return finished

        yield begin


def _figures(records: Sequence[Record]) -> str:
    right = sum(item.measures.hits1_strict for item in records) / max(len(records), 1)
    tokens = sum(item.prompt_tokens + item.completion_tokens for item in records)
    failed = sum(item.failure is not None for item in records)
    return f"Hits@1 {right:.1%}  {tokens:,} tokens" + (f"  {failed} failed" if failed else "")
