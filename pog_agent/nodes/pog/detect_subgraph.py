"""Question subgraph detection (paper section 4.1)."""

from typing import Any

from pog_agent.models import SubgraphSizes
from pog_agent.run.context import Run
from pog_agent.state import PogState


async def detect_subgraph(state: PogState, run: Run) -> dict[str, Any]:
    """Fetches everything within D_max hops of the topic entities.

    Deviations from the paper: nodes with very many edges are expanded up to a limit, which is a warning; from an
    endpoint only what the first round needs is fetched, and each later round fetches what it needs more.
    """
    found = await run.workspace.detected(run.scope(state))
    return {
        "sizes": SubgraphSizes(detected=found.graph.size(), fetched=run.workspace.fetched()),
        "truncated": bool(found.warnings),
        "warnings": list(found.warnings),
    }
