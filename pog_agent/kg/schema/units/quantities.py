"""Numbers with a unit of their own in a graph of ids: the nodes that have both, and what leads to them."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from pog_agent.kg.adjacency import Bools, Ints
from pog_agent.kg.schema.summary import SchemaClass, SchemaLink, SchemaNames, SchemaQuantity, SchemaUnitTerm
from pog_agent.kg.schema.units.stated import is_unit_relation
from pog_agent.models.query_walk import NUMBER_TYPES
from pog_agent.terms import Term, is_literal, literal_datatype, literal_value
from pog_agent.values.known_units import KnownUnit, unit_of_term

MOST_UNITS: Final = 50
"""A relation that leads to more different things names no units."""

Decode = Callable[[Ints], list[Term]]
Names = Callable[[Sequence[Term]], list[SchemaNames]]


@dataclass(frozen=True, eq=False)
class MeasuredNodes:
    """The edges of a graph along their arrows, of so many nodes; those below `literals` are literals."""

    heads: Ints
    relations: Ints
    tails: Ints
    names: Sequence[Term]
    literals: int
    nodes: int

    def unit_relations(self) -> list[int]:
        """The numbers of the relations that are named as leading to units."""
        return [number for number, name in enumerate(self.names) if is_unit_relation(name)]

    def of_relation(self, relation: int) -> slice:
        """The rows of a relation."""
        return slice(*np.searchsorted(self.relations, (relation, relation + 1)).tolist())

    def mask(self, nodes: Ints) -> Bools:
        """The nodes as a column of all nodes."""
        found = np.zeros(self.nodes, dtype=np.bool_)
        found[nodes] = True
        return found


def stated_units(graph: MeasuredNodes, decode: Decode, names: Names) -> dict[Term, list[KnownUnit | None]]:
    """The units that are stated of relations (`ex:weight qudt:unit unit:KiloGM`), None for one that is unknown."""
    found: defaultdict[Term, list[KnownUnit | None]] = defaultdict(list)
    of_schema = frozenset(graph.names)
    for relation in graph.unit_relations():
        rows = graph.of_relation(relation)
        heads, tails = graph.heads[rows], graph.tails[rows]
        owners = dict(zip(np.unique(heads).tolist(), decode(np.unique(heads)), strict=True))
        chosen = np.array([owners[head] in of_schema for head in heads.tolist()], dtype=np.bool_)
        terms = decode(np.unique(tails[chosen]))
        units = unit_terms(terms, _named(terms, names))
        known = {item.term: unit_of_term(item.term, item.label) for item in units}
        for head, term in zip(heads[chosen].tolist(), decode(tails[chosen]), strict=True):
            found[owners[head]].append(known[term])
    return dict(found)


def mediated_relations(classes: Iterable[SchemaClass], links: Iterable[SchemaLink]) -> frozenset[Term]:
    """The relations that lead to nameless nodes only."""
    mediators = {item.iri for item in classes if item.mediator}
    nameless: set[Term] = set()
    others: set[Term] = set()
    for link in links:
        (nameless if link.target in mediators else others).add(link.relation)
    return frozenset(nameless - others)


def quantities_of(
    graph: MeasuredNodes, mediated: frozenset[Term], decode: Decode, names: Names
) -> Iterator[SchemaQuantity]:
    """The relations among those that lead to nameless nodes that lead to numbers with units."""
    for unit in graph.unit_relations():
        is_measured = graph.mask(np.unique(graph.heads[graph.of_relation(unit)]))
        into = np.unique(graph.relations[is_measured[graph.tails]])
        for relation in into.tolist():
            if graph.names[relation] in mediated:
                yield from _quantities(graph, relation, unit, decode, names)


def _quantities(
    graph: MeasuredNodes, relation: int, unit: int, decode: Decode, names: Names
) -> Iterator[SchemaQuantity]:
    """What a relation leads to, for each relation from there to numbers."""
    reached = np.unique(graph.tails[graph.of_relation(relation)])
    own = graph.mask(reached)
    units = graph.of_relation(unit)
    unit_heads, unit_tails = graph.heads[units], graph.tails[units]
    here = own[unit_heads]
    unit_heads, unit_tails = unit_heads[here], unit_tails[here]
    different = np.unique(unit_tails)
    if len(different) > MOST_UNITS:
        return
    terms = decode(different)
    around = {graph.names[number] for number in np.unique(graph.relations[own[graph.heads]]).tolist()}
    outward = own[graph.heads] & (graph.tails < graph.literals) & (graph.relations != unit)
    for number in np.unique(graph.relations[outward]).tolist():
        rows = outward & (graph.relations == number)
        are_numbers = [_is_number(term) for term in decode(np.unique(graph.tails[rows]))]
        if not any(are_numbers):
            continue
        ends = [np.sort(heads) for heads in (graph.heads[rows], unit_heads)]
        yield SchemaQuantity(
            relation=graph.names[relation],
            number=graph.names[number],
            unit=graph.names[unit],
            units=unit_terms(terms, _named(terms, names)),
            is_plain=is_plain(around, graph.names[number]),
            is_complete=all(are_numbers) and all(np.array_equal(heads, reached) for heads in ends),
        )


def _named(terms: Sequence[Term], names: Names) -> dict[Term, SchemaNames]:
    return {named.iri: named for named in names([term for term in terms if not is_literal(term)])}


def is_plain(relations: Iterable[Term], number: Term) -> bool:
    """Whether the relations out of some nodes lead to their number and to units only."""
    return all(relation == number or is_unit_relation(relation) for relation in relations)


def unit_terms(terms: Sequence[Term], named: Mapping[Term, SchemaNames]) -> tuple[SchemaUnitTerm, ...]:
    """The terms of units with their labels and what they are known as, sorted."""
    found = []
    for term in sorted(terms):
        label = literal_value(term) if is_literal(term) else named[term].shown()
        unit = unit_of_term(term, label)
        found.append(SchemaUnitTerm(term=term, label=label, unit=unit.text if unit else ""))
    return tuple(found)


def _is_number(term: Term) -> bool:
    return is_literal(term) and literal_datatype(term) in NUMBER_TYPES
