"""Answer verification, the last step of every system."""

from pog_agent.answering.claims.verdicts import judged_answer, with_verdict
from pog_agent.answering.computed.answer import computed_answer
from pog_agent.answering.confirming.open_doubts import has_open_doubts
from pog_agent.answering.connecting.answer import connections_answer
from pog_agent.answering.documented.answer import documented_answer
from pog_agent.answering.facts.units import with_units
from pog_agent.answering.proof.second_way import confirmed_answer
from pog_agent.answering.proposed.answer import weighed_answer
from pog_agent.answering.run_report import with_run
from pog_agent.answering.verification import verified_answer
from pog_agent.answering.withholding import grounded_no
from pog_agent.conversation.asking_back import asked_back_answer
from pog_agent.conversation.doubts import doubted_answer
from pog_agent.conversation.finishing import concluded_answer, finished
from pog_agent.conversation.giving_out import given_out
from pog_agent.conversation.members import limited_answer
from pog_agent.deadline import is_late
from pog_agent.models import Abstention, Answer, Rewriting
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.state import HybridState, RunState


def _answered(update: RunState) -> str:
    unsettled = update.get("unsettled")
    if unsettled is not None:
        return f"to be confirmed: {unsettled.text}"
    answer = update.get("answer") or update["held"]
    verdict = f"{answer.verdict}, " if answer.verdict else ""
    return f"{verdict}{answer.status}: {answer.text}" if answer.answers else f"{verdict}{answer.status}"


def _late(state: HybridState, run: RunContext, reason: str) -> RunState:
    """No answer, since there is no time to check one."""
    del run
    message = f"The search ended early: {reason}."
    answer = Answer(
        question=state["question"],
        reason=reason,
        abstention=Abstention(case="budget_spent", message=message),
        truncated=True,
    )
    return given_out(with_verdict(with_run(answer, state, [reason]), state.get("claim")), state)


@Declares(shows=_answered, ends=_late)
async def verify_answer(state: HybridState, run: RunContext) -> RunState:
    """Computes the answer from its citations, checks it against the graph, and gives it a status.

    Where a query was composed for the question, its result over the whole graph is the answer instead.
    What stands in passages must be quoted word for word. Of a claim it gives the verdict.

    `supported`: every cited triple is in the graph, every answer stands at the answer position of a concrete path,
    the cited paths reach every required topic, and every split question was judged to be covered by what they
    state. `partial`: some of that is missing. `parametric`: the model's own knowledge, withheld if not allowed.
    `abstained`: no answer, or one that is less confident than `min_confidence`, with the reason as a case and a
    sentence. Where a person is to confirm the answer, it is held back for that. Where nothing but what words mean
    speaks against it, and the model of the run may confirm that, it is unsettled yet.
    """
    rewriting = state.get("rewriting")
    reason = state.get("given_up")
    if reason and state.get("draft") is None and state.get("query_draft") is None:
        return _late(state, run, reason)
    if rewriting is not None and rewriting.unclear is not None:
        return await finished(asked_back_answer(rewriting, rewriting.unclear, state), state, run)
    if reason and state.get("seen") is not None:
        # The candidates of the round that was given up are no paths of the answer, which an earlier round gave.
        state = {**state, "shortlist": state.get("kept", {}).get(state["plan"].phase, [])}
    answer = await _found(state, run, rewriting)
    may_be_confirmed = run.confirms and state.get("claim") is None and has_open_doubts(answer)
    if may_be_confirmed and not is_late("other ways to an answer"):
        answer = await weighed_answer(answer, state, run)
        if has_open_doubts(answer):
            return {"unsettled": answer}
    return await finished(await concluded_answer(answer, state, run), state, run)


async def _found(state: HybridState, run: RunContext, rewriting: Rewriting | None) -> Answer:
    """The answer of a question that was read, as a follow-up or as it was said."""
    answer = (
        await connections_answer(state, run)
        or await computed_answer(state, run)
        or await documented_answer(state, run)
        or await grounded_no(with_units(await verified_answer(state, run), run), state, run)
    )
    if not is_late("other ways to an answer"):
        answer = await confirmed_answer(answer, state, run)
    answer = await limited_answer(answer, rewriting.members if rewriting is not None else (), state, run)
    answer = await judged_answer(answer, state, run)
    return doubted_answer(answer, rewriting)
