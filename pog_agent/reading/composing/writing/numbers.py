"""Writes the numbers of attributes in one unit, and the numbers of a question in theirs."""

from collections.abc import Sequence

from pog_agent.models.query import (
    Arithmetic,
    ConstantValue,
    Edge,
    Expression,
    Operator,
    VariableValue,
    number_constant,
)
from pog_agent.reading.composing.stated.amounts import StatedAmount, in_unit
from pog_agent.reading.composing.writing.unwritten import IncomparableError
from pog_agent.reading.schema.lexicon import SchemaLexicon
from pog_agent.terms import Term
from pog_agent.values.known_units import KnownUnit, exact_decimal


class NumberWriter:
    """Writes the numbers of attributes of one graph. Raises `IncomparableError` where they have no one unit."""

    def __init__(self, lexicon: SchemaLexicon) -> None:
        self._lexicon = lexicon

    def edges(self, source: str, relation: Term, target: str) -> tuple[Edge, ...]:
        """The edges of a relation; through a node where its numbers have units of their own."""
        measured = self._lexicon.measured_relations.get(relation)
        if measured is None:
            return (Edge(source=source, relation=relation, target=target),)
        return measured.edges(source, target)

    def number(self, relation: Term, variable: str) -> Expression:
        """The number of a variable, in one unit for all."""
        measured = self._lexicon.measured_relations.get(relation)
        if measured is None:
            return VariableValue(variable=variable, type="number")
        if measured.problem:
            raise IncomparableError(f"the values of {self._lexicon.label(relation)!r} are {measured.problem}")
        return measured.number(variable)

    def is_computed(self, relation: Term) -> bool:
        """Whether the numbers are in several units, so that those of the graph are not shown as they are."""
        measured = self._lexicon.measured_relations.get(relation)
        return measured is not None and measured.is_computed

    def unit(self, relation: Term) -> str:
        """The unit of the numbers as it is shown; empty where it is not known."""
        unit = self._lexicon.unit(relation)
        return unit.text if unit else ""

    def stated(self, amount: StatedAmount, relation: Term, operator: Operator) -> ConstantValue:
        """A number of the question in the unit of an attribute, so that no unit is left in the query."""
        unit = self._lexicon.unit(relation)
        number = in_unit(amount, unit, operator)
        if number is None:
            raise IncomparableError(
                f"{amount.text!r} does not compare with {self._lexicon.label(relation)!r}, "
                f"whose values are in {unit.text if unit else 'another unit'}"
            )
        return number_constant(number.figures)

    def converted(self, number: Expression, relation: Term, other: Term) -> Expression:
        """A number of an attribute in the unit of another one; as it is where both units are not known."""
        own, unit = self._lexicon.unit(relation), self._lexicon.unit(other)
        if own is None and unit is None:
            return number
        factor = exact_decimal(own.factor_to(unit)) if own and unit and _have_one_zero(own, unit) else None
        if factor is None:
            labels = " and ".join(repr(self._lexicon.label(item)) for item in (other, relation))
            raise IncomparableError(f"the values of {labels} do not compare: they are in {_named((unit, own))}")
        if factor == 1:
            return number
        return Arithmetic(operation="*", left=number, right=number_constant(f"{factor:f}"))


def _have_one_zero(one: KnownUnit, other: KnownUnit) -> bool:
    return one.dimension == other.dimension and one.offset == other.offset


def _named(units: Sequence[KnownUnit | None]) -> str:
    return " and ".join(unit.text if unit else "an unknown unit" for unit in units)
