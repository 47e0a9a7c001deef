"""The parts of a query at any depth: its patterns, the queries in it, and the terms that it names."""

from collections.abc import Iterator, Sequence

from pog_agent.models.query import (
    Aggregate,
    Column,
    ConstantValue,
    Expression,
    GraphPattern,
    InstanceOf,
    PatternElement,
    Query,
)
from pog_agent.models.query_draft import KEY_PREFIX
from pog_agent.models.query_walk import aggregates_of, read_variables, scalars_of, variables_of, walk
from pog_agent.terms import Term


def answer_columns(query: Query) -> tuple[Column, ...]:
    """The columns that are what is asked for."""
    return tuple(column for column in query.columns if not column.name.startswith(KEY_PREFIX))


def own_patterns(query: Query) -> Iterator[GraphPattern]:
    """The patterns of a query, those of tests and combinations too, but not those of the queries in it."""
    for pattern in (query.pattern, *query.optionals):
        yield from patterns_within(pattern)


def patterns_within(pattern: GraphPattern) -> Iterator[GraphPattern]:
    """A pattern and the patterns of its tests and combinations, at any depth."""
    yield pattern
    for element in pattern.elements:
        for part in element.patterns if element.kind == "combination" else ():
            yield from patterns_within(part)
    for condition in pattern.conditions:
        if condition.kind == "existence":
            yield from patterns_within(condition.pattern)


def expressions_of(query: Query) -> Iterator[Expression]:
    """All expressions of a query: of its columns, of `having`, and of the comparisons in its patterns."""
    yield from (column.expression for column in query.columns)
    yield from (side for test in query.having for side in (test.left, test.right))
    for pattern in own_patterns(query):
        for condition in pattern.conditions:
            if condition.kind == "comparison":
                yield from (condition.left, condition.right)


def aggregates_in(query: Query) -> tuple[Aggregate, ...]:
    """The aggregates of the columns and of `having`, each once."""
    expressions = [column.expression for column in query.columns]
    expressions += [side for test in query.having for side in (test.left, test.right)]
    return tuple(dict.fromkeys(item for expression in expressions for item in aggregates_of(expression)))


def queries_in(query: Query) -> tuple[Query, ...]:
    """The queries that stand in a query, not those inside of them; each once."""
    members = (
        element.query
        for pattern in own_patterns(query)
        for element in pattern.elements
        if element.kind == "in_query"
    )
    scalars = (scalar.query for expression in expressions_of(query) for scalar in scalars_of(expression))
    return tuple(dict.fromkeys((*members, *scalars)))


def every_query(query: Query) -> Iterator[Query]:
    """A query and all queries in it, at any depth."""
    yield query
    for inner in queries_in(query):
        yield from every_query(inner)


def every_element(query: Query) -> Iterator[PatternElement]:
    """The elements of all patterns of a query, those of the queries in it too."""
    for each in every_query(query):
        for pattern in own_patterns(each):
            yield from pattern.elements


def relations_of(query: Query) -> tuple[Term, ...]:
    """The relations of a query's edges, each once."""
    return tuple(dict.fromkeys(element.relation for element in every_element(query) if element.kind == "edge"))


def classes_of(query: Query) -> tuple[InstanceOf, ...]:
    """The memberships that a query tests, one of each class."""
    found = {element.class_: element for element in every_element(query) if element.kind == "instance"}
    return tuple(found.values())


def constants_of(query: Query) -> tuple[Term, ...]:
    """The IRIs and literals that a query names besides relations and classes, each once."""
    in_patterns = (
        term for element in every_element(query) if element.kind == "constant" for term in element.terms
    )
    in_expressions = (
        part.term
        for each in every_query(query)
        for expression in expressions_of(each)
        for part in walk(expression)
        if isinstance(part, ConstantValue)
    )
    return tuple(dict.fromkeys((*in_patterns, *in_expressions)))


def has_negation(query: Query) -> bool:
    """Whether the query, without the queries in it, asks for what is not there."""
    return any(
        (element.kind == "combination" and element.operation == "difference")
        for pattern in own_patterns(query)
        for element in pattern.elements
    ) or any(
        condition.kind == "existence" and condition.negated
        for pattern in own_patterns(query)
        for condition in pattern.conditions
    )


def subject_of(query: Query) -> str | None:
    """The variable that a query is about: its first answer, what it counts, or the first thing of a class.

    None for a query that only computes with the values of other queries.
    """
    if query.form == "exists":
        return _first_thing(query.pattern.elements)
    for column in answer_columns(query) or query.columns:
        for aggregate in aggregates_of(column.expression):
            return aggregate.over[0]
        for name in read_variables(column.expression):
            return name
    return _first_thing(query.pattern.elements)


def _first_thing(elements: Sequence[PatternElement]) -> str | None:
    instances = [element.variable for element in elements if element.kind == "instance"]
    others = [name for element in elements for name in variables_of(element)]
    return next(iter([*instances, *others]), None)


def connected(elements: Sequence[PatternElement], variable: str) -> tuple[PatternElement, ...]:
    """Those of the elements that hang together with a variable."""
    reached = {variable}
    while True:
        near = {name for item in elements if reached & {*variables_of(item)} for name in variables_of(item)}
        if near <= reached:
            return tuple(item for item in elements if reached & {*variables_of(item)})
        reached |= near
