"""One-hop edges around single entities, each fetched once in a run."""

from collections.abc import Sequence

from pog_agent.kg.base import KnowledgeGraph, Neighborhood
from pog_agent.subgraph.detection.limits import DetectionLimits
from pog_agent.terms import Term, Triple, is_literal


class Surroundings:
    """Remembers the edges of the entities that a beam search stands on. They are few, so that all are kept."""

    def __init__(self, kg: KnowledgeGraph, limits: DetectionLimits) -> None:
        self._kg = kg
        self._limits = limits
        self._triples: dict[Term, list[Triple]] = {}
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

    def warnings(self, nodes: Sequence[Term]) -> tuple[str, ...]:
        """Says which of the nodes have more edges than were fetched."""
        return self._limits.warnings(self._left_out.left_out(nodes))
