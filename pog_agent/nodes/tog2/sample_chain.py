"""One chain of thought of the model's own knowledge, with which a run may begin (Think-on-Graph 2)."""

from pog_agent.reasoner.steps.answer_cot import AnswerByThought
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.state import Tog2State


@Declares(
    shows=lambda update: (
        ", ".join(answer for item in update["samples"][-1:] for answer in item.answers) or "no answer"
    ),
    traces=("samples",),
    asks=AnswerByThought,
)
async def sample_chain(state: Tog2State, run: RunContext) -> Tog2State:
    """Samples one more chain of thought, at the temperature of exploring.

    One a visit, since further ones are asked only while they can decide something. A call that the budget refuses
    is no sample, and one whose reply cannot be read is marked so: it has no vote.
    """
    reply = await run.reasoner.ask(AnswerByThought(run.context(state), sampled=True))
    sample = reply.value.model_copy(update={"is_unread": bool(reply.usage.unread)})
    replied = [] if reply.usage.refused else [sample]
    return {
        "samples": [*state.get("samples", ()), *replied],
        "usage": [reply.usage],
        "warnings": list(reply.warnings),
    }
