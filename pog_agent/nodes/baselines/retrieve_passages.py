"""Plain retrieval: the passages that are nearest to the question (Think-on-Graph 2, baseline vanilla RAG)."""

import asyncio

from pog_agent.answering.documented.retrieval import needed_documents
from pog_agent.models import ContextRef
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.run.start import asked_of, begun_run, question_in
from pog_agent.state import PassageState


@Declares(shows=lambda update: f"{len(update['contexts'])} passages", traces=("contexts",))
async def retrieve_passages(state: PassageState, run: RunContext) -> PassageState:
    """Starts the run with the K chunks of all documents that are nearest to the question by their embeddings."""
    asked = asked_of(state, run.config.task)
    question = question_in(asked)
    found = await asyncio.to_thread(needed_documents(run).search, question, run.config.contexts)
    contexts = [ContextRef(chunk=item.chunk.key, score=item.score) for item in found]
    return {**begun_run(state, asked, run.notices), "contexts": contexts}
