"""Precise path selection by the reasoner (paper section 4.3, Algorithm 2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pog_agent.answering.shown_paths import show_paths
from pog_agent.models import PatternRef, StepUsage
from pog_agent.run.context import Run
from pog_agent.state import PogState


async def precise_select(state: PogState, run: Run) -> dict[str, Any]:
    """Lets the reasoner choose the W_max paths most likely to hold the answer."""
    selection = await choose(run, state, state["shortlist"], run.config.w_max)
    return {"shortlist": selection.refs, "usage": selection.usage, "warnings": selection.warnings}


@dataclass(frozen=True)
class Selection:
    """Chosen candidates, best first, with what the choice has used."""

    refs: list[PatternRef]
    usage: list[StepUsage]
    warnings: list[str]


async def choose(run: Run, state: PogState, refs: Sequence[PatternRef], width: int) -> Selection:
    """The `width` best candidates by number (PrecisePathSelect); all of them, unasked, if no more are there."""
    if len(refs) <= width:
        return Selection(list(refs), [], [])
    paths = await show_paths(run, state, [ref.key for ref in refs], [ref.score for ref in refs])
    reply = await run.reasoner.select_paths(run.context(state), paths, width)
    numbers = [number for number in dict.fromkeys(reply.value) if 1 <= number <= len(refs)]
    return Selection([refs[number - 1] for number in numbers[:width]], [reply.usage], list(reply.warnings))
