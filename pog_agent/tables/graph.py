"""Makes a graph of mapped tables: labels on everything, typed literals, links between rows."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from pyoxigraph import Literal, NamedNode, Triple

from pog_agent.errors import SettingError
from pog_agent.extraction.turtle import SKOS_ALIAS, slug
from pog_agent.tables.kinds import DATATYPES, MISSING, lexical_value
from pog_agent.tables.mapping import ColumnMapping, GraphMapping, TableMapping
from pog_agent.tables.proposing import keys_of, parts_of
from pog_agent.tables.reading import Table
from pog_agent.terms import RDFS_LABEL, humanize

RDF_TYPE: Final = NamedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#type")
LABEL: Final = NamedNode(RDFS_LABEL)
ALIAS: Final = NamedNode(SKOS_ALIAS)
CLASS: Final = NamedNode("http://www.w3.org/2000/01/rdf-schema#Class")
_MOST_NAMED: Final = 3


@dataclass
class _Rows:
    """The rows of a table as entities, and which of them a key or a name means."""

    nodes: list[NamedNode]
    labels: list[str]
    by_value: dict[str, list[NamedNode]]


@dataclass
class TableGraph:
    """The triples of some tables, with what could not be converted."""

    tables: Sequence[Table]
    mapping: GraphMapping
    warnings: list[str] = field(default_factory=list)

    def triples(self) -> Iterator[Triple]:
        """All triples, in the order of files, rows and columns. Raises `SettingError` for a wrong mapping."""
        by_name = {table.name: table for table in self.tables}
        _check(self.mapping, by_name)
        rows = {item.file: self._rows(by_name[item.file], item) for item in self.mapping.tables}
        for item in self.mapping.tables:
            class_node = NamedNode(f"{self.mapping.base}class/{slug(item.label)}")
            yield Triple(class_node, RDF_TYPE, CLASS)
            yield Triple(class_node, LABEL, Literal(item.label))
            own = rows[item.file]
            for node, label in zip(own.nodes, own.labels, strict=True):
                yield Triple(node, RDF_TYPE, class_node)
                yield Triple(node, LABEL, Literal(label))
            for column in item.columns:
                yield from self._column(by_name[item.file], item, column, rows)

    def _rows(self, table: Table, mapping: TableMapping) -> _Rows:
        keys = keys_of(table, mapping)
        names = table.columns[mapping.name] if mapping.name else [""] * table.rows
        seen: Counter[str] = Counter()
        nodes, by_value = [], defaultdict(list)
        labels = [name or _unnamed(mapping, key) for name, key in zip(names, keys, strict=True)]
        for key, name in zip(keys, names, strict=True):
            seen[key] += 1
            again = f"_{seen[key]}" if seen[key] > 1 else ""
            node = NamedNode(f"{self.mapping.base}{slug(mapping.label)}/{slug(key)}{again}")
            nodes.append(node)
            for value in {key, name} - {""}:
                by_value[value].append(node)
        repeated = sum(count - 1 for count in seen.values())
        if repeated:
            self.warnings.append(
                f"{table.name}: rows that repeat a key of {mapping.key!r}: {repeated:,}; "
                "each is an entity of its own"
            )
        empty = sum(not cell for cell in table.columns[mapping.key]) if mapping.key else 0
        if empty:
            self.warnings.append(
                f"{table.name}: rows without {mapping.key!r}: {empty:,}; their place stands for it"
            )
        return _Rows(nodes, labels, dict(by_value))

    def _column(
        self, table: Table, mapping: TableMapping, column: ColumnMapping, rows: dict[str, _Rows]
    ) -> Iterator[Triple]:
        if column.kind in ("skip", "name"):
            return
        label = column.label or humanize(column.column).lower()
        relation = NamedNode(f"{self.mapping.base}relation/{slug(self._relation_name(mapping, column, label))}")
        yield Triple(relation, LABEL, Literal(label))
        if column.kind == "entity":
            yield from self._entities(rows[table.name], relation, label, column, table.columns[column.column])
            return
        wrong: list[str] = []
        missing = 0
        for node, cell in zip(rows[table.name].nodes, table.columns[column.column], strict=True):
            for value in parts_of(cell, column.separator):
                if column.kind == "link":
                    yield from self._links(node, relation, value, rows[column.to or ""], wrong)
                    continue
                written = lexical_value(value, column)
                if written is None and value.lower() in MISSING:
                    missing += 1
                    continue
                if written is None:
                    wrong.append(value)
                yield Triple(node, relation, _literal(value, written, column))
                if column.column == mapping.key and mapping.name:
                    yield Triple(node, ALIAS, Literal(value))
        if missing:
            self.warnings.append(
                f"{table.name}: {column.column!r}: cells that say that there is no value: {missing:,}"
            )
        if wrong:
            what = f"no row of {column.to!r}" if column.kind == "link" else f"no {column.kind}"
            shown = ", ".join(map(repr, list(dict.fromkeys(wrong))[:_MOST_NAMED]))
            self.warnings.append(
                f"{table.name}: {column.column!r}: values that are {what}: {len(wrong):,} ({shown}); they "
                "are kept as " + ("entities without a class" if column.kind == "link" else "texts")
            )

    def _links(
        self, node: NamedNode, relation: NamedNode, value: str, target: _Rows, wrong: list[str]
    ) -> Iterator[Triple]:
        """The links to the rows that a value means; to a new entity where it means none."""
        for other in target.by_value.get(value, ()):
            yield Triple(node, relation, other)
        if value not in target.by_value:
            wrong.append(value)
            unknown = NamedNode(f"{self.mapping.base}other/{slug(value)}")
            yield Triple(unknown, LABEL, Literal(value))
            yield Triple(node, relation, unknown)

    def _entities(
        self, own: _Rows, relation: NamedNode, label: str, column: ColumnMapping, cells: Sequence[str]
    ) -> Iterator[Triple]:
        """The values of a column as entities of a class, which is called as the column is."""
        class_node = NamedNode(f"{self.mapping.base}class/{slug(label)}")
        yield Triple(class_node, RDF_TYPE, CLASS)
        yield Triple(class_node, LABEL, Literal(label))
        for node, cell in zip(own.nodes, cells, strict=True):
            for value in parts_of(cell, column.separator):
                other = NamedNode(f"{self.mapping.base}{slug(label)}/{slug(value)}")
                yield Triple(other, RDF_TYPE, class_node)
                yield Triple(other, LABEL, Literal(value))
                yield Triple(node, relation, other)

    def _relation_name(self, mapping: TableMapping, column: ColumnMapping, label: str) -> str:
        """The name of a relation; with that of its class where another file means something else by it."""
        kinds = {
            (other.kind, other.to)
            for table in self.mapping.tables
            for other in table.columns
            if other.label == column.label
        }
        name = label if len(kinds) == 1 else f"{mapping.label} {label}"
        return " ".join(re.sub(r"[()\[\]]", " ", name).split())


def _literal(value: str, written: str | None, column: ColumnMapping) -> Literal:
    """A value as its column's kind writes it, else as a text."""
    datatype = DATATYPES.get(column.kind)
    if written is None or datatype is None:
        return Literal(value)
    return Literal(written, datatype=NamedNode(datatype))


def _unnamed(mapping: TableMapping, key: str) -> str:
    return f"{mapping.label} {key}"


def _check(mapping: GraphMapping, tables: dict[str, Table]) -> None:
    """Raises `SettingError` where the mapping names a file or column that is not there, or leaves one out."""
    files = [item.file for item in mapping.tables]
    for name in (*files, *tables):
        if name not in tables or files.count(name) != 1:
            raise SettingError(
                f"the mapping and the files differ in {name!r}: each file is mapped once, by its name"
            )
    for item in mapping.tables:
        columns = tables[item.file].columns
        named = [column.column for column in item.columns]
        for name in (*named, *filter(None, (item.key, item.name))):
            if name not in columns:
                raise SettingError(
                    f"the mapping of {item.file!r} names a column {name!r}; there are {', '.join(columns)}"
                )
        for name in columns:
            if name not in named:
                raise SettingError(f"the mapping of {item.file!r} leaves out {name!r}; give it the kind 'skip'")
        for column in item.columns:
            if column.kind == "link" and column.to not in files:
                raise SettingError(
                    f"the mapping of {item.file!r} links {column.column!r} to {column.to!r}, no file here"
                )
