"""One-hop edges around single entities, and statements about single triples, each fetched once in a run."""

from collections.abc import Sequence

from pog_agent.kg.base import KnowledgeGraph, Neighborhood, ReifiedFacts
from pog_agent.subgraph.detection.limits import DetectionLimits
from pog_agent.terms import Term, Triple, is_literal


class Surroundings:
    """Remembers the edges of the entities that a beam search stands on. They are few, so that all are kept."""

    def __init__(self, kg: KnowledgeGraph, limits: DetectionLimits) -> None:
        self._kg = kg
        self._limits = limits
        self._triples: dict[Term, list[Triple]] = {}
        self._said: dict[Triple, list[Triple]] = {}
        self._left_out = Neighborhood()

    async def edges_of(self, nodes: Sequence[Term]) -> dict[Term, list[Triple]]:
        """The edges of each node in both directions, at most `max_degree` of them. A literal has none."""
        missing = [node for node in dict.fromkeys(nodes) if node not in self._triples and not is_literal(node)]
        if missing:
            found = await self._kg.neighbors(missing, self._limits.degree)
            fetched: dict[Term, list[Triple]] = {node: [] for node in missing}
            for triple in found.triples:
                for node in {triple[0], triple[2]} & fetched.keys():
                    fetched[node].append(triple)
            self._triples |= fetched
            self._left_out = Neighborhood.joined((self._left_out, found.left_out(missing)))
        return {node: self._triples.get(node, []) for node in nodes}

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
