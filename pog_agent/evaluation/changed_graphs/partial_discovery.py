"""A search finds only a part of a graph, whatever store holds it (ToG-2, appendix, Table 11)."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import replace

from pog_agent.errors import SettingError
from pog_agent.kg.base import Entity, KnowledgeGraph, LinkOrder, Neighborhood, RemoteGraph
from pog_agent.kg.meter import Meter
from pog_agent.terms import Term, Triple

_DRAWS = 1 << 64


def partly_discovered(graph: KnowledgeGraph, share: float, seed: int = 0) -> KnowledgeGraph:
    """The graph with a random share (above 0, at most 1) of what is found around a node.

    A search finds that share of the relations of a node, and again that share of the entities behind each
    relation. The seed decides which. Names, classes and the check of cited triples see the whole graph.
    Raises `SettingError` for a share out of range.
    """
    if not 0 < share <= 1:
        raise SettingError(f"the share of discoveries to keep is {share:g}; it must be more than 0 and at most 1")
    if isinstance(graph, RemoteGraph):
        return _PartlyDiscoveredRemote(graph, share, seed)
    return PartlyDiscovered(graph, share, seed)


class PartlyDiscovered:
    """The `KnowledgeGraph` protocol over another graph. Edges not discovered never count as cut."""

    def __init__(self, graph: KnowledgeGraph, share: float, seed: int) -> None:
        self._graph, self._share, self._seed = graph, share, seed

    @property
    def name(self) -> str:
        """What the user called the graph, and what is kept of it."""
        return f"{self._graph.name} with {self._share:.0%} of discoveries (seed {self._seed})"

    async def neighbors(self, nodes: Sequence[Term], limit: int | None = None) -> Neighborhood:
        """The edges found around the nodes."""
        found = await self._graph.neighbors(nodes, limit)
        return self._kept(found, frozenset(nodes))

    async def labels(self, terms: Iterable[Term], languages: Sequence[str] = ("en",)) -> dict[Term, str]:
        """Unchanged."""
        return await self._graph.labels(terms, languages)

    async def find(self, texts: Sequence[str], languages: Sequence[str] = ("en",)) -> dict[str, list[Entity]]:
        """Unchanged."""
        return await self._graph.find(texts, languages)

    async def search(self, text: str, limit: int = 50, languages: Sequence[str] = ("en",)) -> list[Entity]:
        """Unchanged."""
        return await self._graph.search(text, limit, languages)

    async def catalog(self, limit: int) -> list[Entity] | None:
        """Unchanged."""
        return await self._graph.catalog(limit)

    async def types(self, nodes: Sequence[Term]) -> dict[Term, list[Term]]:
        """Unchanged."""
        return await self._graph.types(nodes)

    async def classes(self, nodes: Sequence[Term]) -> set[Term]:
        """Unchanged."""
        return await self._graph.classes(nodes)

    async def contains(self, triples: Sequence[Triple]) -> list[bool]:
        """Unchanged."""
        return await self._graph.contains(triples)

    async def fingerprint(self) -> str:
        """The fingerprint of the graph, with share and seed."""
        return f"{await self._graph.fingerprint()}-{self._share:g}-{self._seed}"

    def close(self) -> None:
        """Closes the graph."""
        self._graph.close()

    def _kept(self, found: Neighborhood, nodes: frozenset[Term]) -> Neighborhood:
        kept = [triple for triple in found.triples if self._is_discovered(triple, nodes)]
        return replace(found, triples=kept)

    def _is_discovered(self, triple: Triple, nodes: frozenset[Term]) -> bool:
        head, relation, tail = triple
        return (head in nodes and self._is_drawn(head, relation, ">", tail)) or (
            tail in nodes and self._is_drawn(tail, relation, "<", head)
        )

    def _is_drawn(self, node: Term, relation: Term, direction: str, other: Term) -> bool:
        step = (str(self._seed), node, relation, direction)
        return self._is_lucky(step) and self._is_lucky((*step, other))

    def _is_lucky(self, parts: Sequence[str]) -> bool:
        digest = hashlib.blake2b("\n".join(parts).encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") < self._share * _DRAWS


class _PartlyDiscoveredRemote(PartlyDiscovered):
    """The same over an endpoint. Its queries and rows stay counted."""

    def __init__(self, graph: RemoteGraph, share: float, seed: int) -> None:
        super().__init__(graph, share, seed)
        self._remote = graph

    def metered(self, meter: Meter, order: LinkOrder | None = None) -> "_PartlyDiscoveredRemote":
        """The same graph with its queries counted."""
        return _PartlyDiscoveredRemote(self._remote.metered(meter, order), self._share, self._seed)

    async def between(self, nodes: Sequence[Term], others: Sequence[Term]) -> Neighborhood:
        """The edges found between two sets, from the first."""
        return self._kept(await self._remote.between(nodes, others), frozenset(nodes))
