"""The answer of a model that is shown no graph (PoG section 5, baseline CoT)."""

from pog_agent.reasoner.steps.answer_cot import AnswerByThought
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.run.progress import own_answer
from pog_agent.state import BaselineState


@Declares(shows=own_answer, traces=("draft",), asks=AnswerByThought)
async def answer_by_thought(state: BaselineState, run: RunContext) -> BaselineState:
    """One chain of thought, then the answer."""
    reply = await run.reasoner.ask(AnswerByThought(run.context(state)))
    return {"draft": reply.value.as_draft(), "usage": [reply.usage], "warnings": list(reply.warnings)}
