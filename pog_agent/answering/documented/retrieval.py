"""Passages of entities: found by their links, ranked, and shown to the model."""

import asyncio
from collections.abc import Mapping, Sequence

from pog_agent.documents import Chunk, DocumentIndex, RankedText
from pog_agent.errors import SettingError
from pog_agent.models import ContextRef
from pog_agent.reasoner.shown import ShownPassage
from pog_agent.run.context import RunContext
from pog_agent.terms import Term, is_literal

MOST_CHUNKS = 100
"""So many chunks of an entity are ranked, those of documents about it first."""
NO_DOCUMENTS = "this system reads documents: give --docs DIR, a folder that pog-agent index-docs has made"


def needed_documents(run: RunContext) -> DocumentIndex:
    """The document index of a run. Raises `SettingError` where none is given."""
    if run.documents is None:
        raise SettingError(NO_DOCUMENTS)
    return run.documents


async def chunks_of(terms: Sequence[Term], run: RunContext) -> tuple[Mapping[Term, tuple[Chunk, ...]], list[str]]:
    """The chunks that each entity is linked to, and a warning for each with more than are read."""
    if run.documents is None:
        return {}, []
    entities = [term for term in dict.fromkeys(terms) if not is_literal(term)]
    found = await asyncio.to_thread(run.documents.chunks_of, entities, MOST_CHUNKS + 1)
    cuts = [
        f"{iri} is linked to more than {MOST_CHUNKS} chunks; those of documents about it were read first"
        for iri, chunks in found.items()
        if len(chunks) > MOST_CHUNKS
    ]
    return {iri: chunks[:MOST_CHUNKS] for iri, chunks in found.items()}, cuts


async def ranked(query: str, texts: Sequence[RankedText], run: RunContext) -> list[tuple[int, float]]:
    """The places of the texts with their scores, the best first; equal ones in the order given."""
    if run.ranker is None or not texts:
        return []
    scores = await run.ranker.rank(query, texts)
    return sorted(enumerate(scores), key=lambda item: -round(item[1], 6))


def best_contexts(order: Sequence[tuple[int, float]], texts: Sequence[RankedText], limit: int) -> list[ContextRef]:
    """The first chunks of a ranking, at most `limit`; each once, behind the context that it ranks best with."""
    best: dict[int, ContextRef] = {}
    for place, score in order:
        chunk = texts[place].chunk
        if chunk is not None and len(best) < limit:
            best.setdefault(chunk.key, ContextRef(chunk=chunk.key, context=texts[place].context, score=score))
    return list(best.values())


async def shown_passages(contexts: Sequence[ContextRef], run: RunContext) -> tuple[ShownPassage, ...]:
    """The passages numbered from 1 in the order given."""
    if run.documents is None or not contexts:
        return ()
    chunks = await asyncio.to_thread(run.documents.chunks, [item.chunk for item in contexts])
    return tuple(
        ShownPassage(number=number, title=chunk.title, text=chunk.text, context=item.context)
        for number, item in enumerate(contexts, start=1)
        if (chunk := chunks.get(item.chunk)) is not None
    )
