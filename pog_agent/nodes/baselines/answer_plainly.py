"""The answer of a model that is shown no graph (PoG section 5, baseline IO)."""

from pog_agent.reasoner.steps.answer_io import AnswerPlainly
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.run.progress import own_answer
from pog_agent.state import BaselineState


@Declares(shows=own_answer, traces=("draft",), asks=AnswerPlainly)
async def answer_plainly(state: BaselineState, run: RunContext) -> BaselineState:
    """Plain prompting: the question in, the answer out."""
    reply = await run.reasoner.ask(AnswerPlainly(run.context(state)))
    return {"draft": reply.value.as_draft(), "usage": [reply.usage], "warnings": list(reply.warnings)}
