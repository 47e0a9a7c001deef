"""Selection of path candidates by a reasoner (PrecisePathSelect of Algorithm 2)."""

from collections.abc import Sequence
from dataclasses import dataclass

from pog_agent.answering.shown_paths import show_paths
from pog_agent.models import PatternRef, StepUsage
from pog_agent.reasoner.steps.select_paths import SelectPaths
from pog_agent.run.context import RunContext
from pog_agent.state import PogState


@dataclass(frozen=True)
class SelectedPaths:
    """Chosen candidates, best first, with what the choice has used."""

    refs: list[PatternRef]
    usage: list[StepUsage]
    warnings: list[str]


async def choose(run: RunContext, state: PogState, refs: Sequence[PatternRef], width: int) -> SelectedPaths:
    """The `width` best candidates by number (PrecisePathSelect); all of them, unasked, if no more are there."""
    if len(refs) <= width:
        return SelectedPaths(list(refs), [], [])
    paths = await show_paths(run, state, [ref.key for ref in refs], [ref.score for ref in refs])
    reply = await run.reasoner.ask(SelectPaths(run.context(state), paths, width))
    numbers = [number for number in dict.fromkeys(reply.value) if 1 <= number <= len(refs)]
    return SelectedPaths([refs[number - 1] for number in numbers[:width]], [reply.usage], list(reply.warnings))
