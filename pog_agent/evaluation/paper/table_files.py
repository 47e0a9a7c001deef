"""The tables of the page as files: CSV for a spreadsheet, LaTeX (booktabs) for a paper."""

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Final

FOLDER: Final = "tables"
_CELL: Final = re.compile(r"(?<!\\)\|")
_LATEX: Final = str.maketrans(
    {sign: f"\\{sign}" for sign in "&%$#_{}"}
    | {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
)


@dataclass(frozen=True)
class PageTable:
    """A table of a Markdown page: the headings above it, and its rows of cells, the head first."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    @property
    def name(self) -> str:
        """The headings as the name of a file."""
        return re.sub(r"[^a-z0-9]+", "-", " ".join(self.headings).lower()).strip("-")

    @property
    def latex(self) -> str:
        """The table with its headings as caption."""
        head, *rows = (" & ".join(cell.translate(_LATEX) for cell in row) + r" \\" for row in self.rows)
        body = [r"\toprule", head, r"\midrule", *rows, r"\bottomrule"]
        columns = "l" * len(self.rows[0])
        caption = ": ".join(self.headings).translate(_LATEX)
        lines = [r"\begin{table}", rf"\caption{{{caption}}}", rf"\begin{{tabular}}{{{columns}}}", *body]
        return "\n".join([*lines, r"\end{tabular}", r"\end{table}", ""])


def tables_of(page: Sequence[str]) -> Iterator[PageTable]:
    """The tables of a page, each with the headings of the second and third level above it."""
    headings: dict[int, str] = {}
    for is_table, lines in groupby(page, key=lambda line: line.startswith("|")):
        if is_table:
            head, _, *rows = map(_cells, lines)
            yield PageTable(tuple(headings[level] for level in sorted(headings)), (head, *rows))
            continue
        for line in lines:
            marks, _, title = line.partition(" ")
            if marks in ("##", "###"):
                headings = {level: text for level, text in headings.items() if level < len(marks)}
                headings[len(marks)] = title


def write_tables(page: Sequence[str], folder: Path) -> None:
    """Writes each table of the page into the folder, as `NAME.csv` and `NAME.tex`; a second one is `NAME-2`.

    Raises `OSError` where a file cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    seen: Counter[str] = Counter()
    for found in tables_of(page):
        seen[found.name] += 1
        name = found.name if seen[found.name] == 1 else f"{found.name}-{seen[found.name]}"
        with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows(found.rows)
        (folder / f"{name}.tex").write_text(found.latex, encoding="utf-8")


def _cells(line: str) -> tuple[str, ...]:
    """The cells of a line without Markdown's emphasis and escapes."""
    cells = (cell.strip().replace(r"\|", "|") for cell in _CELL.split(line)[1:-1])
    return tuple(cell[1:-1] if len(cell) > 2 and cell[0] == cell[-1] == "*" else cell for cell in cells)
