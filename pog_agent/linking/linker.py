"""Mentions in a question to entities of the graph (paper section 4.1).

A mention is first matched with labels and aliases, then with these without accents. A mention without a match is
compared by words, spelling and embedding with the names of an entity index. Without an index it is compared by
embedding: with all labels of a small graph, else with what the store's own label search finds.
"""

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from rapidfuzz import fuzz, process

from pog_agent.deadline import while_in_time, working_deadline
from pog_agent.kg.base import Entity, KnowledgeGraph, SampledNaming
from pog_agent.linking.candidates import MOST_BUT_EXACT, LinkCandidate, words_of
from pog_agent.linking.codes import CodedNames
from pog_agent.linking.context import ContextRanker
from pog_agent.linking.entity_index import EntityIndex
from pog_agent.linking.names import NameLookup
from pog_agent.linking.numbered import NumberedNames
from pog_agent.linking.spans import MentionSpans
from pog_agent.linking.spelling import SpellingGuide
from pog_agent.models import TopicEntity
from pog_agent.ranking.encoder import Encoder, Vectors
from pog_agent.ranking.timed import TimedEncoder
from pog_agent.terms import humanize, is_iri, local_name

MAX_EMBEDDED_LABELS = 3_000
MAX_SAME_NAMED = 20
MAX_SHORTLISTED = 200
MAX_OTHERS_NAMED = 5
STRONG_MATCH = 0.75
WEAK_MATCH = 0.55
TIE = 0.05
SHORT_FORM_TIE = 0.2


@dataclass(frozen=True)
class LinkedTopics:
    """Topic entities in the order of their mentions; the warnings say what was dropped or ambiguous.

    `unlinked` are the mentions, or given IRIs, for which the graph has nothing.
    """

    topics: tuple[TopicEntity, ...]
    warnings: tuple[str, ...] = ()
    unlinked: tuple[str, ...] = ()


class EntityLinker:
    """Links mentions over one graph with one encoder and, if there is one, an entity index of the graph.

    Without an index, the labels of a small graph are embedded when they are first needed. `notices` go to the
    warnings.
    """

    def __init__(
        self,
        kg: KnowledgeGraph,
        encoder: Encoder,
        languages: Sequence[str] = ("en",),
        index: EntityIndex | None = None,
        notices: tuple[str, ...] = (),
    ) -> None:
        self._kg = kg
        self._encoder = encoder
        self._languages = tuple(languages)
        self._entity_index = index
        self._context = ContextRanker(kg, encoder, self._languages)
        self.names = NameLookup(kg, self._languages, index)
        self.spelling = SpellingGuide(kg, encoder, self._languages, index)
        self._numbered = NumberedNames(kg, self._languages)
        self._codes = CodedNames(kg)
        self._index: tuple[Any, list[Entity]] | None = None
        self._indexable = True
        self._notices = notices
        self._compared = False

    @property
    def graph(self) -> KnowledgeGraph:
        """The graph whose names are linked."""
        return self._kg

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages of its names."""
        return self._languages

    async def spot(self, question: str) -> tuple[str, ...]:
        """The longest non-overlapping spans of the question that equal a label or alias, but for accents at most.

        Among spans of equal length those with capital letters come first. With an entity index, runs of
        capitalised words that resemble a name well are mentions too.
        """
        spans = MentionSpans(question)
        known = await self.names.any_of(list(spans.places), bare_if_small=True)
        known |= await self._codes.bearers(text for text in spans.places if text not in known)
        found = spans.longest(known)
        if self._entity_index is not None:
            for place, text in spans.capitalised(place for place, _ in found):
                best = await self._indexed(text, 1)
                if best and best[0].score >= STRONG_MATCH:
                    found.append((place, text))
        return tuple(dict.fromkeys(text for _, text in sorted(found)))

    async def candidates(self, mention: str, question: str, limit: int = 10) -> list[LinkCandidate]:
        """The entities that a mention of the question may mean, the most likely first.

        The score orders them; the question's context orders those that match about as well as the best.
        """
        found = await self._matches(mention, max(limit, MAX_SAME_NAMED))
        tied = _tied(mention, found)
        ordered = (await self._context.choose({mention: tied}, question))[mention]
        rest = [item for item in found if item not in ordered]
        return await self._labelled([*ordered, *rest][:limit])

    async def link(self, mentions: Sequence[str], question: str, known: Collection[str] = ()) -> LinkedTopics:
        """One entity per mention; weak matches and classes become optional topics, poor ones are dropped.

        Candidates that match equally well are told apart by the question's context, and by which of them are
        near candidates of the other mentions. Which namesake the `known` mentions mean, the caller can tell.
        """
        warnings = list(await self._index_notices())
        if isinstance(self._kg, SampledNaming):
            warnings += self._kg.naming_notices
        contenders: dict[str, list[LinkCandidate]] = {}
        for mention in while_in_time(dict.fromkeys(mentions), "mentions"):
            tied = _tied(mention, await self._matches(mention, MAX_SAME_NAMED))
            if not tied or tied[0].score < WEAK_MATCH:
                warnings.append(f"no entity of the graph resembles the mention {mention!r}")
            else:
                contenders[mention] = tied
        topics: dict[str, TopicEntity] = {}
        ranked = await self._context.choose(contenders, question)
        best = await self._labelled([ranked[mention][0] for mention in contenders])
        for mention, item in zip(contenders, best, strict=True):
            others = [other.iri for other in ranked[mention][1:]]
            topic = TopicEntity(
                iri=item.iri,
                label=item.label,
                mention=mention,
                score=item.score,
                optional=item.score < STRONG_MATCH,
                namesakes=tuple(others),
            )
            if item.how == "accents":
                warnings.append(f"{mention!r} is taken as {item.label!r}, by a name with other accents")
            elif "exact" not in item.how:
                warnings.append(f"{mention!r} is linked by similarity to {item.label!r} ({item.score:.2f})")
            if others and mention not in known:
                warnings.append(f"{mention!r} is taken as {item.iri}; it could also be {_listed(others)}")
            topics.setdefault(topic.iri, topic)
        classes = await self._kg.classes(list(topics))
        named = await self._numbered.unsure([*topics.values()])
        linked = tuple(
            topic.model_copy(update={"optional": True}) if topic.iri in classes else topic for topic in named
        )
        unlinked = tuple(mention for mention in dict.fromkeys(mentions) if mention not in contenders)
        return LinkedTopics(linked, tuple(warnings), unlinked)

    async def respelled(self, question: str, mentions: Sequence[str], *, misspelled: bool = True) -> LinkedTopics:
        """Topics that words outside the mentions are another form or a misspelling of, each of one name alone.

        They keep a low score, but none is optional: nothing else explains the word. A word with a capital is meant
        as a name. It may be a part of a longer one; that no entity has it is for the user to know. Without
        `misspelled`, only such words are looked up.
        """
        found = await self.spelling.in_other_forms(question, mentions)
        if misspelled:
            taken = [*mentions, *(item.mention for item in found)]
            near = await self.spelling.misspelled(question, taken)
            found += [item for item in near if len(item.entities) == 1 and item.mention.islower()]
        topics = {topic.iri: topic for topic in await self._numbered.spoken(question, mentions)}
        for item in found:
            (entity,) = item.entities
            topic = TopicEntity(iri=entity.iri, label=entity.label, mention=item.mention, score=item.score)
            topics.setdefault(entity.iri, topic)
        return LinkedTopics(
            tuple(topics.values()), tuple(f"took {topic.mention!r} for {topic.label}" for topic in topics.values())
        )

    async def given(self, iris: Sequence[str], question: str) -> LinkedTopics:
        """Topic entities named by IRI; one that the graph does not have is dropped with a warning."""
        wanted = list(dict.fromkeys(iris))
        usable = [iri for iri in wanted if is_iri(iri)]
        around = await self._kg.neighbors(usable, limit=1)
        present = {term for head, _, tail in around.triples for term in (head, tail)}
        labels = await self._kg.labels(usable, self._languages)
        topics = []
        for iri in usable:
            if iri in present:
                label = labels.get(iri, humanize(local_name(iri)))
                place = question.casefold().find(label.casefold())
                mention = question[place : place + len(label)] if place >= 0 else ""
                topics.append(TopicEntity(iri=iri, label=label, mention=mention))
        missing = [iri for iri in wanted if iri not in present]
        warnings = tuple(f"topic {iri} is not in the graph" for iri in missing)
        return LinkedTopics(tuple(topics), warnings, tuple(missing))

    async def align(self, text: str, entities: Sequence[Entity]) -> tuple[Entity | None, float]:
        """The entity whose label is most similar to the text, and the similarity; equal names give 1."""
        for entity in entities:
            if entity.label.casefold() == text.casefold():
                return entity, 1.0
        if not entities:
            return None, 0.0
        if len(entities) > MAX_EMBEDDED_LABELS:
            names = [item.label for item in entities]
            near = process.extract(text, names, scorer=fuzz.WRatio, limit=MAX_SHORTLISTED)
            entities = [entities[row] for _, _, row in near]
        index = _flat_index(self._timed().encode([item.label for item in entities]))
        return self._closest(index, entities, text)[0]

    async def _matches(self, mention: str, limit: int) -> list[LinkCandidate]:
        """The candidates of a mention by score; only those of equal names, or equal but for accents, if any."""
        if self._entity_index is not None:
            found = await self._indexed(mention, limit)
            equal = [item for item in found if item.score == 1]
            return equal or await self._but_for_accents(mention, limit) or await self._coded(mention) or found
        named = (await self._kg.find([mention], self._languages)).get(mention, [])
        if named:
            return [LinkCandidate(iri=item.iri, label=item.label, score=1, how="exact") for item in named[:limit]]
        near = await self._but_for_accents(mention, limit) or await self._coded(mention)
        return near or await self._nearest(mention, limit)

    async def _but_for_accents(self, mention: str, limit: int) -> list[LinkCandidate]:
        """The entities with a name that equals the mention but for accents."""
        iris = (await self.names.but_for_accents([mention])).get(mention, ())[:limit]
        return await self._labelled(
            [LinkCandidate(iri=iri, label=mention, score=MOST_BUT_EXACT, how="accents") for iri in iris]
        )

    async def _coded(self, mention: str) -> list[LinkCandidate]:
        """What is called by a code, with the code as its name where it has none."""
        iris = (await self._codes.bearers([mention])).get(mention, ())
        return await self._labelled(
            [LinkCandidate(iri=iri, label=mention, score=1, how="exact code") for iri in iris]
        )

    async def _indexed(self, mention: str, limit: int) -> list[LinkCandidate]:
        assert self._entity_index is not None
        return await asyncio.to_thread(self._entity_index.candidates, mention, self._encoder, limit)

    async def _nearest(self, mention: str, limit: int) -> list[LinkCandidate]:
        """The nearest labels by embedding, of a small graph or of what the store's search finds."""
        index, entities = self._index or await self._searched(mention)
        if not entities:
            return []
        best: dict[str, LinkCandidate] = {}
        for entity, score in self._closest(index, entities, mention, limit):
            candidate = LinkCandidate(iri=entity.iri, label=entity.label, score=score, how="vector")
            best.setdefault(entity.iri, candidate)
        return list(best.values())

    async def _searched(self, mention: str) -> tuple[Any, list[Entity]]:
        """The embedded names of a small graph, kept if all were embedded in time, or of what a search finds."""
        encoder = self._timed()
        catalog = await self._kg.catalog(MAX_EMBEDDED_LABELS) if self._indexable else []
        self._indexable = bool(catalog)
        entities = catalog or await self._kg.search(mention, languages=self._languages)
        found = _flat_index(encoder.encode([entity.label for entity in entities])), entities
        if catalog and not encoder.left_out:
            self._index = found
        return found

    def _timed(self) -> TimedEncoder:
        """The encoder until the time of the step at work is up."""
        return TimedEncoder(self._encoder, working_deadline())

    def _closest(
        self, index: Any, entities: Sequence[Entity], text: str, limit: int = 1
    ) -> list[tuple[Entity, float]]:
        scores, rows = index.search(self._encoder.encode([text]), min(limit, len(entities)))
        return [(entities[int(row)], float(score)) for row, score in zip(rows[0], scores[0], strict=True)]

    async def _labelled(self, found: Sequence[LinkCandidate]) -> list[LinkCandidate]:
        """The candidates under the labels of their entities."""
        labels = await self._kg.labels([item.iri for item in found], self._languages)
        return [item.model_copy(update={"label": labels.get(item.iri, item.label)}) for item in found]

    async def _index_notices(self) -> tuple[str, ...]:
        """What a user should know about the index: why there is none, or that the graph has changed since."""
        index = self._entity_index
        if index is not None and not self._compared:
            self._compared = True
            limited = f" --languages {index.languages}" if index.languages else ""
            if index.fingerprint != await self._kg.fingerprint():
                self._notices += (
                    f"the entity index {index.directory} was made from another state of the graph: names may be "
                    f"missing or gone; run pog-agent index {index.source} --out {index.directory}{limited}",
                )
        return self._notices


def _tied(mention: str, found: Sequence[LinkCandidate]) -> list[LinkCandidate]:
    """The candidates that match about as well as the best; only the best where labels were compared by embedding.

    A mention with some of a name's words ("Giants") is a short form of every such name, however long the name is.
    """
    if not found or found[0].how == "vector":
        return list(found[:1])
    words = set(words_of(mention))
    best = found[0].score
    return [
        item
        for item in found[:MAX_SAME_NAMED]
        if item.score > best - (SHORT_FORM_TIE if words.issubset(words_of(item.label)) else TIE)
    ]


def _listed(iris: Sequence[str]) -> str:
    more = len(iris) - MAX_OTHERS_NAMED
    return ", ".join(iris[:MAX_OTHERS_NAMED]) + (f" and {more} more" if more > 0 else "")


def _flat_index(vectors: Vectors) -> Any:
    """An exact inner-product index of FAISS; on unit vectors the product is the cosine."""
    import faiss  # noqa: PLC0415 (most questions name things as the graph does)

    index = faiss.IndexFlatIP(vectors.shape[1])
    index.add(np.ascontiguousarray(vectors, dtype=np.float32))
    return index
