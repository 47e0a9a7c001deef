"""Which edges of a hub are kept (a node with more edges than the limit), for stores without integer ids."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from pog_agent.kg.base import KnowledgeGraph, Link, Neighborhood
from pog_agent.subgraph.similarity import PrepareSimilarity, similarities
from pog_agent.terms import Term, Triple


class HubChoice:
    """Keeps edges to topics first, and then whole relations: the most similar to the query, or else the rarest."""

    def __init__(self, topics: Collection[Term], prepare: PrepareSimilarity | None) -> None:
        self._topics, self._prepare = frozenset(topics), prepare

    async def order(self, counts: Mapping[Link, int]) -> list[Link]:
        """The links of a hub, the one wanted most first."""
        if self._prepare is None:
            return sorted(counts, key=lambda link: (counts[link], link))
        relations = sorted({name for name, _ in counts})
        similarity = await similarities(self._prepare, relations)
        return sorted(counts, key=lambda link: (-similarity[link[0]], link))

    async def reread(
        self, kg: KnowledgeGraph, asked: Collection[Term], found: Neighborhood, limit: int
    ) -> Neighborhood:
        """What was found around nodes, with the edges of each cut node chosen anew.

        That reads all edges of these nodes, so it is only for a graph at hand.
        """
        whole = set(asked) - found.cut.keys()
        triples = {triple for triple in found.triples if triple[0] in whole or triple[2] in whole}
        cut: dict[Term, int] = {}
        for hub in found.cut:
            edges = (await kg.neighbors([hub])).triples
            triples.update(await self._first(hub, edges, limit))
            if len(edges) > limit:
                cut[hub] = len(edges) - limit
        return replace(found, triples=sorted(triples), cut=cut)

    async def _first(self, hub: Term, edges: Iterable[Triple], limit: int) -> list[Triple]:
        links: dict[Link, list[Triple]] = defaultdict(list)
        for triple in sorted(edges):
            links[triple[1], triple[0] != hub].append(triple)
        order = await self.order({link: len(own) for link, own in links.items()})
        wanted = [triple for link in order for triple in links[link]]
        return sorted(wanted, key=lambda triple: not {triple[0], triple[2]} - {hub} & self._topics)[:limit]
