"""Query reformulation between rounds (Think-on-Graph 2 section 3.3)."""

from pog_agent.reasoner.steps.reformulate_query import ReformulateQuery
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.state import Tog2State


@Declares(shows=lambda update: update["search_query"], traces=("search_query",), asks=ReformulateQuery)
async def reformulate_query(state: Tog2State, run: RunContext) -> Tog2State:
    """Writes the query for the next round from the question and the clues."""
    step = ReformulateQuery(run.context(state), state["search_query"], state.get("clues") or "")
    reply = await run.reasoner.ask(step)
    return {"search_query": reply.value, "usage": [reply.usage], "warnings": list(reply.warnings)}
