"""The last of an answer: what withholds it, what else it may be, and how it is given out."""

from pog_agent.answering.abstention import with_abstention
from pog_agent.answering.caveats.outdated import as_of_opening
from pog_agent.answering.caveats.twins import with_twins
from pog_agent.answering.claims.verdicts import with_verdict
from pog_agent.answering.proposed.answer import with_proposals
from pog_agent.answering.run_report import checked_in_time
from pog_agent.answering.withholding import confident_answer, withheld_late
from pog_agent.conversation.giving_out import given_out
from pog_agent.deadline import is_late
from pog_agent.models import Answer
from pog_agent.run.context import RunContext
from pog_agent.state import HybridState, RunState


async def concluded_answer(answer: Answer, state: HybridState, run: RunContext) -> Answer:
    """The answer with other readings of the question, or the abstention in its place. The status is final."""
    confident = await confident_answer(answer, state, run)
    if confident.abstention is not None:
        return confident
    told = await with_abstention(confident, state, run)
    if told.status != answer.status or is_late("other ways to an answer"):
        return told
    return await with_proposals(told, state, run)


async def finished(answer: Answer, state: HybridState, run: RunContext) -> RunState:
    """The update that ends a run, or holds the answer back for a person who is to confirm it."""
    return _ended(await with_twins(await as_of_opening(checked_in_time(answer), run), run), state, run)


def finished_late(answer: Answer, state: HybridState, run: RunContext) -> RunState:
    """The same for an answer that no time is left to say more of: what a person asked for holds all the same."""
    return _ended(withheld_late(checked_in_time(answer), run), state, run)


def _ended(answer: Answer, state: HybridState, run: RunContext) -> RunState:
    rewriting = state.get("rewriting")
    answer = with_verdict(answer, state.get("claim"))
    if rewriting is not None and rewriting.is_changed:
        among = tuple(item.label for item in rewriting.members)
        answer = answer.model_copy(update={"asked": rewriting.said, "among": among})
    if "answer" in run.config.confirm and answer.status != "abstained":
        return {"held": answer}
    return given_out(answer, state)
