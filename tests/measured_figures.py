"""The measured figures as data, `docs/measured/*.toml`, and the page that is made of them."""

import datetime
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

FOLDER = Path(__file__).parents[1] / "docs" / "measured"
SUBJECTS = ("answers", "queries", "graphs", "documents", "surfaces")
"""The files in the order of the page."""


class _Measured(BaseModel):
    model_config = ConfigDict(extra="forbid")


class FigureTable(_Measured):
    """Rows of cells, and what is said below them."""

    columns: list[str]
    rows: list[list[str]] = Field(min_length=1)
    note: str = ""

    @model_validator(mode="after")
    def _is_even(self) -> Self:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"{len(row)} cells for {len(self.columns)} columns: {row}")
        return self


class Figure(_Measured):
    """What was measured, by which command, on which day."""

    title: str
    about: str = ""
    command: str = Field(pattern=r"^(`|not recorded)")
    date: datetime.date
    table: list[FigureTable] = []


class Subject(_Measured):
    """The figures of one file."""

    title: str
    about: str = ""
    figure: list[Figure]


def subjects() -> list[Subject]:
    """All subjects. Raises `ValidationError` for a figure that lacks its command or date, or for an uneven row."""
    texts = ((FOLDER / f"{name}.toml").read_text(encoding="utf-8") for name in SUBJECTS)
    return [Subject.model_validate(tomllib.loads(text)) for text in texts]


def figures() -> str:
    """All figures as Markdown."""
    return "\n\n".join(part.strip() for subject in subjects() for part in _shown(subject) if part.strip())


def _shown(subject: Subject) -> Iterator[str]:
    yield f"## {subject.title}"
    yield subject.about
    for figure in subject.figure:
        yield f"### {figure.title}"
        yield figure.about
        yield f"Command: {figure.command}. Date: {figure.date}."
        for table in figure.table:
            yield "\n".join(map(_line, (table.columns, ["---"] * len(table.columns), *table.rows)))
            yield table.note


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |".replace("|  |", "| |")
