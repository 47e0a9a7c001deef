"""What kind of values a column has, and how its cells become literals."""

import re
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

from pog_agent.tables.mapping import ColumnKind, ColumnMapping
from pog_agent.terms import XSD

LEAST_SHARE: Final = 0.9
"""So many of a column's cells must be of a kind; the others stay texts and are counted."""
MISSING: Final = frozenset(("na", "n/a", "null", "none", "nan", "-", "?"))
"""What stands in cells of numbers, dates and yes or no where there is no value."""
FLAGS: Final = {"true": "true", "yes": "true", "y": "true", "false": "false", "no": "false", "n": "false"}
DATE_FORMATS: Final = (
    *("%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%Y/%m/%d", "%d-%m-%Y", "%d %B %Y", "%d %b %Y"),
    *("%B %d, %Y", "%b %d, %Y", "%Y%m%d"),
)
MOMENT_FORMATS: Final = (
    "%Y-%m-%dT%H:%M:%S",
    "%Y-%m-%d %H:%M:%S",
    "%Y-%m-%d %H:%M",
    "%d.%m.%Y %H:%M",
    "%d/%m/%Y %H:%M",
)
DATATYPES: Final[dict[ColumnKind, str]] = {
    "integer": XSD + "integer",
    "decimal": XSD + "decimal",
    "boolean": XSD + "boolean",
    "date": XSD + "date",
    "moment": XSD + "dateTime",
}
_INTEGER: Final = re.compile(r"[+-]?(?:0|[1-9]\d*)")
_NUMBER: Final = {
    ".": re.compile(r"[+-]?(?:\d{1,3}(?:[, \u00a0']\d{3})+|\d+)(?:\.\d+)?"),
    ",": re.compile(r"[+-]?(?:\d{1,3}(?:[. \u00a0']\d{3})+|\d+)(?:,\d+)?"),
}
_CODE: Final = re.compile(r"[+-]?0\d")
"""Digits behind a zero are a code, such as that of a place."""


def lexical_value(cell: str, column: ColumnMapping) -> str | None:
    """The cell as XML Schema writes values of the column's kind; None where it is none of them."""
    if column.kind == "boolean":
        return FLAGS.get(cell.lower())
    if column.kind == "integer":
        return cell.lstrip("+") if _INTEGER.fullmatch(cell) else None
    if column.kind == "decimal":
        return _decimal_value(cell, column.decimal_mark or ".")
    if column.kind in ("date", "moment"):
        moment = _moment(cell, column.date_format or "")
        return None if moment is None else (moment.date() if column.kind == "date" else moment).isoformat()
    return cell


def proposed_kind(name: str, cells: Sequence[str], *, is_european: bool) -> tuple[ColumnMapping, list[str]]:
    """The kind of a column by its cells that are not empty, and what a reader should know of the choice.

    `is_european` says that the file separates cells by semicolons, as where the comma stands before decimals.
    """
    column = ColumnMapping(column=name, kind="text")
    cells = [cell for cell in cells if cell.lower() not in MISSING]
    if not cells:
        return column, []
    for kind in ("boolean", "integer"):
        if _fits(cells, found := column.model_copy(update={"kind": kind})):
            return found, []
    marks = [mark for mark in (".", ",") if _fits(cells, _decimal(column, mark))]
    if marks:
        says = [] if len(marks) == 1 or all(_INTEGER.fullmatch(cell) for cell in cells) else ["mark"]
        mark = "," if marks == [","] or (says and is_european) else "."
        meant = "decimals" if (mark == ",") == any("," in cell for cell in cells) else "thousands"
        return _decimal(column, mark), [f"the mark in {cells[0]!r} was read as that of {meant}"] if says else []
    for kind, formats in (("date", DATE_FORMATS), ("moment", MOMENT_FORMATS)):
        fitting = [
            found
            for text in formats
            if _fits(cells, found := column.model_copy(update={"kind": kind, "date_format": text}))
        ]
        if fitting:
            two = [item.date_format for item in fitting[:2]] == ["%d/%m/%Y", "%m/%d/%Y"]
            return fitting[0], ["the day was read before the month"] if two else []
    return column, []


def _decimal_value(cell: str, mark: str) -> str | None:
    if not _NUMBER[mark].fullmatch(cell) or _CODE.match(cell):
        return None
    return re.sub(r"[^\d.-]", "", cell.replace(".", "").replace(",", ".") if mark == "," else cell)


def _decimal(column: ColumnMapping, mark: str) -> ColumnMapping:
    return column.model_copy(update={"kind": "decimal", "decimal_mark": mark})


def _fits(cells: Sequence[str], column: ColumnMapping) -> bool:
    return share(cells, lambda cell: lexical_value(cell, column) is not None) >= LEAST_SHARE


def share(cells: Sequence[str], holds: Callable[[str], bool]) -> float:
    """The share of cells of which something holds."""
    return sum(map(holds, cells)) / len(cells)


def _moment(cell: str, date_format: str) -> datetime | None:
    try:
        return datetime.strptime(cell, date_format)
    except ValueError:
        return None
