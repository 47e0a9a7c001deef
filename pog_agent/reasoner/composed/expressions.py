"""Expressions that a language model writes, as those of a query."""

import ast
import math
import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, Literal, cast

from pog_agent.models.query import (
    Aggregate,
    Arithmetic,
    ComparisonTest,
    ConstantValue,
    DateDifference,
    DatePart,
    Expression,
    Operator,
    ScalarValue,
    ValueType,
    VariableValue,
)
from pog_agent.models.query_walk import read_variables, value_type
from pog_agent.reasoner.composed.scope import QueryScope, shown_item
from pog_agent.reasoner.composed.statements import StatementError, code_of, variable_of
from pog_agent.terms import XSD, literal

_OPERATIONS: Final[Mapping[type[ast.operator], Literal["+", "-", "*", "/"]]] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
}
_DATED: Final = ("date", "dateTime", "year")
_DATE_PARTS: Final = ("year", "month", "decade")
_AGGREGATES: Final = {
    **{name: name for name in ("sum", "average", "min", "max")},
    **dict.fromkeys(("avg", "mean"), "average"),
}
_DATE: Final = re.compile(r"\d{4}-\d\d-\d\d")
_DATE_TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d.*")
_YEAR: Final = re.compile(r"\d{4}")


class ExpressionWriter:
    """Writes expressions over the variables of one query. Errors are a `StatementError`."""

    def __init__(self, scope: QueryScope) -> None:
        self._scope = scope
        self._functions: Mapping[str, Callable[[list[ast.expr]], Expression]] = {
            "count": self._count,
            "age": partial(self._difference, "years"),
            "years": partial(self._difference, "years"),
            "days": partial(self._difference, "days"),
            **{name: partial(self._date_part, name) for name in _DATE_PARTS},
            **{name: partial(self._aggregate, function) for name, function in _AGGREGATES.items()},
        }

    def write(self, node: ast.expr) -> Expression:
        """The expression of a parsed text."""
        if isinstance(node, ast.Name):
            return self._named(node.id)
        if isinstance(node, ast.Constant):
            return _constant(node.value)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return _negative(node.operand)
        if isinstance(node, ast.BinOp) and type(node.op) in _OPERATIONS:
            operation = _OPERATIONS[type(node.op)]
            return Arithmetic(operation=operation, left=self.write(node.left), right=self.write(node.right))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
            function = self._functions.get(node.func.id.lower())
            if function is not None:
                return function(node.args)
            raise StatementError(f"there is no function {node.func.id!r}: there are {', '.join(self._functions)}")
        raise StatementError(f"{ast.unparse(node)!r} is no expression of variables, numbers and functions")

    def compare(self, left: ast.expr, operator: Operator, right: ast.expr) -> ComparisonTest:
        """A comparison. A date beside a year is compared by its year."""
        one, other = self.write(left), self.write(right)
        return ComparisonTest(left=_beside_year(one, other), operator=operator, right=_beside_year(other, one))

    def shown(self, node: ast.expr) -> Expression:
        """An expression as a column shows it: a variable as its term."""
        if isinstance(node, ast.Name) and code_of(node.id) is None and node.id.lower() not in self._scope.queries:
            return VariableValue(variable=variable_of(node.id))
        return self.write(node)

    def _named(self, name: str) -> Expression:
        code = code_of(name)
        if code is not None and code.kind == "topic":
            return ConstantValue(term=shown_item(self._scope.schema.topics, code.number, "topic").iri)
        variable = variable_of(name)
        if variable in self._scope.queries:
            return ScalarValue(query=self._scope.queries[variable])
        kind = self._scope.kind(variable)
        if kind == "year":
            return DatePart(part="year", variable=variable)
        if kind in ("date", "dateTime"):
            zoned = self._scope.zones.get(variable)
            return VariableValue(variable=variable, type=cast(ValueType, kind), zoned=zoned)
        is_value = kind in ("number", "text")
        return VariableValue(variable=variable, type=cast(ValueType, kind) if is_value else "term")

    def _count(self, arguments: list[ast.expr]) -> Expression:
        if not arguments or not all(isinstance(item, ast.Name) for item in arguments):
            raise StatementError("count takes the variables whose different values are counted")
        over = tuple(variable_of(item.id) for item in arguments if isinstance(item, ast.Name))
        return Aggregate(function="count", over=over)

    def _aggregate(self, function: str, arguments: list[ast.expr]) -> Expression:
        """An aggregate over the things that have the values, so that equal values of two things count twice."""
        (argument,) = self._taken(function, arguments, 1)
        value = self.write(argument)
        over = tuple(dict.fromkeys(self._scope.owner(variable) for variable in read_variables(value)))
        if not over:
            raise StatementError(f"{function} takes values of variables")
        return Aggregate(function=cast(Literal["sum"], function), over=over, value=value)

    def _date_part(self, part: str, arguments: list[ast.expr]) -> Expression:
        (argument,) = self._taken(part, arguments, 1)
        value = self.write(argument)
        if isinstance(value, DatePart) and part == value.part:
            return value
        if isinstance(value, DatePart | VariableValue) and self._scope.kind(value.variable) in _DATED:
            return DatePart(part=cast(Literal["year"], part), variable=value.variable)
        raise StatementError(f"{part} takes the values of an attribute of dates")

    def _difference(self, unit: Literal["days", "years"], arguments: list[ast.expr]) -> Expression:
        start, end = map(self.write, self._taken(unit, arguments, 2))
        dates = VariableValue | ConstantValue
        if not (isinstance(start, dates) and isinstance(end, dates)):
            raise StatementError(f"{unit} takes two dates; of years alone take the difference: year(b) - year(a)")
        return DateDifference(unit=unit, start=start, end=end)

    @staticmethod
    def _taken(function: str, arguments: list[ast.expr], size: int) -> list[ast.expr]:
        if len(arguments) != size:
            raise StatementError(f"{function} takes {size} {'value' if size == 1 else 'values'}")
        return arguments


def _beside_year(one: Expression, other: Expression) -> Expression:
    """The year of a date where the other side is the number of a year."""
    is_date = isinstance(one, VariableValue) and value_type(one) in ("date", "dateTime")
    if is_date and isinstance(one, VariableValue) and value_type(other) == "number":
        return DatePart(part="year", variable=one.variable)
    return one


def _negative(node: ast.expr) -> ConstantValue:
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float) and _is_number(node.value):
        return _constant(-node.value)
    raise StatementError(f"{ast.unparse(node)!r} is no number, so it has no minus before it")


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _constant(value: object) -> ConstantValue:
    if _is_number(value) and math.isfinite(cast(float, value)):
        text = format(value, "f") if isinstance(value, float) else str(value)
        return ConstantValue(term=literal(text, XSD + ("integer" if isinstance(value, int) else "decimal")))
    if isinstance(value, str):
        if _DATE.fullmatch(value):
            return ConstantValue(term=literal(value, XSD + "date"))
        if _DATE_TIME.fullmatch(value):
            return ConstantValue(term=literal(value, XSD + "dateTime"))
        if _YEAR.fullmatch(value):
            return ConstantValue(term=literal(value, XSD + "integer"))
        return ConstantValue(term=literal(value))
    raise StatementError(f"{value!r} is no number, text or date")
