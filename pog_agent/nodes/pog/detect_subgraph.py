"""Question subgraph detection (paper section 4.1)."""

from pog_agent.models import SubgraphSizes
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.run.progress import subgraph_size
from pog_agent.state import PogState


@Declares(shows=subgraph_size, traces=("sizes",))
async def detect_subgraph(state: PogState, run: RunContext) -> PogState:
    """Fetches everything within D_max hops of the topic entities.

    Deviations from the paper: of a node with more than `max_degree` edges (a supernode) those to topics and of the
    closest relations are kept and all others left out, in every phase, which is a warning; from an endpoint only
    what the first round needs is fetched, and each later round fetches what it needs more.
    """
    found = await run.workspace.detected(run.scope(state))
    return {
        "sizes": SubgraphSizes(detected=found.graph.size(), fetched=run.workspace.fetched()),
        "truncated": bool(found.warnings),
        "warnings": list(found.warnings),
    }
