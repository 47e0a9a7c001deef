"""Entity-guided context retrieval (Think-on-Graph 2 section 3.2.2, equation 5)."""

from pog_agent.answering.documented.retrieval import best_contexts, chunks_of, ranked, ranking_calls
from pog_agent.answering.documented.stretches import Stretch, stretch_sentences
from pog_agent.documents import RankedText
from pog_agent.reasoner.steps.documented.score_passages import ScorePassages
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.state import RankedCandidate, Tog2State


@Declares(
    shows=lambda update: f"{len(update['contexts'])} passages",
    traces=("contexts", "ranking"),
    asks=ScorePassages,
    calls=ranking_calls,
)
async def retrieve_contexts(state: Tog2State, run: RunContext) -> Tog2State:
    """Ranks the chunks of all candidate entities, each behind the triple that leads to its entity, as a sentence.

    The K best chunks are shown to the model. An entity without chunks is ranked by its triple alone, as its only
    chunk. A chunk of several entities has one rank, the best, and counts for each of them by its own score.
    The ranker ``llm`` makes a call.
    """
    reached = state["reached"]
    stretches = [Stretch(nodes=ref.key.nodes[-2:], steps=ref.key.steps[-1:]) for ref in reached]
    sentences = await stretch_sentences(stretches, run)
    chunks, cuts = await chunks_of([ref.key.nodes[-1] for ref in reached], run)
    rows = [
        (number, text)
        for number, ref in enumerate(reached)
        for text in [
            RankedText(chunk=chunk, context=sentences[number]) for chunk in chunks.get(ref.key.nodes[-1], ())
        ]
        or [RankedText(context=sentences[number])]
    ]
    texts = [text for _, text in rows]
    found = await ranked(state["search_query"], texts, run)
    best = best_contexts(found.order, texts, run.config.contexts)
    ranks: dict[tuple[str, int], int] = {}
    ranking: list[RankedCandidate] = []
    for place, score in found.order:
        number, text = rows[place]
        source = ("triple", number) if text.chunk is None else ("chunk", text.chunk.key)
        rank = ranks.setdefault(source, len(ranks) + 1)
        if rank <= run.config.contexts:
            ranking.append(RankedCandidate(candidate=number, rank=rank, score=score))
    shown = {item.chunk for item in best}
    carried = [item for item in state.get("clue_contexts") or () if item.chunk not in shown]
    return {
        "contexts": [*carried, *best],
        "ranking": ranking,
        "truncated": state.get("truncated", False) or bool(cuts),
        "usage": list(found.usage),
        "warnings": [*cuts, *found.warnings],
    }
