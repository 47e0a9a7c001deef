"""What a question can see of a graph: the edges around what it names, fetched in a few bounded requests."""

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from pog_agent.asking.schema import AskedSchema, SchemaWay
from pog_agent.deadline import is_late, note_undone
from pog_agent.kg.base import KnowledgeGraph
from pog_agent.terms import Term, is_literal

MOST_NODES: Final = 1_500
"""So many nodes of a question are looked at in all."""
MOST_AT_ONCE: Final = 400
EDGES_OF_NODE: Final = 150
"""A node with more edges is known by its classes alone."""
MOST_ENDS: Final = 400
"""A set of more nodes is known by its classes alone."""


class Sight:
    """The edges of the nodes that were looked at, and the classes of these and of what they lead to."""

    def __init__(self, kg: KnowledgeGraph, schema: AskedSchema) -> None:
        self._kg, self._schema = kg, schema
        self._edges: dict[Term, dict[SchemaWay, set[Term]]] = {}
        self._classes: dict[Term, frozenset[Term]] = {}
        self._cut: set[Term] = set()

    async def look(self, nodes: Iterable[Term]) -> None:
        """Fetches the edges of nodes that were not looked at yet, within the bounds and the time of the run."""
        room = min(MOST_NODES - len(self._edges), MOST_AT_ONCE)
        new = [node for node in dict.fromkeys(nodes) if node not in self._edges]
        if len(new) > room:
            note_undone("neighbours", f"the neighbours of {room:,} of {len(new):,} nodes were looked at")
        new = new[: max(room, 0)]
        if not new or is_late("neighbours"):
            return
        around = await self._kg.neighbors(new, limit=EDGES_OF_NODE)
        wanted = set(new)
        self._cut.update(around.cut, around.unasked, around.hidden)
        self._edges.update({node: {} for node in new})
        for head, relation, tail in around.triples:
            for node, step, end in (
                (head, SchemaWay(relation, True), tail),
                (tail, SchemaWay(relation, False), head),
            ):
                if node in wanted:
                    self._edges[node].setdefault(step, set()).add(end)
        ends = {end for node in new for found in self._edges[node].values() for end in found}
        await self._classify([*new, *ends])

    def knows(self, nodes: Collection[Term] | None) -> bool:
        """Whether all edges of some nodes are known."""
        return nodes is not None and all(node in self._edges and node not in self._cut for node in nodes)

    def steps_from(self, nodes: Collection[Term]) -> dict[SchemaWay, frozenset[Term]]:
        """The steps that some nodes have, with what they lead to. All nodes are known."""
        found: dict[SchemaWay, set[Term]] = {}
        known = self._schema.steps
        for node in nodes:
            for step, ends in self._edges[node].items():
                if step in known:
                    found.setdefault(step, set()).update(ends)
        return {step: frozenset(ends) for step, ends in found.items()}

    def ends(self, node: Term, step: SchemaWay) -> Collection[Term]:
        """What a step leads to from a known node."""
        return self._edges[node].get(step, ())

    def members(self, class_: Term) -> frozenset[Term] | None:
        """The instances of a class that was looked at with its subclasses; None where they are not all known."""
        below = self._schema.below.get(class_, frozenset((class_,)))
        if not self.knows(below):
            return None
        steps = [SchemaWay(relation, False) for relation in self._schema.preset.types]
        found = frozenset(node for own in below for step in steps for node in self.ends(own, step))
        return found if len(found) <= MOST_ENDS else None

    def classes(self, nodes: Iterable[Term]) -> frozenset[Term]:
        """The classes of some nodes with their superclasses."""
        return frozenset().union(*(self._classes.get(node, frozenset()) for node in nodes))

    def class_of(self, node: Term) -> frozenset[Term]:
        """The classes of one node; none of one that was not seen."""
        return self._classes.get(node, frozenset())

    async def _classify(self, nodes: Iterable[Term]) -> None:
        new = [node for node in dict.fromkeys(nodes) if node not in self._classes and not is_literal(node)]
        types: Mapping[Term, list[Term]] = await self._kg.types(new) if new else {}
        for node in new:
            self._classes[node] = self._schema.widened(types.get(node, ()))
