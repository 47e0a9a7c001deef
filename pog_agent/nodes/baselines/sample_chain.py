"""Self-consistency, the first half: one chain of thought a visit."""

from typing import Any

from pog_agent.config import PogConfig
from pog_agent.run.context import Run, spent_budget
from pog_agent.state import PogState


async def sample_chain(state: PogState, run: Run) -> dict[str, Any]:
    """Samples one more chain of thought, at the temperature of exploring.

    One a visit, so that the budget is looked at between them.
    """
    reply = await run.reasoner.answer_directly(run.context(state), "cot", sampled=True)
    return {
        "samples": [*state.get("samples", ()), reply.value],
        "usage": [reply.usage],
        "warnings": list(reply.warnings),
    }


def after_chain(state: PogState, config: PogConfig) -> str:
    """The next chain, or the vote when all are there or the budget is spent."""
    enough = len(state["samples"]) >= config.samples or spent_budget(state, config)
    return "vote_for_answer" if enough else "sample_chain"
