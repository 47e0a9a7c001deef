"""The answer from the passages that plain retrieval has found (Think-on-Graph 2, baseline vanilla RAG)."""

from pog_agent.answering.documented.retrieval import shown_passages
from pog_agent.reasoner.steps.reason_over_knowledge import ReasonOverKnowledge
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.state import PassageState


@Declares(shows=lambda update: update["draft"].summary, traces=("draft",), asks=ReasonOverKnowledge)
async def answer_from_passages(state: PassageState, run: RunContext) -> PassageState:
    """One call: the reasoning of Think-on-Graph 2 without paths and clues.

    So both are compared on retrieval alone.
    """
    passages = await shown_passages(state["contexts"], run)
    reply = await run.reasoner.ask(ReasonOverKnowledge(run.context(state), (), passages, "", last=True))
    return {
        "draft": reply.value.draft,
        "usage": [reply.usage],
        "warnings": list(reply.warnings),
    }
