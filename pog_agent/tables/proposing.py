"""Proposes what becomes of the columns of some files: keys, names, kinds of values, links between the files."""

import re
from collections.abc import Sequence
from typing import Final

from pog_agent.tables.kinds import proposed_kind, share
from pog_agent.tables.mapping import BASE, ColumnMapping, GraphMapping, TableMapping
from pog_agent.tables.reading import Table
from pog_agent.terms import humanize
from pog_agent.values.known_units import KnownUnit, known_unit
from pog_agent.values.unit_names import unit_in_name
from pog_agent.words import singular, stem

LEAST_MATCHING: Final = 0.5
"""So many of a column's different values must be keys or names of another file to be links to it."""
LEAST_DISTINCT: Final = 0.9
_KEY_WORDS: Final = frozenset("id key code no nr number uuid identifier".split())  # noqa: SIM905
_NAME_WORDS: Final = frozenset("name title label".split())  # noqa: SIM905
_CODE_LETTERS: Final = 3
_CODES_AND_WORDS: Final = frozenset("all bam bob cop cup gel mad mop nad pen sos top try".split())  # noqa: SIM905
"""Codes of currencies that are words, too."""
_SEPARATORS: Final = (";", "|")
_MOST_WORDS: Final = 4
_LONGEST_PART: Final = 60
_BRACKETED: Final = re.compile(r"\s*[(\[]([^()\[\]]+)[)\]]$")


def proposed_mapping(tables: Sequence[Table], base: str = BASE) -> tuple[GraphMapping, list[str]]:
    """What becomes of all columns, and what a reader should know of the choices."""
    said: list[str] = []
    labels = [_class_label(table) for table in tables]
    mapped = [_with_key(table, [*labels[:place], *labels[place + 1 :]]) for place, table in enumerate(tables)]
    for table, mapping in zip(tables, mapped, strict=True):
        _name_rows(table, mapping, tables, mapped)
    for table, mapping in zip(tables, mapped, strict=True):
        for name, cells in table.columns.items():
            column, notes = _column(name, cells, table, tables, mapped)
            mapping.columns.append(column)
            said += [f"{table.name}: {name!r}: {note}" for note in notes]
    return GraphMapping(base=base, tables=mapped), said


def keys_of(table: Table, mapping: TableMapping) -> list[str]:
    """The key of each row; the number of the row where the file has none, or the cell is empty."""
    cells = table.columns[mapping.key] if mapping.key else [""] * table.rows
    return [cell or f"row {number}" for number, cell in enumerate(cells, start=1)]


def parts_of(cell: str, separator: str | None) -> list[str]:
    """The values of a cell."""
    parts = cell.split(separator) if separator else [cell]
    return [part.strip() for part in parts if part.strip()]


def _class_label(table: Table) -> str:
    words = humanize(table.name).lower().split() or ["row"]
    return " ".join([*words[:-1], singular(words[-1])])


def _with_key(table: Table, others: Sequence[str]) -> TableMapping:
    """The table with its key: the first column that is called so, else the first column, if its cells all differ.

    A column that is named after one of the `others` ("station_id") is a link, not a key.
    """
    label = _class_label(table)
    own = [name for name in table.columns if not _mentions(name, others) or _mentions(name, [label])]
    for name in own:
        if _last_word(name) in _KEY_WORDS and len(set(table.columns[name])) >= LEAST_DISTINCT * table.rows:
            return TableMapping(file=table.name, label=label, key=name)
    first = next(iter(table.columns))
    is_key = first in own and len(set(table.columns[first]) - {""}) == table.rows
    return TableMapping(file=table.name, label=label, key=first if is_key else None)


def _last_word(name: str) -> str:
    return (humanize(name).lower().split() or [""])[-1]


def _mentions(name: str, labels: Sequence[str]) -> bool:
    """Whether a header shares a word with the label of a class."""
    words = {stem(word) for label in labels for word in label.split()}
    return any(stem(word) in words for word in humanize(name).lower().split())


def _name_rows(
    table: Table, mapping: TableMapping, tables: Sequence[Table], mapped: Sequence[TableMapping]
) -> None:
    """Says which column names the rows: one called so, else the first of different texts that links nowhere."""
    own = {stem(word) for word in mapping.label.split()}
    texts = [name for name, cells in table.columns.items() if _is_naming(cells)]
    called = [
        name
        for name in texts
        if (words := {stem(word) for word in humanize(name).lower().split()}) <= own or words & _NAME_WORDS
    ]
    others = [
        name
        for name in texts
        if name != mapping.key and not _target(name, table.columns[name], table, tables, mapped)
    ]
    key_is_code = mapping.key is not None and _last_word(mapping.key) in _KEY_WORDS
    candidates = [*called, *([] if mapping.key and not key_is_code else others)]
    mapping.name = next(iter(candidates), None if key_is_code else mapping.key)


def _is_naming(cells: Sequence[str]) -> bool:
    filled = [cell for cell in cells if cell]
    return (
        bool(filled)
        and len(set(filled)) >= LEAST_DISTINCT * len(cells)
        and share(filled, _may_be_name) >= LEAST_DISTINCT
        and proposed_kind("", filled, is_european=False)[0].kind == "text"
    )


def _may_be_name(cell: str) -> bool:
    return len(cell) <= _LONGEST_PART and any(map(str.isalpha, cell)) and not cell[0].isdigit()


def _is_proper_name(value: str) -> bool:
    """Whether a value looks like the name of a person or place: several words with capitals, no digits."""
    words = value.split()
    return 1 < len(words) <= _MOST_WORDS and all(
        word[0].isupper() and not re.search(r"\d", word) for word in words
    )


def _column(
    name: str, cells: Sequence[str], table: Table, tables: Sequence[Table], mapped: Sequence[TableMapping]
) -> tuple[ColumnMapping, list[str]]:
    mapping = mapped[tables.index(table)]
    filled = [cell for cell in cells if cell]
    if name == mapping.name:
        return ColumnMapping(column=name, kind="name"), []
    column, notes = proposed_kind(name, filled, is_european=table.separator == ";")
    separator = _separator(filled) if column.kind == "text" and name != mapping.key else None
    values = [part for cell in filled for part in parts_of(cell, separator)]
    target = None if name == mapping.key else _target(name, values, table, tables, mapped)
    if target is not None:
        words = humanize(name).lower().split()
        label = " ".join(words[:-1] if len(words) > 1 and words[-1] in _KEY_WORDS else words)
        link = ColumnMapping(column=name, kind="link", label=label, to=target[0], separator=separator)
        return link, [f"{target[1]:.0%} of its values are rows of {target[0]!r}: it links to them"]
    if (
        column.kind == "text"
        and name != mapping.key
        and values
        and share(values, _is_proper_name) >= LEAST_DISTINCT
    ):
        entity = ColumnMapping(column=name, kind="entity", label=_label(name, False), separator=separator)
        return entity, ["its values are names: they are things of their own"]
    is_number = column.kind in ("integer", "decimal")
    return column.model_copy(update={"label": _label(name, is_number), "separator": separator}), notes


def _label(name: str, is_number: bool) -> str:
    """The header in words; the unit of numbers in brackets, where the reader of questions finds it."""
    bracketed = _BRACKETED.search(name)
    words = humanize(name[: bracketed.start()] if bracketed else name).split()
    text = " ".join(word if word.isupper() and len(word) > 1 else word.lower() for word in words)
    if bracketed:
        return f"{text} ({bracketed[1]})"
    unit = _unit(words[-1]) if is_number and len(words) > 1 else None
    if unit is not None and (unit.is_currency or unit_in_name(text) is not None):
        return f"{' '.join(text.split()[:-1])} ({unit.text})"
    return text


def _unit(word: str) -> KnownUnit | None:
    """The unit that the last word of a header says; the code of a currency may be in small letters."""
    if len(word) == _CODE_LETTERS and word not in _CODES_AND_WORDS:
        currency = known_unit(word.upper())
        if currency is not None and currency.is_currency:
            return currency
    return known_unit(word)


def _separator(cells: Sequence[str]) -> str | None:
    """What separates the values of cells, where it stands in several of them and between short texts only."""
    for separator in _SEPARATORS:
        several = [cell for cell in cells if separator in cell]
        parts = [part for cell in several for part in cell.split(separator)]
        if len(several) >= 2 and all(part.strip() and len(part) <= _LONGEST_PART for part in parts):
            return separator
    return None


def _target(
    name: str, values: Sequence[str], table: Table, tables: Sequence[Table], mapped: Sequence[TableMapping]
) -> tuple[str, float] | None:
    """The file whose keys or names the values are, and the share of the different values that are.

    Numbers are keys only of a file that the header mentions, or of their own ("manager_id"): small numbers are
    keys of every file.
    """
    found: list[tuple[float, str]] = []
    distinct = list({value for value in values if value})
    if not distinct:
        return None
    header = {stem(word) for word in humanize(name).lower().split()}
    for other, mapping in zip(tables, mapped, strict=True):
        if name in (mapping.key, mapping.name) and other is table:
            continue
        is_own_key = other is table and len(header) > 1 and _last_word(name) in _KEY_WORDS
        is_mentioned = is_own_key or bool(header & {stem(word) for word in mapping.label.split()})
        for column in filter(None, (mapping.key, mapping.name)):
            known = set(other.columns[column])
            matching = share(distinct, known.__contains__)
            is_number = share(distinct, lambda value: value.replace(".", "").isdecimal()) > LEAST_MATCHING
            if matching >= LEAST_MATCHING and (is_mentioned or not is_number):
                found.append((matching + is_mentioned, other.name))
    if not found:
        return None
    best, target = max(found)
    return target, best if best <= 1 else best - 1
