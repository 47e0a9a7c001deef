"""The figures of the paper as charts, one for each data set."""

from collections.abc import Mapping, Sequence
from typing import Any

from pog_agent.evaluation.paper.planned_runs import PlannedRun
from pog_agent.evaluation.paper.results import PaperResults
from pog_agent.evaluation.record import Record
from pog_agent.evaluation.reports.charts import (
    OF_QUESTIONS,
    Chart,
    SeriesSpans,
    SeriesValues,
    calls,
    errors,
    evidence,
    lengths,
    overlaps,
    path_lengths,
    phases,
)


def main_charts(runs: Sequence[PlannedRun], results: PaperResults) -> list[Chart]:
    """Figures 5 to 10 for the runs of one data set, a series for each system."""
    records = {run.system: results.records_of(run) for run in runs if results.figures_of(run)}
    if not records:
        return []
    right = {name: [item for item in items if item.measures.right] for name, items in records.items()}
    gold = next(iter(records.values()))
    return [
        path_lengths(gold, records),
        _lengths(records),
        overlaps(right),
        evidence(right),
        errors(records),
        calls(records),
    ]


def hits_by_value(
    runs: Sequence[Mapping[Any, PlannedRun]], results: PaperResults, name: str, title: str, over: str
) -> Chart:
    """Hits@1 of each system by the value of a setting, with 95% intervals."""
    series: dict[str, SeriesValues] = {}
    spans: dict[str, SeriesSpans] = {}
    for by_value in runs:
        found = [results.figures_of(run) for run in by_value.values()]
        system = next(iter(by_value.values())).system
        series[system] = tuple(None if item is None else 100 * item["hits1_strict"] for item in found)
        spans[system] = tuple(None if item is None else _span(item) for item in found)
    values = tuple(str(value) for value in runs[0])
    return Chart(name, title, values, series, over, "Hits@1, strict (%)", kind="lines", spans=spans)


def phases_by_depth(by_depth: Mapping[Any, PlannedRun], results: PaperResults) -> Chart:
    """Figure 4 (b, d): right answers by the phase they are from, for each depth."""
    charts = [phases(results.records_of(run)) for run in by_depth.values()]
    rows = {
        label: tuple(chart.series["right"][place] for chart in charts)
        for place, label in enumerate(charts[0].categories)
    }
    system = next(iter(by_depth.values())).system
    title = f"Phase of the right answers by maximum depth, {system} (cf. Figure 4 b, d)"
    depths = tuple(map(str, by_depth))
    return Chart(f"figure4-phases-{system}", title, depths, rows, "D_max", OF_QUESTIONS, kind="stacked")


def _lengths(records: Mapping[str, Sequence[Record]]) -> Chart:
    """Figure 6 with a series for each system; they were asked the same questions."""
    single = {name: lengths(items) for name, items in records.items()}
    first = next(iter(single.values()))
    return Chart(
        first.name,
        first.title,
        first.categories,
        {name: chart.series["strict"] for name, chart in single.items()},
        first.over,
        "Hits@1, strict (%)",
        spans={name: chart.spans["strict"] for name, chart in single.items()},
    )


def _span(figures: Mapping[str, Any]) -> tuple[float, float]:
    low, high = figures["intervals"]["hits1_strict"]
    return 100 * low, 100 * high
