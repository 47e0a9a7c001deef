"""Walks over the parts of queries: which variables an element binds, what an expression reads and is."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pog_agent.models.value import Value
from pog_agent.terms import XSD, is_literal, literal_datatype

if TYPE_CHECKING:
    from pog_agent.models.query import (
        Aggregate,
        Condition,
        Expression,
        PatternElement,
        Query,
        ScalarValue,
        ValueType,
    )

NUMBER_TYPES = frozenset(
    XSD + name
    for name in (
        *("integer", "decimal", "double", "float", "int", "long", "short", "byte"),
        *("nonNegativeInteger", "positiveInteger", "nonPositiveInteger", "negativeInteger"),
        *("unsignedInt", "unsignedLong", "unsignedShort", "unsignedByte"),
    )
)
"""The datatypes that are numbers in SPARQL."""
_DATE_TYPES: "dict[str, ValueType]" = {XSD + "date": "date", XSD + "dateTime": "dateTime"}


def variables_of(element: "PatternElement") -> tuple[str, ...]:
    """The variables that an element of a pattern binds."""
    if element.kind == "edge":
        return (element.source, element.target)
    if element.kind == "constant" or element.kind == "instance":  # noqa: PLR1714 (mypy narrows by each)
        return (element.variable,)
    return element.variables


def operands(expression: "Expression") -> "tuple[Expression, ...]":
    """The expressions that an expression is computed of; those of a scalar query are its own."""
    if expression.kind == "arithmetic":
        return (expression.left, expression.right)
    if expression.kind == "date_difference":
        return (expression.start, expression.end)
    if expression.kind == "aggregate" and expression.value is not None:
        return (expression.value,)
    return ()


def walk(expression: "Expression") -> "tuple[Expression, ...]":
    """The expression and all that it is computed of."""
    return (expression, *(inner for operand in operands(expression) for inner in walk(operand)))


def read_variables(expression: "Expression") -> tuple[str, ...]:
    """The variables whose values an expression reads, each once; what an aggregate runs over is not read."""
    found = [part.variable for part in walk(expression) if part.kind in ("variable", "date_part", "term_number")]
    return tuple(dict.fromkeys(found))


def aggregates_of(expression: "Expression") -> "tuple[Aggregate, ...]":
    """The aggregates in an expression."""
    return tuple(part for part in walk(expression) if part.kind == "aggregate")


def has_aggregate(expression: "Expression") -> bool:
    """Whether an expression has an aggregate in it."""
    return bool(aggregates_of(expression))


def scalars_of(expression: "Expression") -> "tuple[ScalarValue, ...]":
    """The scalar queries in an expression."""
    return tuple(part for part in walk(expression) if part.kind == "scalar")


def values_in(part: object) -> Iterator[Value]:
    """All values in a query or a part of it, itself first, nested queries included."""
    if isinstance(part, Value):
        yield part
        for name in type(part).model_fields:
            yield from values_in(getattr(part, name))
    elif isinstance(part, tuple):
        for item in part:
            yield from values_in(item)


def mentioned(condition: "Condition") -> Iterator[str]:
    """All variables that a condition names, those inside of an existence test too."""
    if condition.kind == "comparison":
        yield from read_variables(condition.left)
        yield from read_variables(condition.right)
    elif condition.kind == "text":
        yield condition.variable
    else:
        yield from condition.pattern.variables
        for inner in condition.pattern.conditions:
            yield from mentioned(inner)


def value_type(expression: "Expression") -> "ValueType":
    """What the value of an expression is."""
    if expression.kind == "variable":
        return expression.type
    if expression.kind == "constant":
        return _constant_type(expression.term)
    if expression.kind == "scalar":
        return value_type(expression.query.columns[0].expression)
    if expression.kind == "aggregate" and expression.value is not None:
        return value_type(expression.value)
    return "number"


def _constant_type(term: str) -> "ValueType":
    if not is_literal(term):
        return "term"
    datatype = literal_datatype(term)
    if datatype is None:
        return "text"
    return "number" if datatype in NUMBER_TYPES else _DATE_TYPES.get(datatype, "term")


def is_one_relation(query: "Query") -> bool:
    """Whether a query only says what one relation joins something with, as a path says it better.

    Which of several it is, no path says.
    """
    edges = [element for element in query.pattern.elements if element.kind == "edge"]
    others = [element for element in query.pattern.elements if element.kind not in ("edge", "constant")]
    is_plain = not (query.pattern.conditions or query.optionals or query.having or query.order_by or query.ranks)
    is_bare = query.form == "rows" and is_plain and not query.is_grouped and len(edges) == 1 and not others
    return is_bare and not choices_of(query)


def choices_of(query: "Query") -> tuple[str, ...]:
    """The terms of several of which a query shows those that it holds of; a name may stand for several, too."""
    shown = {name for column in query.columns for name in read_variables(column.expression)}
    named = (item for item in query.pattern.elements if item.kind == "constant" and item.variable in shown)
    return tuple(term for item in named if len(item.terms) > 1 for term in item.terms)
