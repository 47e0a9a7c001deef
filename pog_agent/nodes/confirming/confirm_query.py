"""Confirmation of the composed query by a person."""

from typing import Any

from pog_agent.answering.computed.query_words import words_of
from pog_agent.confirmation.asking import confirmed
from pog_agent.confirmation.replies import Rejection, read_reply
from pog_agent.models import QueryDraft, QueryShown
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.state import PogState

REPLY = "'accept', or an object with 'reject' (the reason)"


def _passed(update: PogState) -> str:
    if not update:
        return "no query to confirm"
    return "accepted" if update["query_draft"].query is not None else update["warnings"][0]


@Declares(shows=_passed, traces=("query_draft",))
async def confirm_query(state: PogState, run: RunContext) -> PogState:
    """Shows the composed query in words; where it is rejected, the paths are answered from.

    It is not in the paper.
    """
    draft = state.get("query_draft")
    if draft is None or draft.query is None:
        return {}

    async def read(reply: Any) -> Rejection | None:
        return read_reply(Rejection, reply)

    words = (await words_of(draft.query, run)).query(draft.query)
    shown = QueryShown(question=state["question"], reply=REPLY, query=words, doubts=tuple(map(str, draft.flaws)))
    rejection = await confirmed(shown, read)
    if rejection is None:
        return {"query_draft": draft}
    why = f"the composed query was rejected: {rejection.reject}"
    return {
        "query_draft": QueryDraft(reading=draft.reading, reason=why),
        "warnings": [why],
    }
