"""What is written about the topic entities, before the first hop (Think-on-Graph 2 section 3.1)."""

from pog_agent.answering.documented.retrieval import best_contexts, chunks_of, ranked, ranking_calls
from pog_agent.documents import RankedText
from pog_agent.reasoner.steps.documented.score_passages import ScorePassages
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.state import PassageState, Tog2State


def retrieved(update: PassageState) -> str:
    """How many passages the model will see."""
    return f"{len(update['contexts'])} passages"


@Declares(
    shows=retrieved,
    traces=("contexts",),
    asks=ScorePassages,
    calls=lambda config: ranking_calls(config) if config.docs is not None else 0,
)
async def retrieve_topic_contexts(state: Tog2State, run: RunContext) -> Tog2State:
    """The K best chunks of the documents of the topic entities; none without documents.

    The ranker ``llm`` makes a call.
    """
    found, cuts = await chunks_of([ref.key.nodes[-1] for ref in state["beam"]], run)
    chunks = list({chunk.key: chunk for own in found.values() for chunk in own}.values())
    texts = [RankedText(chunk=chunk) for chunk in chunks]
    ranking = await ranked(state["question"], texts, run)
    return {
        "contexts": best_contexts(ranking.order, texts, run.config.contexts),
        "truncated": state.get("truncated", False) or bool(cuts),
        "usage": list(ranking.usage),
        "warnings": [*cuts, *ranking.warnings],
    }
