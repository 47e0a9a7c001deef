"""Query composing, between the sufficiency check and the answer: for what no path alone can say."""

from pog_agent.reasoner.steps.compose_query import ComposeQuery
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.state import PogState


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
    return {"query_draft": reply.value, "usage": [reply.usage], "warnings": list(reply.warnings)}
