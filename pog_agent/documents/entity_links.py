"""Which entities of the graph a document is about, and which its chunks mention."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from pog_agent.documents.index_file import DocumentIndexFile
from pog_agent.documents.values import Chunk, EntityLink, LinkKind
from pog_agent.kg.base import IndexedGraph, KnowledgeGraph
from pog_agent.linking.build import IndexProgress
from pog_agent.linking.linker import EntityLinker
from pog_agent.linking.spans import MentionSpans
from pog_agent.terms import is_iri

MOST_NAMESAKES = 5
"""A name that more entities bear links to none of them."""

RULES = "2"
"""The version of the rules by which names are found: an index made by other rules is linked anew."""

LINKED_AT_ONCE = 100

DocumentLink = tuple[int, int | None, EntityLink]
"""A link with its document and its chunk; None for one of the whole document."""


class MentionFinder:
    """Finds names of a graph in documents: labels and aliases that a title or a span of words equals.

    A span that equals none, and has a capital, is compared without accents.

    A document whose title is a name is about that entity as a whole. What is spelled in small letters counts only
    if the entity's label is, too: "time" is no mention of the magazine Time. Classes are not linked: a text
    with the word "river" is not about the class of rivers.
    """

    def __init__(self, kg: KnowledgeGraph, linker: EntityLinker, languages: Sequence[str]) -> None:
        self._kg, self._linker, self._languages = kg, linker, tuple(languages)
        self.crowded: set[str] = set()
        """Names met that more than `MOST_NAMESAKES` entities bear."""

    async def find(self, documents: Mapping[int, Sequence[Chunk]]) -> list[DocumentLink]:
        """The links of documents, each given with its chunks."""
        spans = {chunk.key: MentionSpans(chunk.text) for chunks in documents.values() for chunk in chunks}
        texts = {text for part in spans.values() for text in part.places}
        texts.update(chunk.title for chunks in documents.values() for chunk in chunks)
        names = await self._entities(sorted(texts - {""}))
        links: list[DocumentLink] = []
        for document, chunks in documents.items():
            titles = {chunk.title for chunk in chunks}
            links += [(document, None, link) for link in self._linked(names, "title", titles)]
            for chunk in chunks:
                part = spans[chunk.key]
                mentions = [text for _, text in part.longest(names.keys() & part.places.keys())]
                links += [(document, chunk.key, link) for link in self._linked(names, "mention", mentions)]
        return links

    async def _entities(self, texts: Sequence[str]) -> dict[str, list[str]]:
        """The entities that each text names, by labels and aliases; texts that name none are left out."""
        bearers = await self._linker.names.any_of(texts, bare_if_small=False)
        found = {iri for iris in bearers.values() for iri in iris}
        found -= await self._kg.classes(sorted(found))
        labels = await self._kg.labels(found, self._languages)
        kept = {
            text: [iri for iri in iris if iri in found and (not text.islower() or labels.get(iri, text).islower())]
            for text, iris in bearers.items()
        }
        return {text: iris for text, iris in kept.items() if iris}

    def _linked(
        self, names: Mapping[str, Sequence[str]], kind: LinkKind, texts: Iterable[str]
    ) -> list[EntityLink]:
        """One link for each entity that one of the texts names, by the least ambiguous of its names."""
        best: dict[str, EntityLink] = {}
        for text in texts:
            iris = names.get(text, ())
            if len(iris) > MOST_NAMESAKES:
                self.crowded.add(text)
                continue
            for iri in iris:
                link = EntityLink(iri=iri, kind=kind, mention=text, score=1 / len(iris))
                best[iri] = max(best.get(iri, link), link, key=lambda item: item.score)
        return list(best.values())


async def link_documents(
    database: DocumentIndexFile, kg: KnowledgeGraph, finder: MentionFinder | None, progress: IndexProgress
) -> int:
    """Links the documents that are not linked yet, batch by batch, and gives their number.

    A document of which the corpus names an entity of the graph has the links of the corpus. Others have what the
    `finder` finds in them, if there is one.
    """
    waiting = [int(str(key)) for (key,) in database.rows("SELECT id FROM documents WHERE linked = 0 ORDER BY id")]
    for first in range(0, len(waiting), LINKED_AT_ONCE):
        part = waiting[first : first + LINKED_AT_ONCE]
        given = _given_links(database, part)
        known = await in_graph(kg, (iri for iris in given.values() for iri in iris))
        links: list[DocumentLink] = []
        if finder is not None:
            unlinked = [key for key, iris in given.items() if not any(known[iri] for iri in iris)]
            links = await finder.find(_chunks_by_document(database, unlinked))
            known.update((link.iri, True) for _, _, link in links)
        database.link(part, known, links)
        progress("linking", first + len(part), len(waiting))
    return len(waiting)


async def in_graph(kg: KnowledgeGraph, iris: Iterable[str]) -> dict[str, bool]:
    """Which of the IRIs are nodes of the graph."""
    wanted = list(dict.fromkeys(iris))
    present: Collection[str]
    if isinstance(kg, IndexedGraph):
        present = {iri for iri in wanted if kg.terms.id_of(iri) is not None}
    else:
        around = await kg.neighbors([iri for iri in wanted if is_iri(iri)], limit=1)
        present = {term for head, _, tail in around.triples for term in (head, tail)}
    return {iri: iri in present for iri in wanted}


def _given_links(database: DocumentIndexFile, documents: Sequence[int]) -> dict[int, list[str]]:
    """The IRIs that the corpus links each document to."""
    given: dict[int, list[str]] = {key: [] for key in documents}
    query = (
        "SELECT document, iri FROM links JOIN entities ON entities.id = entity "
        "WHERE kind = 'given' AND document IN ({keys})"
    )
    for key, iri in database.rows_of(query, documents):
        given[int(str(key))].append(str(iri))
    return given


def _chunks_by_document(database: DocumentIndexFile, documents: Sequence[int]) -> dict[int, list[Chunk]]:
    names = {
        str(name): int(str(key))
        for key, name in database.rows_of("SELECT id, name FROM documents WHERE id IN ({keys})", documents)
    }
    chunks: dict[int, list[Chunk]] = {key: [] for key in documents}
    for chunk in database.chunks("document IN ({keys})", documents):
        chunks[names[chunk.document]].append(chunk)
    return chunks
