"""What a valid query is. Each check raises `ValueError` with one line that names the part."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from pog_agent.models.query_walk import (
    aggregates_of,
    has_aggregate,
    operands,
    read_variables,
    scalars_of,
    value_type,
    variables_of,
    walk,
)
from pog_agent.terms import is_blank, is_iri, is_literal

if TYPE_CHECKING:
    from pog_agent.models.query import (
        Aggregate,
        Combination,
        ComparisonTest,
        Condition,
        Expression,
        GraphPattern,
        InQuery,
        Query,
    )

_DATES = ("date", "dateTime")
_LANGUAGE_TAG = re.compile(r"[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*")


def checked_constant(term: str) -> str:
    """The term of a constant: an IRI or a literal."""
    if is_literal(term):
        if term.rfind('"') == 0:
            raise ValueError(f"{term!r} is not a literal in N-Triples form")
        return term
    if is_blank(term) or not is_iri(term):
        raise ValueError(f"{term!r} is neither an absolute IRI nor a literal: a query cannot name it")
    return term


def check_query(query: "Query") -> None:
    """Raises `ValueError` for a query that says nothing, or says it of unknown variables or wrong types."""
    known = set(query.pattern.variables)
    _check_pattern(query.pattern, frozenset())
    for optional in query.optionals:
        added = optional.variables - query.pattern.variables
        _check_pattern(optional, frozenset())
        if not optional.variables & query.pattern.variables:
            raise ValueError("an optional pattern shares no variable with the pattern that it extends")
        if added & known:
            raise ValueError(f"two optional patterns bind {_listed(added & known)}")
        known |= added
    _check_form(query)
    _check_columns(query, frozenset(known))
    _check_order(query)


def _check_form(query: "Query") -> None:
    if query.form == "exists":
        if query.columns or query.optionals or query.having or query.order_by or query.ranks:
            raise ValueError("an exists query has a pattern and nothing else")
        if not query.pattern.elements:
            raise ValueError("an exists query has at least one element")
        return
    if not query.columns:
        raise ValueError(f"a query of the form {query.form!r} has at least one column")
    if query.form == "scalar" and (
        len(query.columns) > 1
        or query.having
        or query.order_by
        or query.ranks
        or _reads_rows(query.columns[0].expression)
    ):
        raise ValueError("a scalar query has one column of aggregates, and neither having nor an order")


def _reads_rows(expression: "Expression") -> bool:
    """Whether an expression reads a variable outside of an aggregate."""
    if expression.kind == "aggregate":
        return False
    return expression.kind in ("variable", "date_part", "term_number") or any(
        map(_reads_rows, operands(expression))
    )


def _check_columns(query: "Query", known: frozenset[str]) -> None:
    names = [column.name for column in query.columns]
    if len(set(names)) < len(names):
        raise ValueError("two columns have the same name")
    for column in query.columns:
        expression = column.expression
        _check_expression(expression, known)
        if column.name in known and not (
            expression.kind == "variable" and expression.variable == column.name and expression.type != "text"
        ):
            raise ValueError(f"the column {column.name!r} has the name of a variable whose term it does not show")
        if not (read_variables(expression) or has_aggregate(expression) or scalars_of(expression)):
            raise ValueError(f"the column {column.name!r} is a constant")
        if has_aggregate(expression) and _reads_rows(expression):
            raise ValueError(f"the column {column.name!r} mixes an aggregate with single rows")
        for aggregate in aggregates_of(expression):
            _check_aggregate(aggregate, query, known)
    for test in query.having:
        _check_comparison(test, known)
        if not (has_aggregate(test.left) or has_aggregate(test.right)):
            raise ValueError("a comparison in 'having' has an aggregate on one side")
        for side in (test.left, test.right):
            if _reads_rows(side):
                raise ValueError("a comparison in 'having' reads aggregates, constants and scalars only")
            for aggregate in aggregates_of(side):
                _check_aggregate(aggregate, query, known)
    for key in query.keys if query.is_grouped else ():
        _check_key(key.expression, key.name, query)


def _check_key(expression: "Expression", name: str, query: "Query") -> None:
    is_term = expression.kind == "variable" and expression.type == "term"
    if not is_term and expression.kind not in ("date_part", "date_difference"):
        raise ValueError(f"the key {name!r} of a group is neither a term nor a part or difference of dates")
    if not set(read_variables(expression)) <= query.pattern.variables:
        raise ValueError(f"the key {name!r} of a group reads an optional variable")


def _check_aggregate(aggregate: "Aggregate", query: "Query", known: frozenset[str]) -> None:
    _check_known(aggregate.over, known)
    if any(part.kind == "aggregate" for operand in operands(aggregate) for part in walk(operand)):
        raise ValueError("an aggregate stands in an aggregate")
    if any(part.kind == "scalar" for part in walk(aggregate)):
        raise ValueError("an aggregate takes no value of another query")
    if len(set(aggregate.over) - query.pattern.variables) > 1:
        raise ValueError("an aggregate runs over more than one optional variable")
    if aggregate.function == "count":
        if aggregate.value is not None:
            raise ValueError("a count has no value: it counts the rows of its 'over' variables")
        return
    if aggregate.value is None:
        raise ValueError(f"the aggregate {aggregate.function!r} has no value")
    if not read_variables(aggregate.value):
        raise ValueError(f"the aggregate {aggregate.function!r} takes a constant")
    if aggregate.function in ("sum", "average") and value_type(aggregate.value) != "number":
        raise ValueError(f"the aggregate {aggregate.function!r} takes numbers, not {value_type(aggregate.value)}")
    _check_ordered(aggregate.value, f"the aggregate {aggregate.function!r}")


def _check_order(query: "Query") -> None:
    columns = {column.name: column.expression for column in query.columns}
    for key in query.order_by:
        if key.column not in columns:
            raise ValueError(f"the order names {key.column!r}, which is no column")
        _check_ordered(columns[key.column], f"the order by {key.column!r}")
    if query.ranks and not query.order_by:
        raise ValueError("ranks need an order")
    if query.ranks and query.ranks.last < query.ranks.first:
        raise ValueError("the last rank is before the first one")


def _check_ordered(expression: "Expression", what: str) -> None:
    """Values that are ordered are of one type, and of dates either all or none have a time zone."""
    if value_type(expression) == "term":
        raise ValueError(f"{what} needs a number, text or date, not a term")
    for part in walk(expression):
        if part.kind == "variable" and value_type(expression) in _DATES and part.zoned is None:
            raise ValueError(f"{what} has to say whether its dates have a time zone (zoned)")


def _check_pattern(pattern: "GraphPattern", outer: frozenset[str]) -> None:
    """Checks a pattern; `outer` are the variables around it, which its conditions may use."""
    for element in pattern.elements:
        if element.kind == "in_query":
            _check_in_query(element)
        elif element.kind == "combination":
            _check_combination(element)
    known = pattern.variables | outer
    for condition in pattern.conditions:
        _check_condition(condition, pattern.variables, known)
    _check_connected(pattern, outer)


def _check_in_query(element: "InQuery") -> None:
    if len(element.variables) != len(element.columns):
        raise ValueError("a nested query has as many columns as variables that it binds")
    if element.query.form != "rows":
        raise ValueError(f"a nested query has the form 'rows', not {element.query.form!r}")
    shown = {column.name: column.expression for column in element.query.columns}
    for name in element.columns:
        if name not in shown:
            raise ValueError(f"the nested query has no column {name!r}")
        expression = shown[name]
        if expression.kind != "variable" or expression.type == "text":
            raise ValueError(f"the column {name!r} of a nested query is no variable, so nothing can be in it")
        if expression.variable not in element.query.pattern.variables:
            raise ValueError(f"the column {name!r} of a nested query is optional")
    if len(set(element.variables)) < len(element.variables):
        raise ValueError("a nested query binds a variable twice")


def _check_combination(element: "Combination") -> None:
    for pattern in element.patterns:
        _check_pattern(pattern, frozenset())
        missing = set(element.variables) - pattern.variables
        if missing:
            raise ValueError(f"a pattern of the {element.operation} does not bind {_listed(missing)}")


def _check_condition(condition: "Condition", bound: frozenset[str], known: frozenset[str]) -> None:
    if condition.kind == "comparison":
        if has_aggregate(condition.left) or has_aggregate(condition.right):
            raise ValueError("an aggregate stands in a condition of single rows: use 'having'")
        _check_comparison(condition, known)
    elif condition.kind == "text":
        _check_known((condition.variable,), known)
        if condition.test == "language" and not _LANGUAGE_TAG.fullmatch(condition.text):
            raise ValueError(f"{condition.text!r} is no language tag")
    else:
        _check_pattern(condition.pattern, bound)
        if not condition.pattern.variables & bound:
            raise ValueError("the pattern of an existence test shares no variable with the pattern around it")


def _check_comparison(test: "ComparisonTest", known: frozenset[str]) -> None:
    for side in (test.left, test.right):
        _check_expression(side, known)
    left, right = value_type(test.left), value_type(test.right)
    if left != right:
        raise ValueError(f"a {left} is compared with a {right}")
    if left == "term" and test.operator not in ("=", "!="):
        raise ValueError(f"terms are the same or not: they have no order for {test.operator!r}")


def _check_expression(expression: "Expression", known: frozenset[str]) -> None:
    _check_known(read_variables(expression), known)
    for part in walk(expression):
        types = [value_type(operand) for operand in operands(part)]
        if part.kind == "arithmetic" and set(types) != {"number"}:
            raise ValueError(f"{part.operation!r} takes numbers, not {' and '.join(types)}")
        if part.kind == "date_difference" and not set(types) <= set(_DATES):
            raise ValueError(f"a difference of dates takes dates, not {' and '.join(types)}")
        if part.kind == "variable" and part.zoned is not None and part.type not in _DATES:
            raise ValueError(f"a {part.type} has no time zone")
    for scalar in scalars_of(expression):
        if scalar.query.form != "scalar":
            raise ValueError(f"a scalar value needs a query of the form 'scalar', not {scalar.query.form!r}")


def _check_known(names: Iterable[str], known: frozenset[str]) -> None:
    unknown = set(names) - known
    if unknown:
        raise ValueError(f"unknown variable {_listed(unknown)}")


def _check_connected(pattern: "GraphPattern", outer: frozenset[str]) -> None:
    """All elements hang together, over shared variables or over comparisons of their values."""
    links = [set(variables_of(element)) for element in pattern.elements]
    links += [
        {*read_variables(test.left), *read_variables(test.right)} - outer
        for test in pattern.conditions
        if test.kind == "comparison"
    ]
    parts: list[set[str]] = []
    for link in filter(None, links):
        touched = [part for part in parts if part & link]
        parts = [part for part in parts if not part & link] + [set(link).union(*touched)]
    if len(parts) > 1 and not outer:
        raise ValueError(f"nothing connects {_listed(parts[0])} with {_listed(parts[1])}")


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(repr, sorted(names)))
