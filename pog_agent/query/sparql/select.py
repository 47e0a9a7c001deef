"""Whole queries in SPARQL. The text can be run as it stands, and yields the result that it proves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pog_agent.models.query import Aggregate, Column, Expression, OrderKey, Query, RankWindow
from pog_agent.models.query_walk import aggregates_of, read_variables, value_type
from pog_agent.query.sparql.expressions import is_computed, write_arithmetic, write_comparison
from pog_agent.query.sparql.names import VariableNames
from pog_agent.query.sparql.patterns import GroupText, Lines, QueryWriting, braced, indented, open_group

_FUNCTIONS = {"count": "COUNT", "sum": "SUM", "average": "AVG", "min": "MIN", "max": "MAX"}


@dataclass(frozen=True)
class WrittenQuery:
    """The text of a query, and the variables that have its columns, without question marks; none of ASK."""

    text: str
    columns: tuple[str, ...]


@dataclass(frozen=True)
class _Rows:
    """A group that has the rows of a query, each as often as it does, and the variable of each column."""

    lines: Lines
    names: dict[str, str]

    def select(self, columns: Sequence[str]) -> Lines:
        """The distinct rows of some columns."""
        return selected(f"DISTINCT {' '.join(f'?{self.names[column]}' for column in columns)}", self.lines)


def sparql_of(query: Query) -> str:
    """The SPARQL 1.1 text of a query. Raises `SettingError` for a term that no query can name."""
    return written_query(query).text


def written_query(query: Query, *, for_virtuoso: bool = False) -> WrittenQuery:
    """The text of a query with the names of its columns there; some are written otherwise for Virtuoso."""
    writing = new_writing(for_virtuoso)
    if query.form == "exists":
        lines = open_group(query.pattern, writing, {}, ()).lines()
        return WrittenQuery("\n".join(["ASK {", *indented(lines), "}"]), ())
    names = {column.name: writing.names.fresh(column.name) for column in query.columns}
    lines = _select(query, names, writing)
    if query.order_by:
        lines[-1] += f" ORDER BY {_order(query, names)}"
    return WrittenQuery("\n".join(lines), tuple(names.values()))


def new_writing(for_virtuoso: bool = False) -> QueryWriting:
    """What the parts of a new text share."""
    writing = QueryWriting(VariableNames(), lambda inner, given: nested_in(inner, given, writing), for_virtuoso)
    return writing


def selected(what: str, body: Lines, ending: str = "") -> Lines:
    """A SELECT query over the lines of a group."""
    return [f"SELECT {what} WHERE {{", *indented(body), f"}}{ending and ' '}{ending}"]


def nested_in(query: Query, names: Mapping[str, str], writing: QueryWriting) -> Lines:
    """A query inside of another one: only the named columns are selected."""
    return _select(query, names, writing)


def _select(query: Query, names: Mapping[str, str], writing: QueryWriting) -> Lines:
    """The distinct rows of the named columns, under these names."""
    chosen = {
        column.name: names[column.name] if column.name in names else writing.names.fresh(column.name)
        for column in query.columns
    }
    simple = _single_group(query, chosen, writing) if set(names) == set(chosen) else None
    if simple is not None:
        return simple
    rows = _rows(query, chosen, writing)
    if query.ranks is not None:
        borders, filters = _window(query, chosen, query.ranks, writing)
        # Virtuoso joins in this order: behind the rows, it would look for the borders once for each row.
        rows = _Rows([*borders, *rows.lines, *filters], chosen)
    return rows.select(list(names))


def _rows(query: Query, names: dict[str, str], writing: QueryWriting) -> _Rows:
    """The rows of a query before its ranks."""
    lines = _groups(query, names, writing) if query.is_grouped else _plain(query, names, writing)
    return _Rows(lines, names)


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


def _single_group(query: Query, names: Mapping[str, str], writing: QueryWriting) -> Lines | None:
    """A query with groups that needs no second level; None for any other."""
    if not query.is_grouped or query.having or query.ranks:
        return None
    aggregates = {
        column.expression: names[column.name] for column in query.columns if column.expression.kind == "aggregate"
    }
    if len(aggregates) + len(query.keys) < len(query.columns) or len(_by_rows(aggregates)) != 1:
        return None
    return _aggregated(query, names, aggregates, writing)


def _window(
    query: Query, names: Mapping[str, str], ranks: RankWindow, writing: QueryWriting
) -> tuple[Lines, Lines]:
    """Subqueries for the values at the borders of the window, and the tests that a row is not beyond them."""
    keys = query.order_by
    first, last = _Border(query, ranks.first, writing), _Border(query, ranks.last, writing)
    if ranks.first == ranks.last:
        lines, filters, values = first.written(len(keys), is_complete=True)
        same = " && ".join(f"?{names[key.column]} = ?{values[key.column]}" for key in keys)
        return lines, [*filters, f"FILTER({same})"]
    lines, _, values = last.written(len(keys))
    filters = [f"FILTER({_not_beyond(keys, names, values, before=True)})"]
    if ranks.first > 1:
        others, counted, values = first.written(len(keys), is_complete=True)
        lines, filters = [*lines, *others], [*filters, *counted]
        filters.append(f"FILTER({_not_beyond(keys, names, values, before=False)})")
    return lines, filters


@dataclass(frozen=True)
class _Border:
    """The keys of the row at a place: the last ones among as many first rows, one key after the other.

    A subquery that orders and takes one row would be shorter, but Virtuoso joins such a one wrongly: it pushes the
    tests of the other rows into it, and so loses ties.
    """

    query: Query
    place: int
    writing: QueryWriting

    def written(self, keys: int, is_complete: bool = False) -> tuple[Lines, Lines, dict[str, str]]:
        """The subqueries for the first keys, tests, and the variable of each key.

        With `is_complete` the tests say that there are as many rows as the place.
        """
        lines: Lines = []
        tests: Lines = []
        names: dict[str, str] = {}
        for number, key in enumerate(self.query.order_by[:keys]):
            earlier, _, values = self.written(number)
            own = {column.name: self.writing.names.fresh(column.name) for column in self.query.columns}
            same = [f"FILTER(?{own[name]} = ?{values[name]})" for name in values]
            names[key.column] = self.writing.names.fresh(f"border_of_{key.column}")
            function = "MAX" if key.descending == (self.place == 1) else "MIN"
            what = f"({function}(?{own[key.column]}) AS ?{names[key.column]})"
            if is_complete and self.place > 1 and not number:
                places = self.writing.names.fresh("places")
                what += f" (COUNT(*) AS ?{places})"
                tests.append(f"FILTER(?{places} = {self.place})")
            lines += braced(selected(what, [*earlier, *self._first_rows(own), *same]))
        return lines, tests, names

    def _first_rows(self, names: dict[str, str]) -> Lines:
        """As many first rows as the place; all rows, of which the best is sought, for the first place."""
        rows = _rows(self.query, names, self.writing)
        if self.place == 1:
            return rows.lines
        lines = rows.select(list(names))
        lines[-1] += f" ORDER BY {_order(self.query, names)} LIMIT {self.place}"
        return braced(lines)


def _not_beyond(
    keys: Sequence[OrderKey], names: Mapping[str, str], border: Mapping[str, str], before: bool
) -> str:
    """The test that a row ties with the border or stands before it in the order, or (not `before`) behind it."""
    key, *others = keys
    own, other = f"?{names[key.column]}", f"?{border[key.column]}"
    operator = ">" if key.descending == before else "<"
    if not others:
        return f"{own} {operator}= {other}"
    rest = _not_beyond(others, names, border, before)
    return f"{own} {operator} {other} || ({own} = {other} && ({rest}))"


def _order(query: Query, names: Mapping[str, str]) -> str:
    return " ".join(f"{'DESC' if key.descending else 'ASC'}(?{names[key.column]})" for key in query.order_by)
