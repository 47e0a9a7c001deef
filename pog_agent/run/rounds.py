"""What the exploration steps share: carrying out a plan and counting what it found."""

from pog_agent.models import SubgraphSizes
from pog_agent.run.context import RunContext
from pog_agent.state import ExplorationPlan, PogState


async def explored(state: PogState, run: RunContext, plan: ExplorationPlan) -> PogState:
    """The state update of an exploration: the plan, how many candidates are new, and what was cut."""
    with_plan: PogState = {**state, "plan": plan}
    found = await run.candidates(with_plan)
    fresh = len(found.patterns) - len(set(plan.keys))
    sizes, cuts = await _grown(state, with_plan, run)
    return {
        "plan": plan,
        "new_candidates": fresh,
        "sizes": sizes,
        "truncated": state.get("truncated", False) or bool(found.truncated or cuts),
        "warnings": [*cuts, *found.truncated],
    }


async def _grown(state: PogState, with_plan: PogState, run: RunContext) -> tuple[SubgraphSizes, tuple[str, ...]]:
    """Sizes and warnings of the subgraph where an endpoint was asked for more of it."""
    sizes, fetched = state["sizes"], run.workspace.fetched()
    if fetched == sizes.fetched:
        return sizes, ()
    scope = run.scope(with_plan)
    found = await run.workspace.detected(scope)
    new = {"detected": found.graph.size(), "fetched": fetched}
    if with_plan["plan"].reduced:
        new["reduced"] = (await run.workspace.reduced(scope)).size()
    return sizes.model_copy(update=new), found.warnings
