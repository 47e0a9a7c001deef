"""Passages of entities: found by their links, ranked, and shown to the model."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pog_agent.config import PogConfig
from pog_agent.deadline import note_undone, working_deadline
from pog_agent.documents import Chunk, DocumentIndex, RankedText
from pog_agent.errors import SettingError
from pog_agent.models import ContextRef, StepUsage
from pog_agent.reasoner.shown import ShownPassage
from pog_agent.reasoner.steps.documented.score_passages import ScorePassages, most_shown
from pog_agent.run.context import RunContext
from pog_agent.terms import Term, is_literal

MOST_CHUNKS = 100
"""So many chunks of an entity are ranked, those of documents about it first."""
TEXTS_PER_SECOND = 5_000
"""What a ranker does at least on a slow machine, a language model aside."""
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


@dataclass(frozen=True)
class Ranking:
    """The places of texts with their scores, the best first, and what a model has used to rank them."""

    order: tuple[tuple[int, float], ...] = ()
    usage: tuple[StepUsage, ...] = ()
    warnings: tuple[str, ...] = ()


def ranking_calls(config: PogConfig) -> int:
    """How many calls one ranking makes."""
    return int(config.ranker == "llm")


async def ranked(query: str, texts: Sequence[RankedText], run: RunContext) -> Ranking:
    """The texts by their relevance to a query, as many as the time allows; equal ones in the order given.

    The ranker ``llm`` has the model score those that another ranker puts first, in one call.
    """
    if run.ranker is None or not texts:
        return Ranking()
    texts = first_in_time(texts)
    order = _in_order(range(len(texts)), await run.ranker.rank(query, texts))
    return await _scored_by_model(query, order, texts, run) if ranking_calls(run.config) else Ranking(tuple(order))


def first_in_time(texts: Sequence[RankedText]) -> Sequence[RankedText]:
    """As many of the texts, from the first on, as can be ranked in the time left."""
    most = working_deadline().allows(len(texts), TEXTS_PER_SECOND)
    if most < len(texts):
        note_undone("passages", f"{most:,} of {len(texts):,} passages were ranked in the time left (max_seconds)")
    return texts[:most]


async def _scored_by_model(
    query: str, order: Sequence[tuple[int, float]], texts: Sequence[RankedText], run: RunContext
) -> Ranking:
    """The order by the scores of the model.

    It sees each chunk once, behind the context that ranks best with it; texts of one chunk share its score. What
    is not shown, or not scored, has the score 0.
    """
    sources: dict[object, int] = {}
    for place, _ in order:
        sources.setdefault(_source(place, texts), len(sources) + 1)
    limit = most_shown(run.config)
    first = {number: place for place, _ in reversed(order) if (number := sources[_source(place, texts)]) <= limit}
    passages = tuple(_shown(number, texts[first[number]]) for number in sorted(first))
    reply = await run.reasoner.ask(ScorePassages(query, passages))
    scores = {item.number: item.score for item in reply.value}
    places = [place for place, _ in order]
    again = _in_order(places, [scores.get(sources[_source(place, texts)], 0.0) for place in places])
    return Ranking(tuple(again), (reply.usage,), reply.warnings)


def _in_order(places: Sequence[int], scores: Sequence[float]) -> list[tuple[int, float]]:
    return sorted(zip(places, scores, strict=True), key=lambda item: -round(item[1], 6))


def _source(place: int, texts: Sequence[RankedText]) -> object:
    """What a text is of: the key of its chunk; a text without a chunk is of itself."""
    chunk = texts[place].chunk
    return ("text", place) if chunk is None else ("chunk", chunk.key)


def _shown(number: int, text: RankedText) -> ShownPassage:
    title, words = ("", "") if text.chunk is None else (text.chunk.title, text.chunk.text)
    return ShownPassage(number=number, title=title, text=words, context=text.context)


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
