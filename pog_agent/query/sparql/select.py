"""Whole queries in SPARQL. The text can be run as it stands, and yields the result that it proves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pog_agent.models.query import OrderKey, Query, RankWindow
from pog_agent.query.sparql.names import VariableNames
from pog_agent.query.sparql.patterns import Lines, QueryWriting, braced, indented, open_group
from pog_agent.query.sparql.rows import QueryRows, rows_of, selected, single_group


@dataclass(frozen=True)
class WrittenQuery:
    """The text of a query, and the variables that have its columns, without question marks; none of ASK."""

    text: str
    columns: tuple[str, ...]
    for_virtuoso: bool = False


def sparql_of(query: Query) -> str:
    """The SPARQL 1.1 text of a query. Raises `SettingError` for a term that no query can name."""
    return written_query(query).text


def written_query(query: Query, *, for_virtuoso: bool = False) -> WrittenQuery:
    """The text of a query with the names of its columns there; some are written otherwise for Virtuoso."""
    writing = new_writing(for_virtuoso)
    if query.form == "exists":
        lines = open_group(query.pattern, writing, {}, ()).lines()
        return WrittenQuery("\n".join(["ASK {", *indented(lines), "}"]), (), for_virtuoso)
    names = {column.name: writing.names.fresh(column.name) for column in query.columns}
    lines = _select(query, names, writing)
    if query.order_by:
        lines[-1] += f" ORDER BY {_order(query, names)}"
    return WrittenQuery("\n".join(lines), tuple(names.values()), for_virtuoso)


def new_writing(for_virtuoso: bool = False) -> QueryWriting:
    """What the parts of a new text share."""
    writing = QueryWriting(VariableNames(), lambda inner, given: nested_in(inner, given, writing), for_virtuoso)
    return writing


def nested_in(query: Query, names: Mapping[str, str], writing: QueryWriting) -> Lines:
    """A query inside of another one: only the named columns are selected."""
    return _select(query, names, writing)


def _select(query: Query, names: Mapping[str, str], writing: QueryWriting) -> Lines:
    """The distinct rows of the named columns, under these names."""
    chosen = {
        column.name: names[column.name] if column.name in names else writing.names.fresh(column.name)
        for column in query.columns
    }
    simple = single_group(query, chosen, writing) if set(names) == set(chosen) else None
    if simple is not None:
        return simple
    rows = rows_of(query, chosen, writing)
    if query.ranks is not None:
        borders, filters = _window(query, chosen, query.ranks, writing)
        # Virtuoso joins in this order: behind the rows, it would look for the borders once for each row.
        rows = QueryRows([*borders, *rows.lines, *filters], chosen)
    return rows.select(list(names))


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
        rows = rows_of(self.query, names, self.writing)
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
