"""Query composing, between the sufficiency check and the answer: for what no path alone can say."""

from pog_agent.models.query import Query
from pog_agent.models.query_draft import QueryDraft
from pog_agent.reasoner.steps.compose_query import ComposeQuery
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.state import PogState

MOST_FLAWS = 1
"""A query with more flaws is no answer at all."""


def _composed(update: PogState) -> str:
    draft = update.get("query_draft")
    if draft is None:
        return "not asked for"
    return "a query" if draft.query is not None else "no query"


@Declares(shows=_composed, traces=("query_draft",), asks=ComposeQuery)
async def compose_query(state: PogState, run: RunContext) -> PogState:
    """Asks for a query over classes, relations and values of the whole graph. It is not in the paper.

    A graph without classes, or one that evaluates no queries, is not asked about.
    """
    vocabulary = await run.vocabulary(state)
    if vocabulary is None:
        return {}
    reply = await run.reasoner.ask(ComposeQuery(run.context(state), vocabulary))
    draft = reply.value
    if draft.query is not None and not _is_preferred(draft, draft.query, state):
        draft = draft.model_copy(update={"query": None, "rivals": (), "presupposed": ()})
    return {"query_draft": draft, "usage": [reply.usage], "warnings": list(reply.warnings)}


def _is_preferred(draft: QueryDraft, query: Query, state: PogState) -> bool:
    """Whether a query is to answer rather than paths.

    Paths that suffice answer, unless something must be computed that the query was read for without a flaw. Where
    no paths suffice, a query with one flaw is a partial answer.
    """
    verdict = state.get("verdict")
    flaws = len(draft.flaws) + len(draft.reading.unread)
    if verdict is not None and verdict.sufficient:
        return not flaws
    return flaws <= MOST_FLAWS
