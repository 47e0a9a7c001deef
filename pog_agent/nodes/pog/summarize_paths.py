"""Path summarising, the first half of two-step question answering (paper section 4.4)."""

from pog_agent.answering.shown_paths import shortlisted_paths
from pog_agent.reasoner.steps.summarize_paths import SummarizePaths
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.state import PogState


@Declares(shows=lambda update: update["summary"].chain, traces=("summary",), asks=SummarizePaths)
async def summarize_paths(state: PogState, run: RunContext) -> PogState:
    """Has the reasoner point out the facts that matter and chain them.

    Deviation from the paper: it returns numbers of facts, not retyped triples, so that nothing is invented.
    """
    paths = await shortlisted_paths(run, state)
    reply = await run.reasoner.ask(SummarizePaths(run.context(state), paths))
    return {"summary": reply.value, "usage": [reply.usage], "warnings": list(reply.warnings)}
