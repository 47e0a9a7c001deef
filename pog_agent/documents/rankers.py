"""Rankers of passages: how relevant each is to a query (Think-on-Graph 2, Figure 3).

Scores of one call can be compared with each other, those of different calls or rankers cannot.
"""

import asyncio
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Literal, Protocol, get_args

import numpy as np

from pog_agent.deadline import while_in_time, working_deadline
from pog_agent.documents.bm25 import Bm25, bm25_tokens
from pog_agent.documents.index import DocumentIndex
from pog_agent.documents.values import Chunk, RankedText
from pog_agent.errors import SettingError
from pog_agent.ranking.encoder import Encoder, Vectors
from pog_agent.ranking.timed import TimedEncoder

RankerName = Literal["dense", "cross-encoder", "bm25", "llm"]
CROSS_ENCODER = "BAAI/bge-reranker-base"


class PassageRanker(Protocol):
    """Scores passages by their relevance to a query."""

    async def rank(self, query: str, passages: Sequence[RankedText]) -> list[float]:
        """One score for each passage, in their order; the higher, the more relevant."""
        ...


def open_ranker(
    name: str,
    source: DocumentIndex | Encoder,
    *,
    cross_encoder: str = CROSS_ENCODER,
    llm: PassageRanker | None = None,
) -> PassageRanker:
    """The ranker of a name: ``dense``, ``cross-encoder``, ``bm25`` or ``llm``.

    The ``dense`` one needs the index that the passages are of; for texts without chunks an encoder is enough.

    `cross_encoder` is a sentence-transformers name or path, of a model on this machine. An `llm` ranker is given,
    not made here: it needs a reasoner. Raises `SettingError` for another name, or a ranker that cannot be had.
    """
    if name == "dense":
        return DenseRanker(source)
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
    `docs/figures.md` says how near this comes ("The dense ranker").
    """

    def __init__(self, source: DocumentIndex | Encoder) -> None:
        self._source = source

    async def rank(self, query: str, passages: Sequence[RankedText]) -> list[float]:
        """The cosine of each passage with the query."""
        return await asyncio.to_thread(self._cosines, query, passages) if passages else []

    def _cosines(self, query: str, passages: Sequence[RankedText]) -> list[float]:
        inner = self._source.encoder if isinstance(self._source, DocumentIndex) else self._source
        encoder = TimedEncoder(inner, working_deadline())
        contexts = list(dict.fromkeys(passage.context for passage in passages if passage.context))
        of_contexts = dict(zip(contexts, encoder.encode(contexts), strict=True)) if contexts else {}
        of_chunks = self._of_chunks([passage.chunk for passage in passages if passage.chunk is not None])
        (wanted,) = encoder.encode([query])
        return [float(_joined(passage, of_chunks, of_contexts, wanted) @ wanted) for passage in passages]

    def _of_chunks(self, chunks: Sequence[Chunk]) -> dict[int, Vectors]:
        """The embedding of each chunk by its key."""
        if not chunks:
            return {}
        if not isinstance(self._source, DocumentIndex):
            raise SettingError("the ranker 'dense' needs the document index that the chunks are of")
        distinct = list({chunk.key: chunk for chunk in chunks}.values())
        return dict(zip((chunk.key for chunk in distinct), self._source.vectors(distinct), strict=True))


def _joined(
    passage: RankedText, of_chunks: Mapping[int, Vectors], of_contexts: Mapping[str, Vectors], like: Vectors
) -> Vectors:
    """The vector of a passage: of its chunk, of its context, or of both by their words; zeros for no text."""
    chunk = None if passage.chunk is None else of_chunks[passage.chunk.key]
    context = of_contexts[passage.context] if passage.context else None
    if passage.chunk is None or chunk is None:
        return np.zeros_like(like) if context is None else context
    if context is None:
        return chunk
    words = len(passage.context.split())
    share = words / (words + len(passage.chunk.titled.split()))
    return _unit(share * context + (1 - share) * chunk)


class Bm25Ranker:
    """BM25 of the passages with their contexts; a word counts by how few of these passages have it."""

    async def rank(self, query: str, passages: Sequence[RankedText]) -> list[float]:
        """The BM25 score of each passage, 0 for one without a word of the query."""
        return await asyncio.to_thread(_bm25_scores, query, passages) if passages else []


def _bm25_scores(query: str, passages: Sequence[RankedText]) -> list[float]:
    """The scores of passages. A chunk of many entities is in many of them, and is split into words once."""
    contexts = {context: bm25_tokens(context) for context in {passage.context for passage in passages}}
    chunks = {passage.chunk.key: passage.chunk for passage in passages if passage.chunk is not None}
    of_chunks = {key: bm25_tokens(chunk.titled) for key, chunk in chunks.items()}
    tokens = [
        [*contexts[passage.context], *(of_chunks[passage.chunk.key] if passage.chunk is not None else ())]
        for passage in passages
    ]
    scores: list[float] = Bm25.over_tokens(tokens).scores(query).tolist()
    return scores


class CrossEncoderRanker:
    """A sentence-transformers model that reads query and passage together, loaded at the first use.

    Raises `SettingError` if the model is not on this machine: it is never downloaded.
    """

    def __init__(self, model: str = CROSS_ENCODER, batch_size: int = 32) -> None:
        self._model_name = model
        self._batch_size = batch_size

    def load(self) -> None:
        """Loads the model now."""
        _ = self._model

    async def rank(self, query: str, passages: Sequence[RankedText]) -> list[float]:
        """What the model gives each passage, 0 to 1 for a reranker with one output.

        Where the time is up, it gives the others the least of these scores.
        """
        return await asyncio.to_thread(self._scores, query, passages) if passages else []

    def _scores(self, query: str, passages: Sequence[RankedText]) -> list[float]:
        parts = [passages[first : first + self._batch_size] for first in range(0, len(passages), self._batch_size)]
        ranked: list[float] = []
        for part in while_in_time(parts, "batches of passages"):
            ranked += self._scores_at_once([(query, passage.text) for passage in part])
        return [*ranked, *[min(ranked, default=0.0)] * (len(passages) - len(ranked))]

    def _scores_at_once(self, pairs: list[tuple[str, str]]) -> list[float]:
        scores = np.asarray(self._model.predict(pairs, batch_size=self._batch_size, show_progress_bar=False))
        if scores.ndim != 1:
            raise SettingError(
                f"{self._model_name!r} gives {scores.shape[1]} scores for a passage; give a reranker"
            )
        found: list[float] = scores.astype(float).tolist()
        return found

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
