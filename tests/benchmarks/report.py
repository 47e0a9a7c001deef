"""Figures of a benchmark: measured, printed, saved, compared with an earlier run, drawn against graph size."""

import json
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import numpy as np

Row = Mapping[str, object]
"""One line of a report: values by column name."""

STATUS = Path("/proc/self/status")
CLEAR_REFS = Path("/proc/self/clear_refs")
RESET_PEAK = "5"


@dataclass(frozen=True)
class Figures:
    """Cost of one call.

    `peak_mib` is the most memory the process had resident during the call, `base_mib` what it had before; both
    are None where the system does not say (they need Linux and a writable /proc/self/clear_refs).
    """

    cpu_seconds: float
    wall_seconds: float
    peak_mib: float | None
    base_mib: float | None


@dataclass(frozen=True)
class Point:
    """Cost at one graph size, as one dot of a curve."""

    curve: str
    triples: int
    cpu_seconds: float
    peak_mib: float


def measure(run: Callable[[], object]) -> Figures:
    """CPU seconds of all threads, wall seconds, and memory of one call. What it returns is dropped."""
    knows_peak = _reset_peak()
    base = _resident("VmRSS") if knows_peak else None
    cpu, wall = time.process_time(), time.perf_counter()
    run()
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    return Figures(cpu, wall, _resident("VmHWM") if knows_peak else None, base)


def children_stats() -> dict[int, list[str]]:
    """The fields of /proc/PID/stat behind the name, for all processes below this one (Linux)."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(FileNotFoundError, ProcessLookupError):
            text = (folder / "stat").read_text(encoding="utf-8", errors="replace")
            found[int(folder.name)] = text.rpartition(")")[2].split()
    below = {os.getpid()}
    while more := {process for process, fields in found.items() if int(fields[1]) in below} - below:
        below |= more
    return {process: found[process] for process in below - {os.getpid()}}


def child_threads_cpu() -> float:
    """CPU seconds so far of the living threads of all processes below this one (Linux): finer than a tick."""
    nanoseconds = 0
    for process in children_stats():
        for task in Path(f"/proc/{process}/task").glob("*/schedstat"):
            with suppress(FileNotFoundError, ProcessLookupError):
                nanoseconds += int(task.read_text().split()[0])
    return nanoseconds / 1e9


def table(rows: Sequence[Row]) -> str:
    """Rows as text in columns: numbers to the right, the rest to the left, "-" for what a row lacks."""
    columns = list(dict.fromkeys(column for row in rows for column in row))
    lines = [columns, *([_shown(row.get(column)) for column in columns] for row in rows)]
    widths = [max(map(len, cells)) for cells in zip(*lines, strict=True)]
    to_right = [any(_is_number(row.get(column)) for row in rows) for column in columns]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(line, widths, to_right, strict=True)
        ).rstrip()
        for line in lines
    )


def save_json(path: Path, rows: Sequence[Row]) -> None:
    """Writes rows as a JSON list, for `load_json` and `compare`."""
    path.write_text(json.dumps([dict(row) for row in rows], indent=1) + "\n", encoding="utf-8")


def load_json(path: Path) -> list[Row]:
    """Reads what `save_json` wrote."""
    rows: list[Row] = json.loads(path.read_text(encoding="utf-8"))
    return rows


def compare(rows: Sequence[Row], earlier: Sequence[Row], key: str) -> str:
    """A table of now / earlier for each number of the rows whose `key` both runs have.

    Rows that only one run has are named below the table.
    """
    before = {row[key]: row for row in earlier}
    now = {row[key]: row for row in rows}
    ratios = [{key: name, **_ratios(row, before[name], key)} for name, row in now.items() if name in before]
    lines = [table(ratios)] if ratios else []
    for heading, names in (("only now", now.keys() - before.keys()), ("only earlier", before.keys() - now.keys())):
        if names:
            lines.append(f"{heading}: {', '.join(sorted(map(str, names)))}")
    return "\n".join(lines)


def exponent(sizes: Sequence[float], costs: Sequence[float]) -> float:
    """The p of the least-squares fit ``cost = c * size ** p``. All numbers are positive, two sizes at least."""
    return float(np.polyfit(np.log(sizes), np.log(costs), 1)[0])


def growth_plot(points: Sequence[Point], path: Path) -> None:
    """Draws CPU seconds and peak memory against triples, log-log, fitted exponents in the legend, to a PNG.

    Exits with an instruction where matplotlib is missing.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError:
        sys.exit("growth plots need matplotlib: pip install matplotlib")
    figure = Figure(figsize=(10, 4.2), layout="constrained")
    panels = (("CPU seconds", "cpu_seconds"), ("peak memory (MiB)", "peak_mib"))
    for axes, (title, value) in zip(figure.subplots(1, 2), panels, strict=True):
        for curve, own in groupby(sorted(points, key=lambda point: (point.curve, point.triples)), _curve):
            dots = list(own)
            sizes, costs = [dot.triples for dot in dots], [getattr(dot, value) for dot in dots]
            fitted = f": triples^{exponent(sizes, costs):.2f}" if len(set(sizes)) > 1 else ""
            axes.loglog(sizes, costs, marker="o", label=curve + fitted)
        axes.set(title=title, xlabel="triples")
        axes.grid(visible=True, which="both", alpha=0.3)
        axes.legend()
    figure.savefig(path, dpi=150)


def _curve(point: Point) -> str:
    return point.curve


def _reset_peak() -> bool:
    """Sets the peak of resident memory back to what is resident now; False where that is not allowed."""
    try:
        CLEAR_REFS.write_text(RESET_PEAK)
    except OSError:
        return False
    return True


def _resident(field: str) -> float:
    """A memory field of this process in MiB."""
    lines = STATUS.read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith(f"{field}:"))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _shown(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:.0f}" if abs(value) >= 1000 else f"{value:.3g}"
    return str(value)


def _ratios(row: Row, before: Row, key: str) -> dict[str, float]:
    """Quotients of the numbers that both rows have; none where the earlier one is zero."""
    return {
        name: value / old
        for name, value in row.items()
        if name != key
        and isinstance(value, int | float)
        and isinstance(old := before.get(name), int | float)
        and old
        and not isinstance(value, bool)
    }
