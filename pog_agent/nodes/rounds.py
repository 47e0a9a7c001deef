"""What the exploration steps share: carrying out a plan and counting what it found."""

from typing import Any

from pog_agent.nodes.run import Run
from pog_agent.state import Plan, PogState


async def explored(state: PogState, run: Run, plan: Plan) -> dict[str, Any]:
    """The state update of an exploration: the plan, how many candidates are new, and what was cut."""
    with_plan: PogState = {**state, "plan": plan}
    found = await run.candidates(with_plan)
    fresh = len(found.patterns) - len(set(plan.keys))
    return {
        "plan": plan,
        "new_candidates": fresh,
        "truncated": state.get("truncated", False) or bool(found.truncated),
        "warnings": list(found.truncated),
    }
