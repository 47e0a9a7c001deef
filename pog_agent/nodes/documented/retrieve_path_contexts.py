"""What is written about the entities on the kept paths. It is not in the paper."""

import asyncio

from pog_agent.answering.documented.kept_entities import MAX_ENTITIES_READ, kept_entities, stretches_to
from pog_agent.answering.documented.retrieval import best_contexts, chunks_of, ranked, ranking_calls
from pog_agent.answering.documented.stretches import stretch_sentences
from pog_agent.documents import RankedText
from pog_agent.reasoner.steps.documented.score_passages import ScorePassages
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.run.topics import required_iris
from pog_agent.state import HybridState
from pog_agent.subgraph.patterns.pattern import PathPattern

MANY = f"more than {MAX_ENTITIES_READ} entities stand on the kept paths: some were not read about"


@Declares(
    shows=lambda update: f"{len(update['contexts'])} passages",
    traces=("contexts",),
    asks=ScorePassages,
    calls=ranking_calls,
)
async def retrieve_path_contexts(state: HybridState, run: RunContext) -> HybridState:
    """The K best chunks of the entities on the kept paths and of the topics, ranked by the question.

    The ranker ``llm`` makes a call. In front of each chunk stands what leads to its entity. What is left out is a
    warning; the paths are as whole as before.
    """
    patterns = await _kept_patterns(state, run)
    entities, has_more = await asyncio.to_thread(kept_entities, patterns, required_iris(state))
    chunks, cuts = await chunks_of([item.entity for item in entities], run)
    written = [item for item in entities if item.entity in chunks]
    leading = await stretches_to(written, run)
    sentences = iter(await stretch_sentences([item for item in leading if item is not None], run))
    fronts = [next(sentences) if item is not None else "" for item in leading]
    texts = [
        RankedText(chunk=chunk, context=front)
        for item, front in zip(written, fronts, strict=True)
        for chunk in chunks[item.entity]
    ]
    ranking = await ranked(state["question"], texts, run)
    return {
        "contexts": best_contexts(ranking.order, texts, run.config.contexts),
        "usage": list(ranking.usage),
        "warnings": [*cuts, *([MANY] if has_more else []), *ranking.warnings],
    }


async def _kept_patterns(state: HybridState, run: RunContext) -> list[PathPattern]:
    found = await run.patterns(state, [ref.key for ref in state.get("shortlist", ())])
    return [pattern for pattern in found if pattern is not None]
