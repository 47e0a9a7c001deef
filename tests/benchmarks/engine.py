"""The graph engine on generated graphs, run as by the topic-entity phase of PoG: cost, growth, completeness.

Usage: python -m tests.benchmarks.engine --graphs DIR [--sizes S M L XL] [--questions own|more|both] [--limit N]
           [--degree N] [--json FILE] [--compare EARLIER.json] [--plot FILE.png] [--metaqa FOLDER ...]

What DIR lacks is generated and compiled first. Cost is that of detection, reduction and enumeration together, in
a second run of each question; memory is taken in a third. Where the engine cut nothing and listing all walks is
affordable, its patterns are compared with the yardstick's: `missed` and `false` must be 0.
"""

import argparse
import gc
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from statistics import median
from typing import cast
from zlib import crc32

import numpy as np

from pog_agent.kg.base import IndexedGraph
from pog_agent.kg.local.compiled import CompiledGraph
from pog_agent.subgraph.detection.indexed import read_subgraph
from pog_agent.subgraph.detection.limits import DetectedSubgraph, DetectionLimits
from pog_agent.subgraph.detection.reduce import reduce_graph
from pog_agent.subgraph.exploration.enumerate import EnumerationBudget
from pog_agent.subgraph.exploration.explore import Exploration, LengthWindow, find_entity_paths
from pog_agent.subgraph.graph import Subgraph
from pog_agent.terms import Term
from tests.benchmarks.completeness import against_yardstick
from tests.benchmarks.generated import NAMESPACE, SIZES, TopicSet
from tests.benchmarks.indexed import asked, load, prepare
from tests.benchmarks.reduction import mean_reduction
from tests.benchmarks.report import (
    Point,
    Row,
    compare,
    exponent,
    growth_plot,
    load_json,
    measure,
    save_json,
    table,
)

D_MAX = 3
TRIPLES = 20_000_000
BUDGET = EnumerationBudget(patterns=200_000)

KINDS = {"own": ("own",), "more": ("more",), "both": ("own", "more")}


def fixed_score(relations: Sequence[str]) -> list[float]:
    """A similarity from 0 to 0.5 for each relation: arbitrary, but always the same."""
    return [crc32(name.encode()) / 2**33 for name in relations]


def run(
    kg: IndexedGraph, topics: Sequence[Term], limits: DetectionLimits
) -> tuple[DetectedSubgraph, Subgraph, Exploration, dict[str, float]]:
    """Detection, reduction and enumeration of one question; CPU seconds of each, and CPU and wall of all."""
    wall, cpu = time.perf_counter(), [time.process_time()]
    found = read_subgraph(kg, (topics, ()), D_MAX, limits)
    cpu.append(time.process_time())
    reduced = reduce_graph(found.graph, topics, D_MAX)
    cpu.append(time.process_time())
    window = LengthWindow(0, D_MAX * len(topics), 2 * D_MAX)
    explored = find_entity_paths(reduced, topics, window, BUDGET, fixed_score)
    cpu.append(time.process_time())
    stages = dict(zip(("detect", "reduce", "enumerate"), np.diff(cpu).tolist(), strict=True))
    times = {**stages, "cpu": cpu[-1] - cpu[0], "wall": time.perf_counter() - wall}
    return found, reduced, explored, times


def measured(kg: CompiledGraph, size: str, question: TopicSet, limits: DetectionLimits) -> Row:
    """All figures of one question."""
    topics = [NAMESPACE + name for name in question.ids]
    *_, first = run(kg, topics, limits)
    found, reduced, explored, again = run(kg, topics, limits)
    cut = (*found.warnings, *explored.truncated)
    row: dict[str, object] = {
        "kind": "question",
        "case": " ".join((size, *question.ids)),
        "size": size,
        "topics": len(topics),
        **again,
        "first_cpu": first["cpu"],
        "first_wall": first["wall"],
        "detected": len(found.graph.heads),
        "reduced": len(reduced.heads),
        "patterns": len(explored.patterns),
        "cut": list(cut),
    }
    del found, reduced, explored
    gc.collect()
    kept: list[Exploration] = []
    memory = measure(lambda: kept.append(run(kg, topics, limits)[2]))
    row |= {"peak_mib": memory.peak_mib, "base_mib": memory.base_mib}
    if listed := None if cut else against_yardstick(kg, topics, kept.pop().patterns, D_MAX):
        row |= {**listed, "ratio": again["cpu"] / cast("float", listed["yardstick_seconds"])}
        if listed["missed"] or listed["false"]:
            print(f"MISSED {listed['missed']}, FALSE {listed['false']}: {row['case']}", flush=True)
    return row


def of_size(
    folder: Path, size: str, questions: tuple[Sequence[str], int | None], limits: DetectionLimits
) -> list[Row]:
    """Figures of one graph: of itself, and of each question. `questions` are as in `asked`."""
    compiled = prepare(folder, size)
    kg, loading = load(folder, size)
    cost = {f"compile_{name}": value for name, value in asdict(compiled).items()} if compiled else {}
    graph: dict[str, object] = {"kind": "graph", "case": size, "triples": kg.adjacency.triples}
    graph |= {"nodes": len(kg.terms), "max_degree": kg.adjacency.max_degree, **cost, **asdict(loading)}
    rows: list[Row] = [graph]
    for question in asked(folder, size, *questions):
        row = measured(kg, size, question, limits)
        rows.append({**row, "triples": kg.adjacency.triples})
        shown = ("cpu", "wall", "detected", "reduced", "patterns", "ratio", "cut")
        print(f"  {row['case']}:", *(f"{name}={_short(row[name])}" for name in shown if name in row), flush=True)
    for first in rows[1:2]:
        print(f"{size}: first question {first['case']} cold: CPU {first['first_cpu']:.3f} s", end=", ")
        print(f"wall {first['first_wall']:.3f} s; warm: CPU {first['cpu']:.3f} s, wall {first['wall']:.3f} s")
    return rows


def summarized(rows: Sequence[Row]) -> list[Row]:
    """One row for each size and number of topics; of the costs the median and the worst."""
    groups: dict[tuple[str, int], list[Row]] = defaultdict(list)
    for row in rows:
        if row["kind"] == "question":
            groups[str(row["size"]), cast("int", row["topics"])].append(row)
    return [_summary(size, topics, group) for (size, topics), group in groups.items()]


def _summary(size: str, topics: int, rows: Sequence[Row]) -> Row:
    def of(name: str, pick: Callable[[list[float]], float]) -> float | None:
        values = [cast("float", row[name]) for row in rows if row.get(name) is not None]
        return pick(values) if values else None

    return {
        "kind": "summary",
        "case": f"{size} {topics} topic{'s' * (topics > 1)}",
        "triples": rows[0]["triples"],
        "n": len(rows),
        "cpu": of("cpu", median),
        "cpu_worst": of("cpu", max),
        "wall": of("wall", median),
        "wall_worst": of("wall", max),
        "peak_mib": of("peak_mib", max),
        "base_mib": of("base_mib", max),
        "detected": of("detected", median),
        "reduced": of("reduced", median),
        "patterns": of("patterns", median),
        "patterns_max": of("patterns", max),
        "whole": sum(not row["cut"] for row in rows),
        "checked": sum("missed" in row for row in rows),
        "missed": of("missed", sum),
        "false": of("false", sum),
        "ratio": of("ratio", median),
        "ratio_worst": of("ratio", max),
    }


def growth(summary: Sequence[Row]) -> list[Point]:
    """Median CPU and worst memory of two-topic questions by graph size."""
    return [
        Point("two topics", cast("int", row["triples"]), cast("float", row["cpu"]), cast("float", row["peak_mib"]))
        for row in summary
        if str(row["case"]).endswith(" 2 topics") and row["peak_mib"] is not None
    ]


def _report(rows: Sequence[Row], earlier: Path | None, plot: Path | None) -> None:
    """Prints all tables."""
    for kind in ("graph", "summary", "reduction"):
        own = [_without_kind(row) for row in rows if row["kind"] == kind]
        if own:
            print(f"\n{table(own)}")
    summary = [row for row in rows if row["kind"] == "summary"]
    points = growth(summary)
    if len(points) > 1:
        sizes = [point.triples for point in points]
        cpu = exponent(sizes, [point.cpu_seconds for point in points])
        peak = exponent(sizes, [point.peak_mib for point in points])
        print(f"\ntwo topics: median CPU grows as triples^{cpu:.2f}, worst peak memory as triples^{peak:.2f}")
    if earlier:
        before = [row for row in load_json(earlier) if row["kind"] == "summary"]
        print(f"\nnow / {earlier}\n{compare(summary, before, 'case')}")
    if plot:
        growth_plot(points, plot)


def _without_kind(row: Row) -> Row:
    return {name: value for name, value in row.items() if name != "kind"}


def _short(value: object) -> str:
    if isinstance(value, list):
        return str(len(value))
    return f"{value:.3g}" if isinstance(value, float) else str(value)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--graphs", type=Path, required=True, help="folder of generated and compiled graphs")
    parser.add_argument("--sizes", nargs="*", choices=SIZES, default=["S", "M"])
    parser.add_argument("--questions", choices=KINDS, default="both")
    parser.add_argument("--limit", type=int, help="at most so many of the `more` questions of a size")
    parser.add_argument(
        "--degree", type=int, default=DetectionLimits.degree, help="edges taken per node, as max_degree"
    )
    parser.add_argument("--json", type=Path, help="save all figures")
    parser.add_argument("--compare", type=Path, help="print ratios to figures saved earlier")
    parser.add_argument("--plot", type=Path, help="draw cost against graph size to this PNG")
    parser.add_argument(
        "--metaqa", type=Path, nargs="+", default=[], help="folders with kg.nt.gz and dev.jsonl: mean reduction"
    )
    args = parser.parse_args()
    limits = DetectionLimits(degree=args.degree, triples=TRIPLES)
    rows: list[Row] = []
    for size in args.sizes:
        rows += of_size(args.graphs, size, (KINDS[args.questions], args.limit), limits)
    rows += summarized(rows)
    for folder in args.metaqa:
        rows += [{"kind": "reduction", **row} for row in mean_reduction(folder)]
    if args.json:
        save_json(args.json, rows)
    _report(rows, args.compare, args.plot)
    wrong = [
        str(row["case"]) for row in rows if row["kind"] == "question" and (row.get("missed") or row.get("false"))
    ]
    if wrong:
        sys.exit(f"\npatterns MISSED or FALSE in {len(wrong)} questions: {', '.join(wrong)}")


if __name__ == "__main__":
    main()
