"""One-hop edges around single entities, and statements about single triples, each fetched once in a run."""

from collections.abc import Sequence
from typing import Final

from pog_agent.deadline import is_late
from pog_agent.kg.base import KnowledgeGraph, Neighborhood, ReifiedFacts, RemoteGraph
from pog_agent.subgraph.detection.limits import DetectionLimits
from pog_agent.terms import Term, Triple, is_literal

READ_AT_ONCE: Final = 8
"""The edges of so many nodes of a local graph are read before the time is looked at."""


class Surroundings:
    """Remembers the edges of the entities that a beam search stands on. They are few, so that all are kept."""

    def __init__(self, kg: KnowledgeGraph, limits: DetectionLimits) -> None:
        self._kg = kg
        self._limits = limits
        self._triples: dict[Term, list[Triple]] = {}
        self._said: dict[Triple, list[Triple]] = {}
        self._left_out = Neighborhood()

    async def edges_of(self, nodes: Sequence[Term]) -> dict[Term, list[Triple]]:
        """The edges of each node in both directions, at most `max_degree` of them. A literal has none.

        Nor has a node here whose turn does not come in time. An endpoint is asked for all nodes at once: that ends
        by itself.
        """
        missing = [node for node in dict.fromkeys(nodes) if node not in self._triples and not is_literal(node)]
        size = len(missing) if isinstance(self._kg, RemoteGraph) else READ_AT_ONCE
        for first in range(0, len(missing), size or 1):
            if first and is_late("nodes beside what was found", first, len(missing)):
                break
            await self._fetch(missing[first : first + size])
        return {node: self._triples.get(node, []) for node in nodes}

    async def _fetch(self, nodes: Sequence[Term]) -> None:
        found = await self._kg.neighbors(nodes, self._limits.degree)
        fetched: dict[Term, list[Triple]] = {node: [] for node in nodes}
        for triple in found.triples:
            for node in {triple[0], triple[2]} & fetched.keys():
                fetched[node].append(triple)
        self._triples |= fetched
        self._left_out = Neighborhood.joined((self._left_out, found.left_out(nodes)))

    async def said_of(self, triples: Sequence[Triple]) -> dict[Triple, list[Triple]]:
        """What statements about each triple say, at most `max_degree` edges; nothing where a store has none."""
        if not isinstance(self._kg, ReifiedFacts):
            return {triple: [] for triple in triples}
        missing = [triple for triple in dict.fromkeys(triples) if triple not in self._said]
        if missing:
            found = await self._kg.statements_about(missing, self._limits.degree)
            self._said |= dict(zip(missing, found, strict=True))
        return {triple: self._said[triple] for triple in triples}

    def warnings(self, nodes: Sequence[Term]) -> tuple[str, ...]:
        """Says which of the nodes have more edges than were fetched."""
        return self._limits.warnings(self._left_out.left_out(nodes))
