"""Mentions in a question to entities of the graph (paper section 4.1).

A mention is matched by label or alias first. What has no such match is compared by embedding, over a FAISS
index of all labels where they are few, else over the candidates of the store's own label search.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import faiss
import numpy as np
from rapidfuzz import fuzz, process

from pog_agent.kg.base import Entity, KnowledgeGraph
from pog_agent.models import TopicEntity
from pog_agent.ranking.encoder import Encoder, Vectors
from pog_agent.terms import humanize, is_iri, local_name
from pog_agent.words import content_words

MAX_MENTION_WORDS = 10
MAX_EMBEDDED_LABELS = 3_000
MAX_SAME_NAMED = 20
MAX_SHORTLISTED = 200
STRONG_MATCH = 0.75
WEAK_MATCH = 0.55

_WORD = re.compile(r"[\w'’.&\-]*\w[.!]?|\w", re.UNICODE)


@dataclass(frozen=True)
class Linking:
    """Linked topic entities in the order of their mentions, and what was dropped or ambiguous, in words."""

    topics: tuple[TopicEntity, ...]
    warnings: tuple[str, ...] = ()


class EntityLinker:
    """Links mentions over one graph with one encoder; the label index is built at the first need."""

    def __init__(self, kg: KnowledgeGraph, encoder: Encoder, languages: Sequence[str] = ("en",)) -> None:
        self._kg = kg
        self._encoder = encoder
        self._languages = tuple(languages)
        self._index: tuple[faiss.IndexFlatIP, list[Entity]] | None = None
        self._indexable = True

    async def spot(self, question: str) -> tuple[str, ...]:
        """The longest non-overlapping spans of the question that equal a label or alias of the graph.

        Among spans of equal length those with capital letters come first.
        """
        words = [(match.start(), match.end()) for match in _WORD.finditer(question)]
        spans: dict[str, list[tuple[int, int]]] = {}
        for first in range(len(words)):
            for last in range(first, min(first + MAX_MENTION_WORDS, len(words))):
                for text in _spellings(question[words[first][0] : words[last][1]]):
                    spans.setdefault(text, []).append((first, last))
        known = await self._kg.find(list(spans), self._languages)
        ranked = sorted(
            (-(last - first), not any(map(str.isupper, text)), first, last, text)
            for text in known
            for first, last in spans[text]
        )
        taken: set[int] = set()
        found: list[tuple[int, str]] = []
        for _, _, first, last, text in ranked:
            if not taken.intersection(range(first, last + 1)):
                taken.update(range(first, last + 1))
                found.append((first, text))
        return tuple(dict.fromkeys(text for _, text in sorted(found)))

    async def link(self, mentions: Sequence[str], question: str) -> Linking:
        """One entity per mention; weak matches and classes become optional topics, poor ones are dropped."""
        exact = await self._kg.find(list(mentions), self._languages)
        topics: dict[str, TopicEntity] = {}
        warnings: list[str] = []
        for mention in dict.fromkeys(mentions):
            found = exact.get(mention, [])
            if found:
                best, others = await self._disambiguate(mention, found, question)
                topic = TopicEntity(iri=best.iri, label=best.label, mention=mention)
                if others:
                    warnings.append(f"{mention!r} is taken as {best.iri}; it could also be {', '.join(others)}")
            else:
                nearest, score = await self._nearest(mention)
                if nearest is None or score < WEAK_MATCH:
                    warnings.append(f"no entity of the graph resembles the mention {mention!r}")
                    continue
                optional = score < STRONG_MATCH
                topic = TopicEntity(
                    iri=nearest.iri, label=nearest.label, mention=mention, score=score, optional=optional
                )
                warnings.append(f"{mention!r} is linked by similarity to {nearest.label!r} ({score:.2f})")
            topics.setdefault(topic.iri, topic)
        classes = await self._kg.classes(list(topics))
        linked = tuple(
            topic.model_copy(update={"optional": True}) if topic.iri in classes else topic
            for topic in topics.values()
        )
        return Linking(linked, tuple(warnings))

    async def given(self, iris: Sequence[str], question: str) -> Linking:
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
        return Linking(tuple(topics), tuple(f"topic {iri} is not in the graph" for iri in missing))

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
        return self._closest(_flat_index(self._encoder.encode([item.label for item in entities])), entities, text)

    async def _disambiguate(
        self, mention: str, found: Sequence[Entity], question: str
    ) -> tuple[Entity, list[str]]:
        """The same-named entity whose relations and classes resemble the rest of the question most."""
        if len(found) == 1:
            return found[0], []
        candidates = list(found[:MAX_SAME_NAMED])
        rest = question.replace(mention, " ")
        scores = [await self._context_score(entity, rest) for entity in candidates]
        best = int(np.argmax(scores))
        return candidates[best], [item.iri for item in candidates if item is not candidates[best]]

    async def _context_score(self, entity: Entity, rest: str) -> float:
        around = await self._kg.neighbors([entity.iri], limit=500)
        kinds = (await self._kg.types([entity.iri])).get(entity.iri, [])
        terms = sorted({relation for _, relation, _ in around.triples} | set(kinds))
        if not terms:
            return -1.0
        labels = await self._kg.labels(terms, self._languages)
        texts = [labels.get(term) or humanize(local_name(term)) for term in terms]
        similarity = np.sort(self._encoder.encode(texts) @ self._encoder.encode([rest])[0])
        return float(similarity[-3:].mean())

    async def _nearest(self, mention: str) -> tuple[Entity | None, float]:
        if self._indexable and self._index is None:
            catalog = await self._kg.catalog(MAX_EMBEDDED_LABELS)
            self._indexable = bool(catalog)
            if catalog:
                vectors = self._encoder.encode([entity.label for entity in catalog])
                self._index = _flat_index(vectors), catalog
        if self._index is not None:
            index, entities = self._index
        else:
            entities = await self._kg.search(mention, languages=self._languages)
            if not entities:
                return None, 0.0
            index = _flat_index(self._encoder.encode([entity.label for entity in entities]))
        best, score = self._closest(index, entities, mention)
        labels = await self._kg.labels([best.iri], self._languages)
        return Entity(iri=best.iri, label=labels.get(best.iri, best.label)), score

    def _closest(self, index: faiss.IndexFlatIP, entities: Sequence[Entity], text: str) -> tuple[Entity, float]:
        scores, rows = index.search(self._encoder.encode([text]), 1)
        return entities[int(rows[0][0])], float(scores[0][0])


def _flat_index(vectors: Vectors) -> faiss.IndexFlatIP:
    """An exact inner-product index; on unit vectors the product is the cosine."""
    index = faiss.IndexFlatIP(vectors.shape[1])
    index.add(np.ascontiguousarray(vectors, dtype=np.float32))
    return index


def _spellings(span: str) -> list[str]:
    """The span as it is, without a possessive ending, and without trailing punctuation; none if no name."""
    if not content_words(span):
        return []
    plain = span.rstrip(".!")
    return list(dict.fromkeys([span, plain, re.sub(r"(['’]s|['’])$", "", plain)]))
