"""Graph reduction (paper section 4.1)."""

from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.run.progress import subgraph_size
from pog_agent.state import PogState


@Declares(shows=subgraph_size, traces=("sizes",))
async def reduce_subgraph(state: PogState, run: RunContext) -> PogState:
    """Keeps what can lie on a path between topic entities; the detected subgraph stays beside it.

    Deviation from the paper: distance labels instead of a bidirectional search that visits each node once,
    which would lose paths. Clustered edges are counted; they change no pattern.
    """
    reduced = await run.workspace.reduced(run.scope(state))
    return {"sizes": state["sizes"].model_copy(update={"reduced": reduced.size()})}
