"""Graph reduction (paper section 4.1)."""

from typing import Any

from pog_agent.run.context import Run
from pog_agent.state import PogState


async def reduce_subgraph(state: PogState, run: Run) -> dict[str, Any]:
    """Keeps what can lie on a path between topic entities; the detected subgraph stays beside it.

    Deviation from the paper: distance labels instead of a bidirectional search that visits each node once,
    which would lose paths. Clustered edges are counted; they change no pattern.
    """
    reduced = await run.workspace.reduced(run.scope(state))
    return {"sizes": state["sizes"].model_copy(update={"reduced": reduced.size()})}
