"""What the Markdown pages share: tables, shares in percent, the names of models, and links to plots."""

from collections.abc import Sequence
from pathlib import Path


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """The lines of a Markdown table."""
    cells = [[text.replace("|", "\\|").replace("\n", " ") for text in row] for row in (head, *rows)]
    lines = [f"| {' | '.join(row)} |" for row in cells]
    return [lines[0], "|" + "---|" * len(head), *lines[1:]]


def share(value: float | None) -> str:
    """A share in percent; a dash for None."""
    return "-" if value is None else f"{100 * value:.1f}%"


def model_name(name: str, bound: bool) -> str:
    """A model in a table; the oracle's figures are bounds."""
    return f"{name} (bound, no accuracy)" if bound else name


def plot_links(files: Sequence[Path]) -> list[str]:
    """A line for each plot that shows it, from the folder above that of the plots."""
    return [f"![{file.stem}]({file.parent.name}/{file.name})" for file in files]
