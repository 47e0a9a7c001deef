"""Short ways to write queries in tests."""

from collections.abc import Sequence

from pog_agent.models.query import (
    Aggregate,
    Column,
    ComparisonTest,
    Constant,
    ConstantValue,
    DatePart,
    Edge,
    ExistenceTest,
    Expression,
    GraphPattern,
    InstanceOf,
    OrderKey,
    Query,
    RankWindow,
    VariableValue,
)
from pog_agent.terms import XSD, literal

EX = "http://example.org/"


def edge(source: str, relation: str, target: str) -> Edge:
    return Edge(source=source, relation=EX + relation, target=target)


def instance(name: str, class_: str) -> InstanceOf:
    return InstanceOf(variable=name, class_=EX + class_)


def one_of(name: str, *terms: str) -> Constant:
    return Constant(variable=name, terms=tuple(term if term.startswith('"') else EX + term for term in terms))


def pattern(*parts: object) -> GraphPattern:
    """Elements and conditions, in any order."""
    kinds = ("comparison", "text", "existence")
    conditions = tuple(part for part in parts if part.kind in kinds)
    return GraphPattern(elements=tuple(part for part in parts if part.kind not in kinds), conditions=conditions)


def variable(name: str, type_: str = "term", zoned: bool | None = None) -> VariableValue:
    return VariableValue(variable=name, type=type_, zoned=zoned)


def number(name: str) -> VariableValue:
    return variable(name, "number")


def constant(text: str) -> ConstantValue:
    """An integer, or a term."""
    return ConstantValue(term=literal(text, XSD + "integer") if text.isdigit() else text)


def compared(left: Expression, operator: str, right: Expression) -> ComparisonTest:
    return ComparisonTest(left=left, operator=operator, right=right)


def exists(*parts: object) -> ExistenceTest:
    return ExistenceTest(pattern=pattern(*parts))


def without(*parts: object) -> ExistenceTest:
    return ExistenceTest(pattern=pattern(*parts), negated=True)


def after(part: str, name: str) -> DatePart:
    return DatePart(part=part, variable=name)


def count(*over: str) -> Aggregate:
    return Aggregate(function="count", over=over)


def aggregate(function: str, over: str, value: Expression | None) -> Aggregate:
    return Aggregate(function=function, over=(over,), value=value)


def column(name: str, expression: Expression | None = None) -> Column:
    return Column(name=name, expression=expression or variable(name))


def rows(
    where: GraphPattern,
    *columns: Column,
    optionals: Sequence[GraphPattern] = (),
    having: Sequence[ComparisonTest] = (),
    order_by: Sequence[str] = (),
    ranks: tuple[int, int] | None = None,
) -> Query:
    """Rows; an order by ``-name`` is descending."""
    keys = tuple(OrderKey(column=name.lstrip("-"), descending=name.startswith("-")) for name in order_by)
    return Query(
        pattern=where,
        optionals=tuple(optionals),
        columns=columns,
        having=tuple(having),
        order_by=keys,
        ranks=RankWindow(first=ranks[0], last=ranks[1]) if ranks else None,
    )


def greatest(where: GraphPattern, name: str, key: Column, ranks: tuple[int, int] = (1, 1)) -> Query:
    """The things that a variable stands for, with the greatest values of a key; or those of some later ranks."""
    return rows(where, column(name), key, order_by=[f"-{key.name}"], ranks=ranks)


def scalar(where: GraphPattern, value: Expression) -> Query:
    return Query(form="scalar", pattern=where, columns=(Column(name="result", expression=value),))
