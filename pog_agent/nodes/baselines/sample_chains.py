"""Self-consistency, the first half: several chains of thought, at the same time."""

import asyncio

from pog_agent.reasoner.steps.answer_cot import AnswerByThought
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.state import BaselineState


@Declares(
    shows=lambda update: f"{len(update['samples'])} chains",
    traces=("samples",),
    asks=AnswerByThought,
    calls=lambda config: config.samples,
)
async def sample_chains(state: BaselineState, run: RunContext) -> BaselineState:
    """Samples the chains of thought, at the temperature of exploring: none depends on another.

    A call that the budget refuses is no sample. It is tried again once the others have ended, which may have used
    less than was feared. A chain whose reply cannot be read is marked so: it has no vote.
    """
    step = AnswerByThought(run.context(state), sampled=True)
    samples, usage, warnings = [], [], []
    left = run.config.samples
    while left:
        replies = await asyncio.gather(*(run.reasoner.ask(step) for _ in range(left)))
        told = [reply for reply in replies if not reply.usage.refused]
        refused = [reply for reply in replies if reply.usage.refused]
        samples += [reply.value.model_copy(update={"is_unread": bool(reply.usage.unread)}) for reply in told]
        kept = told if told else refused[:1]
        usage += [reply.usage for reply in kept]
        warnings += [text for reply in kept for text in reply.warnings]
        left = len(refused) if told else 0
    return {"samples": samples, "usage": usage, "warnings": list(dict.fromkeys(warnings))}
