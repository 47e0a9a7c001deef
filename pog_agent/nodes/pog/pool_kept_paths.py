"""Pooling: the kept paths of the earlier phases compete once more (Algorithm 1 lines 28-29 and 39-40)."""

from pog_agent.models import PatternKey
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.run.rounds import explored
from pog_agent.state import ExplorationPlan, PogState


@Declares(
    shows=lambda update: f"{update['new_candidates']:,} kept paths compete again",
    traces=("plan", "new_candidates", "sizes"),
    counts="new_candidates",
)
async def pool_kept_paths(state: PogState, run: RunContext) -> PogState:
    """Pools Paths_T and Paths_S before node expansion, and those with Paths_E before the final answer."""
    previous = state["plan"].phase
    final = previous == "expand" or not run.config.node_expansion
    keys: dict[PatternKey, None] = {}
    for phase in ("topic", "supplement", "expand"):
        keys.update(dict.fromkeys(ref.key for ref in state.get("kept", {}).get(phase, ())))
    depth = run.config.d_max if final else 0
    plan = ExplorationPlan(phase="final" if final else "expand", depth=depth, keys=tuple(keys))
    update = await explored(state, run, plan)
    return {**update, "new_candidates": len(keys)}
