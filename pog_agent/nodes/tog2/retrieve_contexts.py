"""Entity-guided context retrieval (Think-on-Graph 2 section 3.2.2, equation 5)."""

from collections.abc import Sequence

from pog_agent.answering.documented.retrieval import chunks_of, ranked
from pog_agent.answering.walked_paths import shown_entities
from pog_agent.documents import RankedText
from pog_agent.models import ContextRef, PatternRef
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.state import RankedCandidate, Tog2State


@Declares(shows=lambda update: f"{len(update['contexts'])} passages", traces=("contexts", "ranking"))
async def retrieve_contexts(state: Tog2State, run: RunContext) -> Tog2State:
    """Ranks the chunks of all candidate entities, each behind the triple that leads to its entity, as a sentence.

    The K best chunks are shown to the model. An entity without chunks is ranked by its triple alone, as its only
    chunk. A chunk of several entities has one rank, the best, and counts for each of them by its own score.
    """
    reached = state["reached"]
    sentences = await _triple_sentences(reached, run)
    chunks, cuts = await chunks_of([ref.key.nodes[-1] for ref in reached], run)
    rows = [
        (number, text)
        for number, ref in enumerate(reached)
        for text in [
            RankedText(chunk=chunk, context=sentences[number]) for chunk in chunks.get(ref.key.nodes[-1], ())
        ]
        or [RankedText(context=sentences[number])]
    ]
    order = await ranked(state["search_query"], [text for _, text in rows], run)
    best: dict[int, ContextRef] = {}
    ranks: dict[tuple[str, int], int] = {}
    ranking: list[RankedCandidate] = []
    for place, score in order:
        number, text = rows[place]
        source = ("triple", number) if text.chunk is None else ("chunk", text.chunk.key)
        rank = ranks.setdefault(source, len(ranks) + 1)
        if rank <= run.config.contexts:
            ranking.append(RankedCandidate(candidate=number, rank=rank, score=score))
        if text.chunk is not None and len(best) < run.config.contexts:
            best.setdefault(text.chunk.key, ContextRef(chunk=text.chunk.key, context=text.context, score=score))
    carried = [item for item in state.get("clue_contexts") or () if item.chunk not in best]
    return {
        "contexts": [*carried, *best.values()],
        "ranking": ranking,
        "truncated": state.get("truncated", False) or bool(cuts),
        "warnings": cuts,
    }


async def _triple_sentences(reached: Sequence[PatternRef], run: RunContext) -> list[str]:
    """The last triple of each path as a sentence in its own direction."""
    words = await run.relation_labels(sorted({ref.key.steps[-1].relation for ref in reached}))
    ends = list(dict.fromkeys(node for ref in reached for node in ref.key.nodes[-2:]))
    names = {term: item.text for term, item in zip(ends, await shown_entities(run, ends), strict=True)}
    sentences = []
    for ref in reached:
        before, behind = (names[node] for node in ref.key.nodes[-2:])
        step = ref.key.steps[-1]
        head, tail = (before, behind) if step.forward else (behind, before)
        sentences.append(f"{head} {words[step.relation]} {tail}")
    return sentences
