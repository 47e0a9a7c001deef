"""Texts that are names of a graph: as they are written, or but for accents."""

import asyncio
from collections.abc import Sequence

from pog_agent.kg.base import KnowledgeGraph, UnaccentedNames
from pog_agent.kg.names import bare_name, normalize
from pog_agent.linking.entity_index import EntityIndex

Bearers = dict[str, tuple[str, ...]]
"""The IRIs of the entities that bear a name, by the text; texts that are no name are left out."""


class NameLookup:
    """Looks labels and aliases up in an entity index, or else in the graph itself."""

    def __init__(self, kg: KnowledgeGraph, languages: Sequence[str], index: EntityIndex | None = None) -> None:
        self._kg, self._languages, self._index = kg, tuple(languages), index

    async def equal(self, texts: Sequence[str]) -> Bearers:
        """Who bears each text as label or alias, whatever its case."""
        if self._index is not None:
            bearers = await asyncio.to_thread(self._index.find, texts)
            return {text: tuple(item.iri for item in items) for text, items in bearers.items()}
        found = await self._kg.find(texts, self._languages)
        return {text: tuple(item.iri for item in entities) for text, entities in found.items()}

    async def but_for_accents(self, texts: Sequence[str]) -> Bearers:
        """Who has a label or alias that equals a text where both are without accents.

        At an endpoint without an entity index only names without accents are found.
        """
        if self._index is not None:
            bearers = await asyncio.to_thread(self._index.find_unaccented, texts)
            return {text: tuple(dict.fromkeys(item.iri for item in items)) for text, items in bearers.items()}
        if isinstance(self._kg, UnaccentedNames):
            found = await self._kg.find_unaccented(texts, self._languages)
            return {text: tuple(item.iri for item in entities) for text, entities in found.items()}
        bare = {text: name for text in texts if (name := bare_name(text)) != normalize(text)}
        plain = await self.equal(list(bare.values())) if bare else {}
        return {text: plain[name] for text, name in bare.items() if name in plain}

    async def any_of(self, texts: Sequence[str], *, bare_if_small: bool) -> Bearers:
        """Who bears each text, as it is written or else but for accents.

        What is written in small letters alone is compared without accents only with `bare_if_small`: a "rose" is
        seldom a "Rosé".
        """
        equal = await self.equal(texts)
        others = [text for text in texts if text not in equal and (bare_if_small or not text.islower())]
        return equal | await self.but_for_accents(others)
