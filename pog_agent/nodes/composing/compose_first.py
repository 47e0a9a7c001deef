"""Query composing before the search, where it costs no call of a model: most questions need no search then."""

from pog_agent.answering.computed.answer import answer_of_query
from pog_agent.models import QueryDraft
from pog_agent.reasoner.steps.compose_query import ComposeQuery
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.state import PogState
from pog_agent.words import LANGUAGE


@Declares(
    shows=lambda update: "a query that answers the question" if "query_draft" in update else "no proven query",
    traces=("query_draft",),
    asks=ComposeQuery,
    calls=lambda _: 0,
)
async def compose_first(state: PogState, run: RunContext) -> PogState:
    """Reads a query out of the question, and keeps it if its answer is supported.

    Deviation: it is not in the paper. Then nothing is searched for: the paths that prove the answer are those of
    the query. Any other query is left to the end of the search, which may find better. The rules read English.
    """
    vocabulary = await run.vocabulary(state) if run.config.language_list[0] == LANGUAGE else None
    if vocabulary is None:
        return {}
    reply = await run.reasoner.ask(ComposeQuery(run.context(state), vocabulary))
    draft = reply.value
    if not isinstance(draft, QueryDraft) or draft.flaws or draft.reading.unread:
        return {}
    answer = await answer_of_query(draft, state, run)
    if answer is None or answer.status != "supported":
        return {}
    return {
        "query_draft": draft,
        "usage": [reply.usage],
        "warnings": [*vocabulary.notices, *reply.warnings],
    }
