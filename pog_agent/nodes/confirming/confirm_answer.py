"""Confirmation of the answer by a person, before it is given out."""

from typing import Any

from pog_agent.answering.reply import answer_lines, evidence_text
from pog_agent.answering.withholding import rejected_answer
from pog_agent.confirmation.asking import confirmed
from pog_agent.confirmation.replies import Rejection, read_reply
from pog_agent.conversation.giving_out import given_out
from pog_agent.models import AnswerShown
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.state import RunState

REPLY = "'accept', or an object with 'reject' (the reason)"


def _passed(update: RunState) -> str:
    if not update:
        return "no answer to confirm"
    abstention = update["answer"].abstention
    return "accepted" if abstention is None else abstention.message


@Declares(shows=_passed)
async def confirm_answer(state: RunState, run: RunContext) -> RunState:
    """Shows the verified answer, and gives it out where it is accepted; a rejected one is an abstention.

    It is not in the paper. A run that has abstained has no answer to confirm.
    """
    del run
    answer = state.get("held")
    if answer is None:
        return {}

    async def read(reply: Any) -> Rejection | None:
        return read_reply(Rejection, reply)

    shown = AnswerShown(
        question=answer.question,
        reply=REPLY,
        answer=f"{answer.verdict}: {answer.text}" if answer.verdict else "\n".join(answer_lines(answer)),
        status=answer.status,
        confidence=answer.confidence,
        cited=tuple(evidence_text(item) for item in answer.cited),
        warnings=answer.warnings,
    )
    rejection = await confirmed(shown, read)
    return given_out(answer if rejection is None else rejected_answer(answer, rejection.reject), state)
