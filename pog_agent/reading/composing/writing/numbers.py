"""Writes the numbers of attributes in one unit, and the numbers of a question in theirs."""

from pog_agent.models.query import (
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
