"""Sets of terms as queries with one column, and the queries that grow out of them."""

from dataclasses import dataclass
from typing import Final, Literal

from pog_agent.models.query import (
    Aggregate,
    Arithmetic,
    Column,
    Combination,
    ComparisonTest,
    Constant,
    ConstantValue,
    Edge,
    Expression,
    GraphPattern,
    InQuery,
    InstanceOf,
    Operator,
    OrderKey,
    PatternElement,
    Query,
    RankWindow,
    VariableValue,
)
from pog_agent.terms import Term

X = "x"
"""The column with the terms of a selection."""
MEASURE = "measure"
Function = Literal["count", "sum", "average", "min", "max"]
Operation = Literal["union", "intersection", "difference"]
FUNCTIONS: Final[dict[str, tuple[Function, ...]]] = {
    "aggregate": ("sum", "average"),
    "superlative": ("min", "max"),
}
"""The aggregates of each kind of computation."""
VALUE = VariableValue(variable="value", type="number")
_X_COLUMN = Column(name=X, expression=VariableValue(variable=X))


@dataclass(frozen=True)
class TermSet:
    """A set of terms with the query that selects them.

    `anchors` are the topics and numbers of the question that the query names, `ops` the kinds of computation that
    it does.
    """

    query: Query
    terms: frozenset[Term]
    anchors: frozenset[str] = frozenset()
    ops: frozenset[str] = frozenset()

    def within(self, name: str) -> PatternElement:
        """An element that binds a variable to the terms."""
        elements = self.query.pattern.elements
        if len(elements) == 1 and isinstance(elements[0], InstanceOf | Constant):
            return elements[0].model_copy(update={"variable": name})
        return InQuery(variables=(name,), columns=(X,), query=self.query)


@dataclass(frozen=True)
class DirectedRelation:
    """A relation along its arrow or against it."""

    relation: str
    forward: bool = True

    def edge(self, source: str, target: str) -> Edge:
        """The step from one variable to another."""
        start, end = (source, target) if self.forward else (target, source)
        return Edge(source=start, relation=self.relation, target=end)


@dataclass(frozen=True)
class GroupMeasure:
    """What is computed of the things in a group: their number, or an aggregate of their values of an attribute."""

    function: Function
    attribute: str | None = None

    @property
    def aggregate(self) -> Aggregate:
        """The aggregate over the things, which are the variable `a`."""
        return Aggregate(function=self.function, over=("a",), value=VALUE if self.attribute else None)

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of computation that it is, besides a group."""
        return frozenset({"aggregate"} if self.function in ("sum", "average") else ())

    def pattern(self, source: TermSet, step: DirectedRelation) -> GraphPattern:
        """Things of a selection, what a step leads to from them as `x`, and their values."""
        values = (DirectedRelation(self.attribute).edge("a", "value"),) if self.attribute else ()
        return GraphPattern(elements=(source.within("a"), step.edge("a", X), *values))


def select(*elements: PatternElement, condition: ComparisonTest | None = None) -> Query:
    """The terms of the variable `x` in a pattern."""
    conditions = (condition,) if condition else ()
    return Query(pattern=GraphPattern(elements=elements, conditions=conditions), columns=(_X_COLUMN,))


def stepped(source: TermSet, step: DirectedRelation) -> Query:
    """What a step leads to."""
    return select(source.within("a"), step.edge("a", X))


def compared(source: TermSet, attribute: str, operator: Operator, right: Expression) -> Query:
    """Those of a selection with a value that compares so."""
    test = ComparisonTest(left=VALUE, operator=operator, right=right)
    return select(source.within(X), DirectedRelation(attribute).edge(X, "value"), condition=test)


def ranked(source: TermSet, attribute: str, descending: bool, last: int) -> Query:
    """Those of a selection with the largest or smallest values."""
    return Query(
        pattern=GraphPattern(elements=(source.within(X), DirectedRelation(attribute).edge(X, "value"))),
        columns=(_X_COLUMN, Column(name=MEASURE, expression=VALUE)),
        order_by=(OrderKey(column=MEASURE, descending=descending),),
        ranks=RankWindow(last=last),
    )


def ranked_groups(
    source: TermSet, step: DirectedRelation, measure: GroupMeasure, descending: bool, last: int
) -> Query:
    """What a step leads to, with the largest or smallest measures of what it starts from."""
    return Query(
        pattern=measure.pattern(source, step),
        columns=(_X_COLUMN, Column(name=MEASURE, expression=measure.aggregate)),
        order_by=(OrderKey(column=MEASURE, descending=descending),),
        ranks=RankWindow(last=last),
    )


def groups_having(
    source: TermSet, step: DirectedRelation, measure: GroupMeasure, operator: Operator, right: ConstantValue
) -> Query:
    """What a step leads to, where the measure of what it starts from compares so."""
    test = ComparisonTest(left=measure.aggregate, operator=operator, right=right)
    return Query(pattern=measure.pattern(source, step), columns=(_X_COLUMN,), having=(test,))


def combined(first: TermSet, second: TermSet, operation: Operation) -> Query:
    """The union, intersection or difference of two selections."""
    patterns = tuple(GraphPattern(elements=(part.within(X),)) for part in (first, second))
    return select(Combination(operation=operation, variables=(X,), patterns=patterns))


def counted(source: TermSet) -> Query:
    """The number of terms."""
    return _scalar(Aggregate(function="count", over=(X,)), source.within(X))


def pairs_counted(source: TermSet, step: DirectedRelation) -> Query:
    """The number of pairs that a step makes."""
    return _scalar(Aggregate(function="count", over=("a", X)), source.within("a"), step.edge("a", X))


def aggregated(source: TermSet, attribute: str, function: Function) -> Query:
    """A sum, average, least or greatest value of a selection."""
    measure = Aggregate(function=function, over=(X,), value=VALUE)
    return _scalar(measure, source.within(X), DirectedRelation(attribute).edge(X, "value"))


def averaged_ratio(source: TermSet, over: str, under: str) -> Query:
    """The average quotient of two attributes of a selection."""
    quotient = Arithmetic(operation="/", left=VALUE, right=VariableValue(variable="divisor", type="number"))
    measure = Aggregate(function="average", over=(X,), value=quotient)
    edges = (DirectedRelation(over).edge(X, "value"), DirectedRelation(under).edge(X, "divisor"))
    return _scalar(measure, source.within(X), *edges)


def counts_by_member(source: TermSet, step: DirectedRelation) -> Query:
    """How many things a step leads to from each of a selection, which is the second column."""
    measure = Column(name=MEASURE, expression=Aggregate(function="count", over=("a",)))
    return Query(
        pattern=GraphPattern(elements=(source.within(X), step.edge(X, "a"))), columns=(measure, _X_COLUMN)
    )


def _scalar(measure: Expression, *elements: PatternElement) -> Query:
    return Query(
        form="scalar",
        pattern=GraphPattern(elements=elements),
        columns=(Column(name=MEASURE, expression=measure),),
    )
