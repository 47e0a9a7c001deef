"""Confirmation of the question analysis by a person."""

from typing import Any

from pog_agent.confirmation.asking import confirmed
from pog_agent.confirmation.plan import changed_plan, shown_plan
from pog_agent.models import QuestionAnalysis
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.state import PogState


@Declares(shows=lambda update: (update["warnings"] or ["accepted"])[0], traces=("analysis",))
async def confirm_plan(state: PogState, run: RunContext) -> PogState:
    """Shows split questions, indicator and predicted depth, and goes on with what the reply makes of them.

    It is not in the paper. What was changed is a warning.
    """

    async def read(reply: Any) -> QuestionAnalysis:
        return changed_plan(state, reply, run.config.d_max)

    before = state["analysis"]
    analysis = await confirmed(shown_plan(state, run.config.d_max), read)
    changed = [name for name in QuestionAnalysis.model_fields if getattr(analysis, name) != getattr(before, name)]
    names = ", ".join(name.replace("_", " ") for name in changed)
    warnings = [f"the plan was changed when it was confirmed: {names}"] if changed else []
    return {"analysis": analysis, "warnings": warnings}
