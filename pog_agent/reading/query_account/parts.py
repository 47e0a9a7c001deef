"""What a query is made of, as far as a question can speak of it: in one list for each kind of part."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from pog_agent.models.query import (
    Aggregate,
    Arithmetic,
    Combination,
    ComparisonTest,
    Condition,
    Constant,
    DateDifference,
    Edge,
    Expression,
    GraphPattern,
    InQuery,
    InstanceOf,
    PatternElement,
    Query,
    TextTest,
)
from pog_agent.models.query_draft import KEY_PREFIX
from pog_agent.models.query_walk import aggregates_of, read_variables, scalars_of, walk
from pog_agent.terms import Term, is_literal

NEGATIVE: Final = "!="
Variable = tuple[int, str]
"""A variable with the number of the query that it belongs to: nested queries have their own."""


@dataclass(frozen=True)
class ClassPart:
    """A variable is in a class."""

    iri: Term
    variable: Variable
    negated: bool


@dataclass(frozen=True)
class RelationPart:
    """A relation leads from one variable to another."""

    iri: Term
    source: Variable
    target: Variable
    negated: bool


@dataclass(frozen=True)
class TermPart:
    """A variable is one of some terms; or none of them, if it is negated by itself."""

    terms: tuple[Term, ...]
    variable: Variable
    negated: bool


@dataclass(frozen=True)
class ComparedPart:
    """A comparison of values; `scope` numbers its query."""

    test: ComparisonTest
    scope: int


@dataclass(frozen=True)
class RankedPart:
    """A window of places in an order by an expression."""

    key: Expression
    descending: bool
    first: int
    last: int
    scope: int


@dataclass(frozen=True)
class AggregatePart:
    """An aggregate; `shown` where it is a column that is asked for, `grouped` where other such are keys."""

    value: Aggregate
    scope: int
    shown: bool
    grouped: bool


@dataclass
class QueryParts:
    """All parts of a query and of those inside of it; `negations` and `unions` count operations."""

    query: Query
    classes: list[ClassPart] = field(default_factory=list)
    relations: list[RelationPart] = field(default_factory=list)
    terms: list[TermPart] = field(default_factory=list)
    compared: list[ComparedPart] = field(default_factory=list)
    texts: list[TextTest] = field(default_factory=list)
    ranked: list[RankedPart] = field(default_factory=list)
    aggregates: list[AggregatePart] = field(default_factory=list)
    computed: list[Arithmetic | DateDifference] = field(default_factory=list)
    negations: int = 0
    unions: int = 0
    _scopes: int = 0

    @classmethod
    def of_query(cls, query: Query) -> "QueryParts":
        """The parts of a query."""
        found = cls(query)
        found._add_query(query)
        return found

    def classes_of(self, variable: Variable) -> list[Term]:
        """The classes that a variable is said to be in."""
        return [part.iri for part in self.classes if part.variable == variable]

    def terms_of(self, variable: Variable) -> list[Term]:
        """The terms that a variable is one of."""
        return [term for part in self.terms if part.variable == variable for term in part.terms]

    def relations_at(self, variable: Variable) -> list[RelationPart]:
        """The relations that a variable is an end of."""
        return [part for part in self.relations if variable in (part.source, part.target)]

    def _add_query(self, query: Query) -> None:
        self._scopes += 1
        scope = self._scopes - 1
        self._add_pattern(query.pattern, scope, negated=False)
        for optional in query.optionals:
            self._add_pattern(optional, scope, negated=False)
        shown = [column for column in query.columns if not column.name.startswith(KEY_PREFIX)]
        is_grouped = query.is_grouped and any(not aggregates_of(column.expression) for column in shown)
        for column in query.columns:
            self._add_expression(
                column.expression, scope, shown=column in shown and scope == 0, grouped=is_grouped
            )
        for test in query.having:
            self._add_test(test, scope)
        if query.ranks:
            columns = {column.name: column.expression for column in query.columns}
            first = query.order_by[0]
            places = query.ranks.first, query.ranks.last
            self.ranked.append(RankedPart(columns[first.column], first.descending, *places, scope))

    def _add_pattern(self, pattern: GraphPattern, scope: int, *, negated: bool) -> None:
        for element in pattern.elements:
            self._add_element(element, scope, negated=negated)
        for condition in pattern.conditions:
            self._add_condition(condition, scope, negated=negated)

    def _add_element(self, element: PatternElement, scope: int, *, negated: bool) -> None:
        if isinstance(element, InstanceOf):
            self.classes.append(ClassPart(element.class_, (scope, element.variable), negated))
        elif isinstance(element, Edge):
            ends = (scope, element.source), (scope, element.target)
            self.relations.append(RelationPart(element.relation, *ends, negated))
        elif isinstance(element, Constant):
            self.terms.append(TermPart(element.terms, (scope, element.variable), negated))
            self.unions += len(element.terms) > 1 and not is_literal(element.terms[0])
        elif isinstance(element, InQuery):
            self._add_query(element.query)
        elif isinstance(element, Combination):
            self._add_combination(element, scope, negated=negated)

    def _add_combination(self, element: Combination, scope: int, *, negated: bool) -> None:
        first, *others = element.patterns
        self._add_pattern(first, scope, negated=negated)
        for pattern in others:
            self._add_pattern(pattern, scope, negated=negated != (element.operation == "difference"))
        self.unions += element.operation == "union"
        self.negations += (element.operation == "difference") * len(others)

    def _add_condition(self, condition: Condition, scope: int, *, negated: bool) -> None:
        if condition.kind == "existence":
            self.negations += condition.negated
            self._add_pattern(condition.pattern, scope, negated=negated != condition.negated)
        elif condition.kind == "text":
            self.texts.append(condition)
        else:
            self._add_test(condition, scope)

    def _add_test(self, test: ComparisonTest, scope: int) -> None:
        self.negations += test.operator == NEGATIVE
        self.compared.append(ComparedPart(test, scope))
        for side in (test.left, test.right):
            if side.kind == "constant" and not is_literal(side.term):
                other = test.right if side is test.left else test.left
                if other.kind == "variable":
                    is_not = test.operator == NEGATIVE
                    self.terms.append(TermPart((side.term,), (scope, other.variable), is_not))
            self._add_expression(side, scope, shown=False, grouped=False)

    def _add_expression(self, expression: Expression, scope: int, *, shown: bool, grouped: bool) -> None:
        for aggregate in aggregates_of(expression):
            self.aggregates.append(AggregatePart(aggregate, scope, shown, grouped))
        self.computed += [part for part in walk(expression) if isinstance(part, Arithmetic | DateDifference)]
        for scalar in scalars_of(expression):
            self._add_query(scalar.query)


def shown_variables(query: Query) -> Iterator[Variable]:
    """The variables that a query shows, counts or takes values of, in the order of its columns."""
    for column in query.columns:
        expression = column.expression
        if column.name.startswith(KEY_PREFIX):
            continue
        if expression.kind == "variable" or expression.kind == "date_part":  # noqa: PLR1714 (mypy narrows by each)
            yield 0, expression.variable
        elif expression.kind == "aggregate":
            names = expression.over if expression.value is None else read_variables(expression.value)
            yield from ((0, name) for name in names)
