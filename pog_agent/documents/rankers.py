"""Rankers of passages: how relevant each is to a query (Think-on-Graph 2, Figure 3).

Scores of one call can be compared with each other, those of different calls or rankers cannot.
"""

import asyncio
from collections.abc import Sequence
from functools import cached_property
from typing import Any, Literal, Protocol, get_args

import numpy as np

from pog_agent.documents.bm25 import Bm25
from pog_agent.documents.index import DocumentIndex
from pog_agent.documents.values import Passage
from pog_agent.errors import SettingError
from pog_agent.ranking.encoder import Vectors

RankerName = Literal["dense", "cross-encoder", "bm25", "llm"]
CROSS_ENCODER = "BAAI/bge-reranker-base"


class PassageRanker(Protocol):
    """Scores passages by their relevance to a query."""

    async def rank(self, query: str, passages: Sequence[Passage]) -> list[float]:
        """One score for each passage, in their order; the higher, the more relevant."""
        ...


def open_ranker(
    name: str, index: DocumentIndex, *, cross_encoder: str = CROSS_ENCODER, llm: PassageRanker | None = None
) -> PassageRanker:
    """The ranker of a name: ``dense``, ``cross-encoder``, ``bm25`` or ``llm``.

    `cross_encoder` is a sentence-transformers name or path, of a model on this machine. An `llm` ranker is given,
    not made here: it needs a reasoner. Raises `SettingError` for another name, or a ranker that cannot be had.
    """
    if name == "dense":
        return DenseRanker(index)
    if name == "bm25":
        return Bm25Ranker()
    if name == "cross-encoder":
        return CrossEncoderRanker(cross_encoder)
    if name != "llm":
        raise SettingError(f"unknown ranker {name!r}; known are {', '.join(get_args(RankerName))}")
    if llm is None:
        raise SettingError("the ranker 'llm' needs a language model, and none was given; use another ranker")
    return llm


class DenseRanker:
    """Cosines of embeddings (a bi-encoder); those of the chunks are read from the index.

    A passage with a context is not embedded as one text, as the paper does: its vector is the mean of the
    context's and the chunk's, each weighted by its number of words. So a question embeds only its few contexts.
    `docs/figures-documents.md` says how near this comes.
    """

    def __init__(self, index: DocumentIndex) -> None:
        self._index = index

    async def rank(self, query: str, passages: Sequence[Passage]) -> list[float]:
        """The cosine of each passage with the query."""
        return await asyncio.to_thread(self._cosines, query, passages) if passages else []

    def _cosines(self, query: str, passages: Sequence[Passage]) -> list[float]:
        encoder = self._index.encoder
        vectors = self._index.vectors([passage.chunk for passage in passages])
        contexts = list(dict.fromkeys(passage.context for passage in passages if passage.context))
        if contexts:
            known = dict(zip(contexts, encoder.encode(contexts), strict=True))
            for row, passage in enumerate(passages):
                if passage.context:
                    words = len(passage.context.split())
                    share = words / (words + len(passage.chunk.titled.split()))
                    vectors[row] = _unit(share * known[passage.context] + (1 - share) * vectors[row])
        cosines: list[float] = (vectors @ encoder.encode([query])[0]).tolist()
        return cosines


class Bm25Ranker:
    """BM25 of the passages with their contexts; a word counts by how few of these passages have it."""

    async def rank(self, query: str, passages: Sequence[Passage]) -> list[float]:
        """The BM25 score of each passage, 0 for one without a word of the query."""
        if not passages:
            return []
        scores: list[float] = Bm25.over([passage.text for passage in passages]).scores(query).tolist()
        return scores


class CrossEncoderRanker:
    """A sentence-transformers model that reads query and passage together, loaded at the first use.

    Raises `SettingError` if the model is not on this machine: it is never downloaded.
    """

    def __init__(self, model: str = CROSS_ENCODER, batch_size: int = 32) -> None:
        self._model_name = model
        self._batch_size = batch_size

    async def rank(self, query: str, passages: Sequence[Passage]) -> list[float]:
        """What the model gives each passage, 0 to 1 for a reranker with one output."""
        return await asyncio.to_thread(self._scores, query, passages) if passages else []

    def _scores(self, query: str, passages: Sequence[Passage]) -> list[float]:
        pairs = [(query, passage.text) for passage in passages]
        scores = np.asarray(self._model.predict(pairs, batch_size=self._batch_size, show_progress_bar=False))
        if scores.ndim != 1:
            raise SettingError(
                f"{self._model_name!r} gives {scores.shape[1]} scores for a passage; give a reranker"
            )
        ranked: list[float] = scores.astype(float).tolist()
        return ranked

    @cached_property
    def _model(self) -> Any:
        try:
            from sentence_transformers import CrossEncoder  # noqa: PLC0415 (imports torch: 5 s)

            return CrossEncoder(self._model_name, local_files_only=True)
        except (ImportError, OSError, ValueError) as error:
            reason = (str(error) or type(error).__name__).splitlines()[0][:200]
            raise SettingError(
                f"cross-encoder {self._model_name!r} is not on this machine ({reason}); give the path of one, or "
                "use the ranker dense or bm25"
            ) from error


def _unit(vector: Vectors) -> Vectors:
    norm = np.linalg.norm(vector)
    return vector if norm == 0 else vector / norm
