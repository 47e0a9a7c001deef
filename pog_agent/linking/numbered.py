"""Things that are called by a noun and a number: "trench 2" of `Trench2`, which has no label."""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from pog_agent.kg.base import IndexedGraph, KnowledgeGraph
from pog_agent.kg.iri_names import iri_text
from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_words
from pog_agent.linking.other_forms import OF_SAME_LETTERS, OF_SHORT_FORM
from pog_agent.linking.spans import places_of
from pog_agent.models import TopicEntity
from pog_agent.terms import humanize, is_iri, local_name

MOST_ALIKE: Final = 20
MOST_EDGES: Final = 200
"""So many nodes of one noun, and edges of each, are looked at for numbers."""
MAX_TERMS: Final = 200_000
"""In larger graphs nobody is looked for by the letters of an IRI."""
_NUMBERED: Final = re.compile(r"(?P<noun>[^\W\d_]{3,})[\W_]?0*(?P<number>\d{1,4})")

Called = tuple[str, int]
"""A noun in small letters and a number."""


class NumberedNames:
    """The nodes without a label of a small local graph whose local name is a noun and a number."""

    def __init__(self, kg: KnowledgeGraph, languages: Sequence[str]) -> None:
        self._kg, self._languages = kg, tuple(languages)
        self._nodes: dict[Called, list[str]] | None = None

    async def spoken(self, question: str, taken: Collection[str]) -> list[TopicEntity]:
        """The nodes that words of a question outside the mentions `taken` call, each of which is called so alone.

        Where such nodes have numbers of their own, that of the IRI may be another one: the score is low.
        """
        found = []
        for mention, called in _spoken(question, taken):
            iris = self._numbered().get(called, [])
            if len(iris) == 1 and await self._goes_by_its_iri(iris[0]):
                score = OF_SHORT_FORM if await self._have_numbers(called[0]) else OF_SAME_LETTERS
                topic = TopicEntity(iri=iris[0], label=iri_text(iris[0]), mention=mention, score=score)
                found.append(topic)
        return found

    async def unsure(self, topics: Sequence[TopicEntity]) -> tuple[TopicEntity, ...]:
        """The topics, with a low score for those called by the number of an IRI that have numbers of their own."""
        return tuple([await self._with_doubt(topic) for topic in topics])

    async def _with_doubt(self, topic: TopicEntity) -> TopicEntity:
        called = next((key for _, key in _spoken(topic.mention, ())), None)
        if called is None or topic.iri not in self._numbered().get(called, ()):
            return topic
        is_unsure = await self._goes_by_its_iri(topic.iri) and await self._have_numbers(called[0])
        return topic.model_copy(update={"score": min(topic.score, OF_SHORT_FORM)}) if is_unsure else topic

    async def _goes_by_its_iri(self, iri: str) -> bool:
        """Whether a node has no label but the words of its IRI."""
        label = (await self._kg.labels([iri], self._languages)).get(iri, "")
        return label.casefold() in ("", iri_text(iri).casefold())

    async def _have_numbers(self, noun: str) -> bool:
        """Whether some of the nodes called by a noun have a relation that numbers them."""
        alike = [iri for (word, _), iris in self._numbered().items() if word == noun for iri in iris]
        around = await self._kg.neighbors(alike[:MOST_ALIKE], limit=MOST_EDGES)
        names = {humanize(local_name(relation)) for _, relation, _ in around.triples}
        return any(not english_words("numbering").isdisjoint(name.split()) for name in names)

    def _numbered(self) -> dict[Called, list[str]]:
        nodes = self._nodes
        if nodes is None:
            nodes = {}
            terms = self._kg.terms if isinstance(self._kg, IndexedGraph) else ()
            for term in map(terms.__getitem__, range(len(terms))) if len(terms) <= MAX_TERMS else ():
                name = _NUMBERED.fullmatch(local_name(term)) if is_iri(term) else None
                if name is not None:
                    nodes.setdefault((name["noun"].lower(), int(name["number"])), []).append(term)
            self._nodes = nodes  # whole at once: other threads ask, too
        return nodes


def _spoken(question: str, taken: Collection[str]) -> Iterator[tuple[str, Called]]:
    names = {
        place
        for span in places_of((text for text in taken if " " in text or any(map(str.isdigit, text))), question)
        for place in range(*span)
    }
    for match in english_pattern("naming", "numbered").finditer(question):
        if names.isdisjoint(range(*match.span())):
            yield match.group(), (match["noun"].lower(), int(match["number"]))
