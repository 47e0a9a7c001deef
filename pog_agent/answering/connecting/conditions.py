"""From the conditions of a question to the nodes and relations that they are about."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pog_agent.kg.base import SummarizedGraph
from pog_agent.models import ConditionName, ConnectionQuestion
from pog_agent.run.context import RunContext
from pog_agent.subgraph.exploration.conditions import NO_CONDITIONS, PathConditions
from pog_agent.subgraph.graph import Subgraph
from pog_agent.terms import RDF_TYPE, RDFS_SUBCLASS, Term, humanize, is_iri, local_name
from pog_agent.words import folded, singular

MOST_CLASSED = 20_000
"""The classes of so many nodes are looked up."""


@dataclass(frozen=True)
class KnownConditions:
    """The conditions as the graph has them, the names that nothing in it has, and what was not looked at."""

    conditions: PathConditions = NO_CONDITIONS
    unknown: tuple[str, ...] = ()
    cuts: tuple[str, ...] = ()


class ConditionReader:
    """Finds what conditions name among the nodes and relations of one graph in sight.

    A name is that of a thing, or of a class: then all its things are meant, those of its subclasses included. The
    last word of one class alone names it as well: "company" for a "shipping company". What is avoided may be a
    relation.
    """

    def __init__(self, graph: Subgraph, run: RunContext) -> None:
        self.graph = graph
        self._run = run
        self._members: Mapping[Term, frozenset[Term]] | None = None
        self._class_names: dict[Term, str] = {}
        self._cuts: list[str] = []

    async def read(self, asked: ConnectionQuestion) -> KnownConditions:
        """The conditions of a question. Raises `GraphUnavailableError`."""
        ends = frozenset(asked.between)
        through = [(item.text, await self._nodes_of(item)) for item in asked.through]
        avoided = [(item.text, await self._nodes_of(item, with_class=True)) for item in asked.avoided]
        relations, lost = await self._relations_of(asked.relations)
        barred, unbarred = await self._relations_of([text for text, nodes in avoided if nodes is None])
        unknown = [*(text for text, nodes in through if nodes is None), *unbarred]
        known = PathConditions(
            through=tuple(nodes - ends for _, nodes in through if nodes is not None),
            avoided=frozenset().union(*(nodes for _, nodes in avoided if nodes is not None)) - ends,
            relations=relations,
            barred=barred or frozenset(),
        )
        return KnownConditions(known, (*unknown, *lost), tuple(self._cuts))

    async def _nodes_of(self, item: ConditionName, *, with_class: bool = False) -> frozenset[Term] | None:
        """The nodes that a name in a condition means; None where nothing has the name.

        Of a class these are its things, and `with_class` it as well.
        """
        if item.iri is not None and not await self._is_class(item.iri):
            return frozenset({item.iri})
        named = {item.iri} if item.iri is not None else await self._named(item.text)
        if not named:
            return None
        members = await self._of_classes()
        classes = {iri for iri in named if iri in members or await self._is_class(iri)}
        own = named if with_class else named - classes
        return frozenset(own).union(*(members.get(iri, frozenset()) for iri in classes))

    async def _named(self, text: str) -> set[Term]:
        """The things and classes of a name, in the singular or as it is said; else the one class ending in it."""
        await self._of_classes()
        forms = {folded(text), _singular(text)}
        names = {iri: _singular(name) for iri, name in self._class_names.items()}
        classes = [iri for iri, name in names.items() if name in forms]
        found = await self._run.kg.find([*sorted(forms)], self._run.config.language_list)
        named = {entity.iri for entities in found.values() for entity in entities}.union(classes)
        ending = {iri for iri, name in names.items() if name.split()[-1:] == [_singular(text)]}
        return named or (ending if len(ending) == 1 else set())

    async def has_class(self, iris: Sequence[Term]) -> bool:
        """Whether some of the nodes are classes, or superclasses in sight. Raises `GraphUnavailableError`."""
        if await self._run.kg.classes([*iris]):
            return True
        graph, (_, superclasses) = self.graph, class_relations(self._run)
        ids = [node for node in map(graph.nodes.id_of, iris) if node is not None]
        leads_up = np.array([name in superclasses for name in graph.relations], dtype=np.bool_)[graph.relations_of]
        return bool(np.isin(graph.tails[leads_up], ids).any())

    async def _is_class(self, iri: Term) -> bool:
        """Whether something has a node as its class, or as a superclass."""
        if await self._run.kg.classes([iri]):
            return True
        edges = (await self._run.workspace.surroundings.edges_of([iri]))[iri]
        _, superclasses = class_relations(self._run)
        return any(tail == iri and relation in superclasses for _, relation, tail in edges)

    async def _of_classes(self) -> Mapping[Term, frozenset[Term]]:
        """The nodes of each class in sight, by the class; looked up once."""
        if self._members is None:
            nodes = self.graph.entities()
            if len(nodes) > MOST_CLASSED:
                self._cuts.append(f"the classes of {MOST_CLASSED} of {len(nodes)} nodes were looked at")
            types = await self._run.kg.types(nodes[:MOST_CLASSED])
            above = await self._superclasses({kind for kinds in types.values() for kind in kinds})
            members: dict[Term, set[Term]] = {}
            for node, kinds in types.items():
                for wider in {*kinds}.union(*(above[kind] for kind in kinds)):
                    members.setdefault(wider, set()).add(node)
            labels = await self._run.labels(members)
            self._class_names = {iri: folded(labels.get(iri) or humanize(local_name(iri))) for iri in members}
            self._members = {iri: frozenset(nodes) for iri, nodes in members.items()}
        return self._members

    async def _superclasses(self, classes: Iterable[Term]) -> dict[Term, frozenset[Term]]:
        """All superclasses of each class: by the schema of the graph where there is one, else edge by edge."""
        wanted = sorted(classes)
        schema = await self._run.graph_schema()
        if schema is not None:
            known = schema.summary.above
            return {iri: frozenset(known.get(iri, ())) for iri in wanted}
        wider: dict[Term, set[Term]] = {}
        ahead = wanted
        while ahead:
            edges = await self._run.workspace.surroundings.edges_of(ahead)
            for iri in ahead:
                wider[iri] = {
                    tail
                    for head, relation, tail in edges[iri]
                    if head == iri and relation in class_relations(self._run)[1] and is_iri(tail)
                }
            ahead = sorted({tail for tails in wider.values() for tail in tails} - wider.keys())
        return {iri: frozenset(_closure(iri, wider)) for iri in wanted}

    async def _relations_of(self, texts: Sequence[str]) -> tuple[frozenset[str] | None, list[str]]:
        """The relations in sight of some names, and the names that none has; None where none is asked for."""
        if not texts:
            return None, []
        labels = await self._run.relation_labels(self.graph.relations)
        aliases = await self._run.relation_aliases(self.graph.relations)
        names = {relation: {folded(labels[relation]), *map(folded, aliases[relation])} for relation in labels}
        found = {text: {relation for relation in names if folded(text) in names[relation]} for text in texts}
        return frozenset().union(*found.values()), [text for text, relations in found.items() if not relations]


def class_relations(run: RunContext) -> tuple[frozenset[str], frozenset[str]]:
    """The relations of the graph that lead to classes, and those that lead from a class to a superclass."""
    if isinstance(run.kg, SummarizedGraph):
        return frozenset(run.kg.preset.types), frozenset(run.kg.preset.subclasses)
    return frozenset({RDF_TYPE}), frozenset({RDFS_SUBCLASS})


def _closure(iri: Term, wider: Mapping[Term, set[Term]]) -> set[Term]:
    found: set[Term] = set()
    ahead = [iri]
    while ahead:
        new = wider.get(ahead.pop(), set()) - found
        found |= new
        ahead += new
    return found


def _singular(text: str) -> str:
    """A name with its last word in the singular: "chemical elements" for a "chemical element"."""
    words = folded(text).split()
    return " ".join([*words[:-1], *map(singular, words[-1:])])
