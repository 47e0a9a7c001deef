"""The rows of a query in SPARQL before its ranks: of one group, or of subqueries for its aggregates."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pog_agent.models.query import Aggregate, Column, Expression, Query
from pog_agent.models.query_walk import aggregates_of, read_variables, value_type
from pog_agent.query.sparql.expressions import is_computed, write_arithmetic, write_comparison
from pog_agent.query.sparql.patterns import GroupText, Lines, QueryWriting, braced, indented, open_group

_FUNCTIONS: Final = {"count": "COUNT", "sum": "SUM", "average": "AVG", "min": "MIN", "max": "MAX"}


@dataclass(frozen=True)
class QueryRows:
    """A group that has the rows of a query, each as often as it does, and the variable of each column."""

    lines: Lines
    names: dict[str, str]

    def select(self, columns: Sequence[str]) -> Lines:
        """The distinct rows of some columns."""
        return selected(f"DISTINCT {' '.join(f'?{self.names[column]}' for column in columns)}", self.lines)


def selected(what: str, body: Lines, ending: str = "") -> Lines:
    """A SELECT query over the lines of a group."""
    return [f"SELECT {what} WHERE {{", *indented(body), f"}}{ending and ' '}{ending}"]


def rows_of(query: Query, names: dict[str, str], writing: QueryWriting) -> QueryRows:
    """The rows of a query before its ranks."""
    lines = _groups(query, names, writing) if query.is_grouped else _plain(query, names, writing)
    return QueryRows(lines, names)


def single_group(query: Query, names: Mapping[str, str], writing: QueryWriting) -> Lines | None:
    """A query with groups that needs no second level; None for any other."""
    if not query.is_grouped or query.having or query.ranks:
        return None
    aggregates = {
        column.expression: names[column.name] for column in query.columns if column.expression.kind == "aggregate"
    }
    if len(aggregates) + len(query.keys) < len(query.columns) or len(_by_rows(aggregates)) != 1:
        return None
    return _aggregated(query, names, aggregates, writing)


def _plain(query: Query, names: Mapping[str, str], writing: QueryWriting) -> Lines:
    """The rows of a query without groups: each column is a variable or is bound to its expression."""
    group = _opened(query, names, query.columns, writing)
    bindings: Lines = []
    for column in query.columns:
        bindings += _bound(column, names[column.name], group)
    return [*group.lines(), *bindings]


def _opened(
    query: Query, names: Mapping[str, str], columns: Sequence[Column], writing: QueryWriting, *used: str
) -> GroupText:
    """The group of the pattern and the optional patterns, with the guards of what some columns read.

    A variable that is shown in a column has the name of this column. `used` are further variables to keep.
    """
    given: dict[str, str] = {}
    for column in columns:
        if column.expression.kind == "variable" and column.expression.type != "text":
            given.setdefault(column.expression.variable, f"?{names[column.name]}")
    needed = {*given, *used, *(name for column in columns for name in read_variables(column.expression))}
    needed.update(name for optional in query.optionals for name in optional.variables)
    group = open_group(query.pattern, writing, given, needed)
    for optional in query.optionals:
        inner = open_group(optional, writing, group.variables, needed)
        group.variables |= {name: inner.variables[name] for name in optional.variables}
        first, *rest = braced(inner.lines())
        group.elements += [f"OPTIONAL {first}", *rest]
    group.guard(column.expression for column in columns)
    return group


def _bound(column: Column, name: str, group: GroupText) -> Lines:
    """Binds a column to its expression, where it is not a variable of this name already.

    What cannot be computed, and what is not a number, leaves its row out.
    """
    expression = column.expression
    if expression.kind == "variable" and group.variables[expression.variable] == f"?{name}":
        return []
    lines = [f"BIND({group.expression(expression)} AS ?{name})"]
    if is_computed(expression) or expression.kind == "scalar":
        lines.append(f"FILTER(?{name} = ?{name})")
    return lines


def _groups(query: Query, names: Mapping[str, str], writing: QueryWriting) -> Lines:
    """The rows of a query with groups: subqueries with the aggregates, joined by the keys."""
    aggregates: dict[Aggregate, str] = {}
    for column in query.columns:
        if column.expression.kind == "aggregate":
            aggregates.setdefault(column.expression, names[column.name])
    for expression in _computed_of_aggregates(query):
        for aggregate in aggregates_of(expression):
            if aggregate not in aggregates:
                aggregates[aggregate] = writing.names.fresh(_aggregate_name(aggregate))
    group = GroupText(writing, {})
    for part in _by_rows(aggregates):
        group.elements += braced(_aggregated(query, names, part, writing))

    def write(expression: Expression) -> str:
        return _of_aggregates(expression, aggregates, group)

    bindings: Lines = []
    for column in query.columns:
        name, expression = names[column.name], column.expression
        if column in query.keys or (expression.kind == "aggregate" and aggregates[expression] == name):
            continue
        bindings.append(f"BIND({write(expression)} AS ?{name})")
        if expression.kind != "aggregate":
            bindings.append(f"FILTER(?{name} = ?{name})")
    filters = [f"FILTER({write_comparison(test, write)})" for test in query.having]
    return [*group.elements, *bindings, *filters]


def _computed_of_aggregates(query: Query) -> list[Expression]:
    columns = [column.expression for column in query.columns]
    return [*columns, *(side for test in query.having for side in (test.left, test.right))]


def _of_aggregates(expression: Expression, aggregates: Mapping[Aggregate, str], group: GroupText) -> str:
    """An expression whose aggregates are variables already."""
    if expression.kind == "aggregate":
        return f"?{aggregates[expression]}"
    if expression.kind == "arithmetic":
        left, right = (_of_aggregates(side, aggregates, group) for side in (expression.left, expression.right))
        return write_arithmetic(expression.operation, left, right, group.writing.for_virtuoso)
    return group.expression(expression)


def _aggregate_name(aggregate: Aggregate) -> str:
    read = read_variables(aggregate)
    return "_".join((aggregate.function, *(read or aggregate.over)[:1]))


def _by_rows(aggregates: Mapping[Aggregate, str]) -> list[dict[Aggregate, str]]:
    """The aggregates of the same rows together. A count takes other rows than a sum: unreadable ones too."""
    parts: dict[tuple[object, ...], dict[Aggregate, str]] = {}
    for aggregate, name in aggregates.items():
        rows = (frozenset(aggregate.over), aggregate.value)
        parts.setdefault(rows, {})[aggregate] = name
    return list(parts.values())


def _aggregated(
    query: Query, names: Mapping[str, str], aggregates: Mapping[Aggregate, str], writing: QueryWriting
) -> Lines:
    """A query with some aggregates of the same rows for each group."""
    first = next(iter(aggregates))
    columns = list(query.keys)
    group = _opened(query, names, columns, writing, *first.over, *read_variables(first))
    bindings: Lines = []
    for column in columns:
        bindings += _bound(column, names[column.name], group)
    value = ""
    if first.value is not None:
        group.guard([first.value])
        value = group.expression(first.value)
        if is_computed(first.value) or value_type(first.value) == "text":
            own = writing.names.fresh("value")
            bindings.append(f"BIND({value} AS ?{own})")
            if is_computed(first.value):
                bindings.append(f"FILTER(?{own} = ?{own})")
            value = f"?{own}"
    keys = [f"?{names[column.name]}" for column in columns]
    over = [group.variables[name] for name in (*first.over, *read_variables(first))]
    inner = selected(
        f"DISTINCT {' '.join(dict.fromkeys((*keys, *over, *filter(None, [value]))))}", [*group.lines(), *bindings]
    )
    counted = _counted(query, first, group)
    results = [
        f"({_FUNCTIONS[aggregate.function]}({_averaged(aggregate, value, writing) or counted}) AS ?{name})"
        for aggregate, name in aggregates.items()
    ]
    if keys:
        return selected(" ".join((*keys, *results)), braced(inner), f"GROUP BY {' '.join(keys)}")
    if not value:
        return selected(" ".join(results), braced(inner))
    # The sum of nothing is 0 in SPARQL, and no value here.
    rows = writing.names.fresh("rows")
    found = selected(" ".join((*results, f"(COUNT(*) AS ?{rows})")), braced(inner))
    return selected(" ".join(f"?{name}" for name in aggregates.values()), [*braced(found), f"FILTER(?{rows} > 0)"])


def _averaged(aggregate: Aggregate, value: str, writing: QueryWriting) -> str:
    """The value of an aggregate; as a decimal where Virtuoso would give an integer as the average of integers."""
    return f"{value} * 1.0" if aggregate.function == "average" and writing.for_virtuoso else value


def _counted(query: Query, aggregate: Aggregate, group: GroupText) -> str:
    """What a count counts: the optional variable, the only one, or rows."""
    optional = [name for name in aggregate.over if name not in query.pattern.variables]
    chosen = optional or list(aggregate.over)
    return group.variables[chosen[0]] if len(chosen) == 1 else "*"
