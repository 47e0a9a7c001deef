"""The answer of a model that is shown no graph (PoG section 5, baselines IO and CoT)."""

from typing import Any

from pog_agent.reasoner.base import AnswerDraft, DirectAnswer, Style
from pog_agent.run.context import Run
from pog_agent.state import PogState


async def answer_plainly(state: PogState, run: Run) -> dict[str, Any]:
    """Plain prompting: the question in, the answer out."""
    return await _answered(state, run, "io")


async def answer_by_thought(state: PogState, run: Run) -> dict[str, Any]:
    """One chain of thought, then the answer."""
    return await _answered(state, run, "cot")


def as_draft(answer: DirectAnswer) -> AnswerDraft:
    """The answer as the model's own knowledge, which the last step labels or withholds."""
    first, *more = answer.answers or ("",)
    return AnswerDraft(own_answer=first or None, more_own_answers=tuple(more), reason=answer.reason)


async def _answered(state: PogState, run: Run, style: Style) -> dict[str, Any]:
    reply = await run.reasoner.answer_directly(run.context(state), style)
    return {"draft": as_draft(reply.value), "usage": [reply.usage], "warnings": list(reply.warnings)}
