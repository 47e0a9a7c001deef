"""What is written about the topic entities, before the first hop (Think-on-Graph 2 section 3.1)."""

from pog_agent.answering.documented.retrieval import chunks_of, ranked
from pog_agent.documents import RankedText
from pog_agent.models import ContextRef
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.state import PassageState, Tog2State


def retrieved(update: PassageState) -> str:
    """How many passages the model will see."""
    return f"{len(update['contexts'])} passages"


@Declares(shows=retrieved, traces=("contexts",))
async def retrieve_topic_contexts(state: Tog2State, run: RunContext) -> Tog2State:
    """The K best chunks of the documents of the topic entities; none without documents."""
    found, cuts = await chunks_of([ref.key.nodes[-1] for ref in state["beam"]], run)
    chunks = list({chunk.key: chunk for own in found.values() for chunk in own}.values())
    order = await ranked(state["question"], [RankedText(chunk=chunk) for chunk in chunks], run)
    best = order[: run.config.contexts]
    return {
        "contexts": [ContextRef(chunk=chunks[place].key, score=score) for place, score in best],
        "truncated": state.get("truncated", False) or bool(cuts),
        "warnings": cuts,
    }
