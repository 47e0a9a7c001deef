"""What a run hands to the model of the documents that a question needs, seen from outside it."""

import asyncio
from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict

from pog_agent.answering.documented.quotes import find_words
from pog_agent.documents import Chunk, DocumentIndex
from pog_agent.evaluation.data.dataset import Question
from pog_agent.run.telemetry.observation import Observation

DEPTHS = (10, 20, 30)
"""After so many distinct chunks, in the order in which the model gets them, it is asked what was found."""


class Retrieval(BaseModel):
    """The chunks that one run handed to the model.

    `recall` is the share of the supporting documents with a chunk among the first 10, 20 and 30 distinct ones;
    empty where none are known. `complete` says whether all of them have one among the first 30, and `has_answer`
    whether one of these 30 has a gold answer word for word; None where that is unknown. `chunks` are all distinct
    ones. `missing` is the number of supporting documents that the index lacks.
    """

    model_config = ConfigDict(frozen=True)

    recall: dict[int, float] = {}
    complete: bool | None = None
    has_answer: bool | None = None
    chunks: int = 0
    missing: int = 0


class RetrievalTracker:
    """Follows one run, and keeps the distinct chunks that the model gets, in their order."""

    def __init__(self) -> None:
        self._index: DocumentIndex | None = None
        self._chunks: dict[int, None] = {}

    @property
    def chunks(self) -> list[int]:
        """The distinct chunks so far, by their keys in the index."""
        return list(self._chunks)

    def see(self, step: Observation) -> None:
        """Takes note of a step that has ended."""
        self._index = step.run.documents or self._index
        self._chunks.update(dict.fromkeys(item.chunk for item in step.update.get("contexts", ())))

    async def measured(self, question: Question) -> Retrieval | None:
        """The measures of the run; None for one that had no documents."""
        if self._index is None:
            return None
        return await asyncio.to_thread(retrieval, question, self.chunks, self._index)


def retrieval(question: Question, keys: Sequence[int], index: DocumentIndex) -> Retrieval:
    """The measures of these chunks, in their order, against what the question needs."""
    found = index.chunks(keys)
    chunks = [found[key] for key in keys if key in found]
    wanted = frozenset(question.supporting_docs)
    recall = {depth: _share(wanted, chunks[:depth]) for depth in DEPTHS} if wanted else {}
    first = chunks[: max(DEPTHS)]
    return Retrieval(
        recall=recall,
        complete=recall[max(DEPTHS)] == 1 if wanted else None,
        has_answer=_has_answer(question, first) if question.answers else None,
        chunks=len(chunks),
        missing=sum(not index.document(name) for name in wanted),
    )


def _share(wanted: frozenset[str], chunks: Sequence[Chunk]) -> float:
    return len(wanted & {chunk.document for chunk in chunks}) / len(wanted)


def _has_answer(question: Question, chunks: Sequence[Chunk]) -> bool:
    names = {name for item in question.answers for name in item.names}
    return any(find_words(name, chunk.titled, ignore_case=True) for name in names for chunk in chunks)
