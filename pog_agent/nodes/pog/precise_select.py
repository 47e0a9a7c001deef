"""Precise path selection by the reasoner (paper section 4.3, Algorithm 2)."""

from pog_agent.answering.selection import choose
from pog_agent.reasoner.steps.select_paths import SelectPaths
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.run.progress import kept_paths
from pog_agent.state import PogState


@Declares(shows=kept_paths, traces=("shortlist",), asks=SelectPaths, counts="shortlist", stage="precise")
async def precise_select(state: PogState, run: RunContext) -> PogState:
    """Lets the reasoner choose the W_max paths most likely to hold the answer.

    Deviation from the paper: where at most W_max are left, all are kept and nobody is asked. Nor is anybody where
    the answer is taken from a tree of all of them.
    """
    if run.answers_from_tree:
        return {"shortlist": state["shortlist"]}
    selection = await choose(run, state, state["shortlist"], run.config.w_max)
    return {"shortlist": selection.refs, "usage": selection.usage, "warnings": selection.warnings}
