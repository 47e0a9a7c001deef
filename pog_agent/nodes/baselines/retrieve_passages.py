"""Plain retrieval: the passages that are nearest to the question (Think-on-Graph 2, baseline vanilla RAG)."""

import asyncio
from typing import Final

from pog_agent.answering.documented.retrieval import (
    best_contexts,
    chunks_of,
    first_in_time,
    needed_documents,
    ranked,
    ranking_calls,
)
from pog_agent.documents import RankedText
from pog_agent.documents.rankers import Bm25Ranker
from pog_agent.errors import SettingError
from pog_agent.models import ContextRef
from pog_agent.reasoner.steps.documented.score_passages import ScorePassages
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.run.start import asked_of, begun_run, question_in
from pog_agent.state import PassageState

SCREENED: Final = 100
"""So many chunks of the topics' documents are left to the ranker by BM25."""
NO_TOPICS: Final = "rag_passages 'topics' reads the documents of given topic entities: give their IRIs (--topics)"


@Declares(
    shows=lambda update: f"{len(update['contexts'])} passages",
    traces=("contexts",),
    asks=ScorePassages,
    calls=lambda config: ranking_calls(config) if config.rag_passages == "topics" else 0,
)
async def retrieve_passages(state: PassageState, run: RunContext) -> PassageState:
    """Starts the run with the K chunks of all documents that are nearest to the question by their embeddings.

    With `rag_passages` ``topics`` they are of the documents of the given topic entities, in the two stages of the
    paper: BM25, then the ranker. The paper reads the documents of all entities that a run of ToG-2 has met.
    """
    asked = asked_of(state, run.config.task)
    question = question_in(asked)
    begun = begun_run(state, asked, run.notices)
    index = needed_documents(run)
    if run.config.rag_passages == "topics":
        found = await _of_topics(question, run)
        return {**begun, **found, "warnings": [*begun.get("warnings", ()), *found.get("warnings", ())]}
    nearest = await asyncio.to_thread(index.search, question, run.config.contexts)
    return {**begun, "contexts": [ContextRef(chunk=item.chunk.key, score=item.score) for item in nearest]}


async def _of_topics(question: str, run: RunContext) -> PassageState:
    """The best chunks of the topics' documents. Raises `SettingError` where no topic is given."""
    if not run.config.topics:
        raise SettingError(NO_TOPICS)
    found, cuts = await chunks_of(run.config.topics, run)
    chunks = {chunk.key: chunk for own in found.values() for chunk in own}
    texts = first_in_time([RankedText(chunk=chunk) for chunk in chunks.values()])
    scores = await Bm25Ranker().rank(question, texts)
    first = sorted(range(len(texts)), key=lambda place: -scores[place])[:SCREENED]
    kept = [texts[place] for place in first]
    ranking = await ranked(question, kept, run)
    none = [] if texts else ["no document is linked to the given topics"]
    return {
        "contexts": best_contexts(ranking.order, kept, run.config.contexts),
        "truncated": bool(cuts),
        "usage": list(ranking.usage),
        "warnings": [*cuts, *none, *ranking.warnings],
    }
