"""What is written about the topic entities, before the first hop (Think-on-Graph 2 section 3.1)."""

from pog_agent.answering.documented.retrieval import best_contexts, chunks_of, ranked
from pog_agent.documents import RankedText
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
    texts = [RankedText(chunk=chunk) for chunk in chunks]
    order = await ranked(state["question"], texts, run)
    return {
        "contexts": best_contexts(order, texts, run.config.contexts),
        "truncated": state.get("truncated", False) or bool(cuts),
        "warnings": cuts,
    }
