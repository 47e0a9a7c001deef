"""Relations to nodes with a number and a unit, read as if they led to the numbers themselves."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from pog_agent.kg.schema.summary import SchemaAttribute, SchemaQuantity, SchemaSummary
from pog_agent.models.query import (
    Arithmetic,
    Edge,
    Expression,
    TermCase,
    TermNumber,
    VariableValue,
)
from pog_agent.terms import XSD, Term
from pog_agent.values.known_units import KnownUnit, exact_decimal, known_unit

_NODE: Final = "_node"
_UNIT: Final = "_unit"


@dataclass(frozen=True)
class MeasuredRelation:
    """A relation to nodes that have nothing but a number and a unit.

    `unit` is the one that the numbers are converted to, None if it is not known. `factors` has what converts each
    unit of the graph to it; it is empty where there is one unit only. `problem` says why numbers do not compare.
    """

    quantity: SchemaQuantity
    unit: KnownUnit | None
    factors: tuple[TermCase, ...] = ()
    problem: str = ""

    @property
    def is_computed(self) -> bool:
        """Whether the numbers are not shown as the graph has them: they are in several units."""
        return bool(self.factors or self.problem)

    @property
    def is_complete(self) -> bool:
        """Whether each node has one number and one unit."""
        return self.quantity.is_complete

    def edges(self, source: str, variable: str) -> tuple[Edge, ...]:
        """The edges from a variable to one for the number."""
        node = variable + _NODE
        edges = (
            Edge(source=source, relation=self.quantity.relation, target=node),
            Edge(source=node, relation=self.quantity.number, target=variable),
        )
        with_unit = Edge(source=node, relation=self.quantity.unit, target=variable + _UNIT)
        return (*edges, with_unit) if self.factors else edges

    def number(self, variable: str) -> Expression:
        """The number of a variable in the common unit."""
        value = VariableValue(variable=variable, type="number")
        if not self.factors:
            return value
        factor = TermNumber(variable=variable + _UNIT, cases=self.factors)
        return Arithmetic(operation="*", left=value, right=factor)


def measured_relations(summary: SchemaSummary) -> dict[Term, MeasuredRelation]:
    """The relations that lead to numbers with units and to nothing else, by their IRI."""
    found: defaultdict[Term, list[SchemaQuantity]] = defaultdict(list)
    for quantity in summary.quantities:
        if quantity.is_plain:
            found[quantity.relation].append(quantity)
    return {
        relation: _measured(max(ways, key=_is_known))
        for relation, ways in found.items()
        if len({way.number for way in ways}) == 1
    }


def _is_known(quantity: SchemaQuantity) -> bool:
    return all(item.unit for item in quantity.units)


def _measured(quantity: SchemaQuantity) -> MeasuredRelation:
    units = {item.term: known_unit(item.unit) for item in quantity.units if item.unit}
    if len(quantity.units) == 1:
        return MeasuredRelation(quantity, units.get(quantity.units[0].term))
    names = ", ".join(sorted({item.unit or item.label for item in quantity.units}))
    known = [unit for unit in units.values() if unit is not None]
    if len(known) == len(quantity.units) and len({unit.dimension for unit in known}) == 1:
        for common in sorted(known, key=lambda unit: unit.factor):
            factors = _factors(units, common)
            if factors is not None:
                return MeasuredRelation(quantity, common, factors)
    return MeasuredRelation(quantity, None, problem=f"in units that are not compared with each other: {names}")


def _factors(units: Mapping[Term, KnownUnit | None], common: KnownUnit) -> tuple[TermCase, ...] | None:
    """What converts each unit to a common one; None where a factor has no end, or a unit another zero."""
    found = []
    for term, unit in units.items():
        factor = None if unit is None else exact_decimal(unit.factor_to(common))
        if factor is None or unit is None or unit.offset != common.offset:
            return None
        found.append(TermCase(term=term, number=f"{factor:f}"))
    return tuple(found)


def with_measured_attributes(summary: SchemaSummary, relations: Iterable[Term]) -> SchemaSummary:
    """The summary in which some relations are no links to nodes, but attributes with numbers."""
    measured = frozenset(relations)
    attributes = [
        SchemaAttribute(
            source=link.source,
            relation=link.relation,
            datatype=XSD + "decimal",
            edges=link.edges,
            sources=link.sources,
            values=link.targets,
            own_edges=link.own_edges,
        )
        for link in summary.links
        if link.relation in measured
    ]
    links = [link for link in summary.links if link.relation not in measured]
    return summary.model_copy(update={"links": tuple(links), "attributes": (*summary.attributes, *attributes)})
