"""Writes the values of attributes in queries: their edges, how they compare, and values of the question."""

from collections.abc import Callable
from fractions import Fraction
from typing import Final, Literal

from pog_agent.asking.question import AskedNumber, AskedTime
from pog_agent.asking.schema import AskedSchema, SchemaWay
from pog_agent.models.query import (
    ComparisonTest,
    Condition,
    ConstantValue,
    DatePart,
    Edge,
    Expression,
    Operator,
    PatternElement,
    ValueType,
    VariableValue,
    number_constant,
)
from pog_agent.terms import XSD, Term, literal
from pog_agent.values.known_units import exact_decimal

TimeKind = Literal["number", "date", "dateTime", "text", "year"]
_DATE_KINDS: Final[dict[Term, TimeKind]] = {XSD + "date": "date", XSD + "dateTime": "dateTime"}
_CLOCKS: Final = {False: "T00:00:00", True: "T23:59:59"}


class ValueEdges:
    """Writes values over one schema. `fresh` gives the name of a new variable."""

    def __init__(self, schema: AskedSchema, fresh: Callable[[], str]) -> None:
        self._schema, self._fresh = schema, fresh

    def timed(
        self, variable: str, step: SchemaWay, operator: Operator, time: AskedTime
    ) -> tuple[tuple[PatternElement, ...], tuple[Condition, ...]]:
        """A time of the question against an attribute: years against years, else days against days."""
        value = self._fresh()
        edges = self.edges(variable, step, value)
        kind = self._time_kind(step.relation)
        if kind == "text" or (kind in ("date", "dateTime") and time.years is None):
            tests = [_day_test(value, kind, op, day, is_end) for op, day, is_end in _bounds(operator, time)]
            return edges, tuple(tests)
        year: Expression = (
            VariableValue(variable=value, type="number")
            if kind == "number"
            else DatePart(part="year", variable=value)
        )
        return edges, tuple(
            ComparisonTest(left=year, operator=op, right=number_constant(str(int(day[:4]))))
            for op, day, _ in _bounds(operator, time)
        )

    def value(self, variable: str, step: SchemaWay) -> tuple[tuple[PatternElement, ...], Expression]:
        """The edges to the value of an attribute, and the value as it compares."""
        value = self._fresh()
        edges = self.edges(variable, step, value)
        kind = self._time_kind(step.relation)
        measured = self._schema.lexicon.measured_relations.get(step.relation)
        if measured is not None:
            if measured.problem:
                raise ValueError(measured.problem)
            return edges, measured.number(value)
        if kind == "year":
            return edges, DatePart(part="year", variable=value)
        zoned = self._schema.lexicon.is_zoned(step.relation) if kind in ("date", "dateTime") else None
        return edges, VariableValue(variable=value, type=kind, zoned=zoned)

    def _time_kind(self, relation: Term) -> TimeKind:
        """How the values of an attribute are compared: as number, date, dateTime, text or by their years."""
        lexicon = self._schema.lexicon
        if lexicon.is_numeric(relation):
            return "number"
        if lexicon.is_day_in_text(relation):
            return "text"
        types = lexicon.datatypes(relation)
        return _DATE_KINDS.get(next(iter(types)), "year") if len(types) == 1 else "year"

    def stated(self, number: AskedNumber, relation: Term) -> ConstantValue:
        """A number of the question in the unit of an attribute."""
        unit = self._schema.lexicon.unit(relation)
        if number.unit is None or unit is None or number.unit == unit:
            return number_constant(number.figures)
        if number.unit.dimension != unit.dimension:
            raise ValueError(f"{number.text} does not compare with {unit.text}")
        converted = exact_decimal(number.unit.converted(Fraction(number.figures), unit))
        if converted is None:
            raise ValueError(f"{number.text} is no decimal number in {unit.text}")
        return number_constant(f"{converted:f}")

    def edges(self, start: str, step: SchemaWay, end: str) -> tuple[Edge, ...]:
        """The edges of a step from one variable to another."""
        source, target = (start, end) if step.forward else (end, start)
        measured = self._schema.lexicon.measured_relations.get(step.relation)
        if measured is not None and step.forward:
            return measured.edges(source, target)
        return (Edge(source=source, relation=step.relation, target=target),)


def _bounds(operator: Operator, time: AskedTime) -> list[tuple[Operator, str, bool]]:
    """A comparison with a time as comparisons with days, each with whether the day's end is meant."""
    if operator == "=":
        return [(">=", time.low, False), ("<=", time.high, True)]
    return [(operator, *((time.high, True) if operator in (">", "<=") else (time.low, False)))]


def _day_test(variable: str, kind: ValueType, operator: Operator, day: str, is_end: bool) -> ComparisonTest:
    if kind == "text":
        return ComparisonTest(
            left=VariableValue(variable=variable, type="text"),
            operator=operator,
            right=ConstantValue(term=literal(day)),
        )
    text = day if kind == "date" else day + _CLOCKS[is_end]
    constant = ConstantValue(term=literal(text, datatype=XSD + kind))
    return ComparisonTest(left=VariableValue(variable=variable, type=kind), operator=operator, right=constant)
