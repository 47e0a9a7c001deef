"""Random values, computations and aggregates over what the variables of a pattern are."""

from collections.abc import Sequence
from random import Random

from pog_agent.models.query import (
    Aggregate,
    Arithmetic,
    ComparisonTest,
    ConstantValue,
    DateDifference,
    DatePart,
    Expression,
    Query,
    ScalarValue,
    TermCase,
    TermNumber,
    VariableValue,
)
from pog_agent.models.query_walk import value_type
from pog_agent.terms import XSD, literal
from tests.query import random_graphs as graphs

Kinds = dict[str, str]
"""By variable what its terms are: node, number, date, dateTime, period or text."""
_TYPES = ("number", "text", "date", "dateTime")
_NUMBERS = (
    *(("0", "integer"), ("1", "integer"), ("2", "integer"), ("-1", "integer")),
    *(("1.5", "decimal"), ("-2.5", "decimal"), ("2.5E0", "double")),
)
LITERALS = {
    "number": (literal("2", XSD + "integer"), literal("1.5", XSD + "decimal"), literal("5")),
    "date": (literal("2000-02-29", XSD + "date"), literal("1999-12-31", XSD + "date")),
    "dateTime": (literal("2000-01-01T00:00:00", XSD + "dateTime"),),
    "period": (literal("2000-02-29", XSD + "date"), literal("1969-07-20", XSD + "date")),
    "text": (literal("Ada"), literal("ada"), literal("Ada", language="en"), literal("x y")),
}
"""Literals of the random graphs by what they are."""


class RandomValues:
    """Makes expressions. `zones` says whether dates of the graph have time zones."""

    def __init__(self, random: Random, zones: bool) -> None:
        self.random, self.zones = random, zones

    def scalar(self, depth: int, kind: str = "") -> Query:
        """A query with one value, of a kind if it has such values."""
        raise NotImplementedError

    def expression(self, kinds: Kinds, depth: int) -> Expression | None:
        """Something to compare or show that is no plain term; None where there is nothing."""
        if self.chance(0.08):
            return self.term_number(self.random.choice(sorted(kinds)), kinds)
        names = [name for name in sorted(kinds) if kinds[name] != "node"]
        if not names:
            return None
        name = self.random.choice(names)
        kind = kinds[name]
        if kind == "period" or (kind in ("date", "dateTime") and self.chance(0.4)):
            return DatePart(part=self.random.choice(("year", "month", "decade")), variable=name)
        if kind in ("date", "dateTime") and self.chance(0.75):
            return self.date_difference(name, kinds)
        if kind == "number" and self.chance(0.4):
            return self.arithmetic(name, kinds, depth)
        return self.variable(name, kinds, ordered=True)

    def date_difference(self, name: str, kinds: Kinds) -> DateDifference:
        others = [other for other in sorted(kinds) if kinds[other] in ("date", "dateTime")]
        start = self.variable(name, kinds)
        end: VariableValue | ConstantValue = self.variable(self.random.choice(others), kinds)
        if self.chance(0.4):
            end = self.constant(self.random.choice(("date", "dateTime")))
        sides = (start, end) if self.chance(0.7) else (end, start)
        return DateDifference(unit=self.random.choice(("days", "years")), start=sides[0], end=sides[1])

    def arithmetic(self, name: str, kinds: Kinds, depth: int) -> Arithmetic:
        """A computation with a number; no result is divided further: Oxigraph divides no zero by a fraction."""
        value = self.variable(name, kinds)
        right: Expression = self.constant("number")
        if self.chance(0.5):
            right = self.variable(self.random.choice([one for one in kinds if kinds[one] == "number"]), kinds)
        elif depth and self.chance(0.3):
            right = self.scalar_value(depth)
        operation = self.random.choice("+-*/")
        sides = (right, value) if operation != "/" and self.chance(0.4) else (value, right)
        made = Arithmetic(operation=operation, left=sides[0], right=sides[1])
        if self.chance(0.25):
            return Arithmetic(operation=self.random.choice("+-*"), left=made, right=self.constant("number"))
        return made

    def term_number(self, name: str, kinds: Kinds) -> Expression:
        """The number that some of the terms of a variable stand for, alone or times a number."""
        values = (*LITERALS["number"], *LITERALS["text"])
        terms = graphs.NODES if kinds[name] == "node" else values
        chosen = self.random.sample(terms, min(len(terms), self.random.choice((1, 2, 5, 12))))
        cases = (TermCase(term=term, number=self.random.choice(("1", "1000", "0.25"))) for term in chosen)
        number = TermNumber(variable=name, cases=tuple(cases))
        others = [other for other in sorted(kinds) if kinds[other] == "number"]
        if not others or self.chance(0.3):
            return number
        return Arithmetic(operation="*", left=self.variable(self.random.choice(others), kinds), right=number)

    def variable(self, name: str, kinds: Kinds, ordered: bool = False) -> VariableValue:
        kind = kinds[name]
        if kind not in ("date", "dateTime"):
            return VariableValue(variable=name, type=kind)
        zoned = self.random.choice((True, False)) if self.zones else False
        return VariableValue(variable=name, type=kind, zoned=zoned if ordered or self.chance(0.3) else None)

    def constant(self, kind: str) -> ConstantValue:
        if kind == "number":
            text, datatype = self.random.choice(_NUMBERS)
            return ConstantValue(term=literal(text, XSD + datatype))
        if kind == "text":
            return ConstantValue(term=literal(self.random.choice(("Ada", "b", "", "straße")), language="en"))
        zone = self.random.choice(("", "Z", "+05:00")) if self.zones else ""
        day = self.random.choice(("2000-01-01", "1999-06-15", "2000-02-29"))
        clock = "T12:00:00" if kind == "dateTime" else ""
        return ConstantValue(term=literal(f"{day}{clock}{zone}", XSD + kind))

    def other_side(self, left: Expression, kinds: Kinds, depth: int) -> Expression:
        """What a value is compared with: another variable, the value of another query, or a constant."""
        kind = value_type(left)
        same = [name for name in kinds if kinds[name] == kind]
        if same and self.chance(0.35):
            return self.variable(self.random.choice(same), kinds)
        if depth and self.chance(0.3):
            scalar = self.scalar_value(depth, kind)
            if value_type(scalar) == kind:
                return scalar
        return self.constant(kind)

    def scalar_value(self, depth: int, kind: str = "number") -> ScalarValue:
        return ScalarValue(query=self.scalar(depth - 1, kind))

    def aggregate(self, kinds: Kinds, optional: set[str], kind: str = "") -> Aggregate:
        """A count, or another aggregate over something that has values; of a kind if one is given."""
        over = self.random.sample(sorted(kinds), min(len(kinds), self.random.choice((1, 1, 1, 2))))
        over = over[:1] if len(set(over) & optional) > 1 else over
        values = [name for name in sorted(kinds) if kinds[name] in _TYPES and kind in ("", kinds[name])]
        if not values or (kind in ("", "number") and self.chance(0.4)):
            return Aggregate(function="count", over=tuple(over))
        value: Expression = self.variable(self.random.choice(values), kinds, ordered=True)
        computed = self.expression(kinds, 0) if kind in ("", "number") and self.chance(0.25) else None
        if computed is not None and value_type(computed) == "number":
            value = computed
        functions: Sequence[str] = ("min", "max")
        if value_type(value) == "number":
            functions = ("sum", "average", "average", "min", "max")
        return Aggregate(function=self.random.choice(functions), over=tuple(over), value=value)

    def of_two(self, left: Expression, kinds: Kinds, optional: set[str], depth: int = 0) -> Arithmetic:
        """Two aggregates in a computation, or one and the value of another query, such as a share of a whole.

        A divisor is a count: Oxigraph divides no zero by a fraction.
        """
        operation = self.random.choice("+-*//")
        right: Expression = self.aggregate(kinds, optional, "number")
        if depth and self.chance(0.3):
            right = self.scalar_value(depth)
            count = right.query.columns[0].expression
            if count.kind != "aggregate" or count.function != "count":
                operation = self.random.choice("+-*")
        elif operation == "/":
            right = Aggregate(function="count", over=right.over)
        return Arithmetic(operation=operation, left=left, right=right)

    def having(self, kinds: Kinds, optional: set[str], depth: int) -> ComparisonTest:
        """A test of groups: an aggregate against a constant, another aggregate or the value of another query."""
        left: Expression = self.aggregate(kinds, optional, self.random.choice(("", "number", "number")))
        kind = value_type(left)
        right: Expression = self.constant(kind)
        if self.chance(0.2):
            other = self.aggregate(kinds, optional, kind)
            right = other if value_type(other) == kind else right
        elif kind == "number" and depth and self.chance(0.3):
            right = self.scalar_value(depth)
        elif kind == "number" and self.chance(0.2):
            left = self.of_two(left, kinds, optional)
        return ComparisonTest(left=left, operator=self.operator(), right=right)

    def is_ordered(self, expression: Expression) -> bool:
        if expression.kind == "variable" and expression.type in ("date", "dateTime"):
            return expression.zoned is not None
        return value_type(expression) != "term"

    def operator(self) -> str:
        return self.random.choice(("=", "!=", "<", "<=", ">", ">="))

    def chance(self, share: float) -> bool:
        return self.random.random() < share
