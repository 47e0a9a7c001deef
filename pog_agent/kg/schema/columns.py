"""Makes the schema summary of a graph of ids: counts over whole columns, never instance by instance."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Final

import numpy as np

from pog_agent.kg.adjacency import Adjacency, Bools, Ints
from pog_agent.kg.preset import Preset
from pog_agent.kg.schema.attributes import AttributeCounts, LiteralFacts, count_attributes, read_literals
from pog_agent.kg.schema.classes import ClassExtents, class_extents
from pog_agent.kg.schema.links import LinkCounts, count_links
from pog_agent.kg.schema.shapes import shapes_of
from pog_agent.kg.schema.summary import (
    PSEUDO_CLASSES,
    SchemaAttribute,
    SchemaClass,
    SchemaLink,
    SchemaNames,
    SchemaSummary,
    is_mediator,
)
from pog_agent.kg.schema.units.quantities import MeasuredNodes, mediated_relations, quantities_of, stated_units
from pog_agent.kg.schema.units.stated import schema_units
from pog_agent.terms import Term, is_literal, literal_value

BLOCK: Final = 1 << 22
"""So many edges are counted at a time, or those of one relation if these are more."""


@dataclass(frozen=True, eq=False)
class SchemaColumns:
    """A graph of ids, as the summary needs it.

    `iris`, `labelled` and `named` have one entry per node: whether it is an IRI, has a label, and has a label or
    goes by its IRI. `decode` gives terms by their ids, `names` the names of classes and relations, `descriptions`
    what is said of them.
    """

    adjacency: Adjacency
    relations: Sequence[Term]
    preset: Preset
    iris: Bools
    labelled: Bools
    named: Bools
    decode: Callable[[Ints], list[Term]]
    names: Callable[[Sequence[Term]], list[SchemaNames]]
    descriptions: Callable[[Sequence[Term]], Mapping[Term, list[str]]]


@dataclass(frozen=True, eq=False)
class _Edges:
    """Edges along their arrows, sorted by relation."""

    heads: Ints
    relations: Ints
    tails: Ints

    def of(self, relations: Iterable[int]) -> "_Edges":
        spans = [
            slice(*np.searchsorted(self.relations, (relation, relation + 1)).tolist()) for relation in relations
        ]
        columns = (self.heads, self.relations, self.tails)
        parts = ([column[:0], *(column[span] for span in spans)] for column in columns)
        return _Edges(*map(np.concatenate, parts))

    def where(self, chosen: Bools) -> "_Edges":
        return _Edges(self.heads[chosen], self.relations[chosen], self.tails[chosen])

    def blocks(self) -> Iterator["_Edges"]:
        """The edges in blocks of whole relations."""
        low, size = 0, len(self.heads)
        while low < size:
            last = self.relations[min(low + BLOCK, size) - 1]
            high = int(np.searchsorted(self.relations, last, side="left"))
            if high <= low or low + BLOCK >= size:
                high = int(np.searchsorted(self.relations, last, side="right"))
            columns = (self.heads, self.relations, self.tails)
            yield _Edges(*(column[low:high] for column in columns))
            low = high


@dataclass
class _Found:
    links: list[SchemaLink] = field(default_factory=list)
    attributes: list[SchemaAttribute] = field(default_factory=list)


def summarize_columns(graph: SchemaColumns) -> SchemaSummary:
    """The schema summary of the graph. Memory: some 80 bytes per edge, and the distinct literals of a block."""
    edges, literals = _sorted_edges(graph.adjacency), graph.adjacency.literals
    roles = {name: number for number, name in enumerate(graph.relations)}
    types, subclasses = (
        edges.of(sorted({roles[name] for name in names if name in roles}))
        for names in (graph.preset.types, graph.preset.subclasses)
    )
    is_schema = np.array([graph.preset.is_schema_relation(name) for name in graph.relations], dtype=np.bool_)
    edges = edges.where(is_schema[edges.relations]) if len(is_schema) else edges
    present = np.zeros(graph.adjacency.nodes, dtype=np.bool_)
    present[edges.heads] = present[edges.tails] = True
    present[:literals] = False
    types = types.where(graph.iris[types.tails])
    subclasses = subclasses.where(graph.iris[subclasses.heads] & graph.iris[subclasses.tails])
    extents = class_extents(
        (types.heads, types.tails), (subclasses.heads, subclasses.tails), present, graph.labelled
    )
    names = [*graph.decode(extents.classes), *PSEUDO_CLASSES]
    found = _Found()
    for block in edges.where(edges.tails >= literals).blocks():
        counts = count_links(extents, block.heads, block.relations, block.tails)
        found.links += _links(counts, names, graph.relations)
    for block in edges.where(edges.tails < literals).blocks():
        facts = read_literals(np.unique(block.tails), literals, graph.decode)
        attributes = count_attributes(extents, facts, block.heads, block.relations, block.tails)
        found.attributes += _attributes(attributes, facts, names, graph)
    relations = sorted({item.relation for item in found.links} | {item.relation for item in found.attributes})
    named = graph.names(relations)
    measured = MeasuredNodes(
        edges.heads, edges.relations, edges.tails, graph.relations, literals, graph.adjacency.nodes
    )
    units = schema_units(
        named, found.attributes, stated_units(measured, graph.decode, graph.names), graph.descriptions(relations)
    )
    classes = list(_classes(extents, names, graph))
    mediated = mediated_relations(classes, found.links)
    return SchemaSummary.ordered(
        classes,
        named,
        found.links,
        found.attributes,
        units=units,
        quantities=quantities_of(measured, mediated, graph.decode, graph.names),
        shapes=shapes_of(
            extents.of_class(len(extents.classes) + 1), edges.heads, edges.relations, edges.tails, graph.relations
        ),
    )


def _sorted_edges(adjacency: Adjacency) -> _Edges:
    """The edges along their arrows, sorted by relation."""
    along = np.flatnonzero((adjacency.codes & 1) == 0)
    relations = np.asarray(adjacency.codes[along] >> 1)
    order = np.argsort(relations, kind="stable")
    along = along[order]
    heads = np.searchsorted(adjacency.pointers, along, side="right") - 1
    return _Edges(heads.astype(np.int32), relations[order], np.asarray(adjacency.targets[along]))


def _classes(extents: ClassExtents, names: Sequence[Term], graph: SchemaColumns) -> Iterator[SchemaClass]:
    instances, own = extents.instances()
    named, _ = extents.instances(graph.named)
    for number, given in enumerate((*graph.names(names[: len(extents.classes)]), *map(_pseudo, PSEUDO_CLASSES))):
        if instances[number]:
            yield SchemaClass(
                **dict(given),
                instances=int(instances[number]),
                own_instances=int(own[number]),
                named=int(named[number]),
                mediator=is_mediator(int(instances[number]), int(named[number])),
                superclasses=tuple(sorted(names[above] for above in extents.superclasses.get(number, ()))),
            )


def _pseudo(name: Term) -> SchemaNames:
    return SchemaNames(iri=name)


def _links(counts: LinkCounts, names: Sequence[Term], relations: Sequence[Term]) -> Iterator[SchemaLink]:
    columns = (
        *(counts.sources, counts.relations, counts.targets),
        *(counts.edge_counts, counts.source_counts, counts.target_counts, counts.own_counts),
    )
    for source, relation, target, edges, sources, targets, own in zip(
        *(column.tolist() for column in columns), strict=True
    ):
        yield SchemaLink(
            source=names[source],
            relation=relations[relation],
            target=names[target],
            edges=edges,
            sources=sources,
            targets=targets,
            own_edges=own,
        )


def _attributes(
    counts: AttributeCounts, facts: LiteralFacts, names: Sequence[Term], graph: SchemaColumns
) -> Iterator[SchemaAttribute]:
    shown = sorted({*counts.smallest, *counts.greatest, *chain(*counts.examples)} - {-1})
    terms = zip(shown, graph.decode(np.array(shown, dtype=np.int64)), strict=True)
    texts = {-1: None} | {number: literal_value(term) for number, term in terms if is_literal(term)}
    for row in range(len(counts.sources)):
        yield SchemaAttribute(
            source=names[counts.sources[row]],
            relation=graph.relations[counts.relations[row]],
            datatype=facts.datatype_names[counts.datatypes[row]],
            edges=int(counts.edge_counts[row]),
            sources=int(counts.source_counts[row]),
            values=int(counts.value_counts[row]),
            own_edges=int(counts.own_counts[row]),
            languages=_chosen(facts.language_names, counts.languages[row]),
            units=_chosen(facts.unit_names, counts.units[row]),
            smallest=texts[counts.smallest[row]],
            greatest=texts[counts.greatest[row]],
            examples=tuple(text for place in counts.examples[row] if (text := texts[place]) is not None),
        )


def _chosen(names: Sequence[str], places: Iterable[int]) -> tuple[str, ...]:
    return tuple(sorted(names[place] for place in places if names[place]))
