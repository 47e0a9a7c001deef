"""The charts of a run as plain numbers: calibration, the paper's figures 4 (b, d) and 6 to 10, recall, time."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from pog_agent.evaluation.measures.judgement import JUDGEMENTS
from pog_agent.evaluation.measures.statistics import share_interval
from pog_agent.evaluation.record import Record
from pog_agent.evaluation.reports.calibration_charts import CurveChart, calibration_charts

SeriesValues = tuple[float | None, ...]
SeriesSpans = tuple[tuple[float, float] | None, ...]

PHASES = {
    "composed": "query before the search",
    "topic": "topic entity paths",
    "supplement": "LLM supplement paths",
    "expand": "node expansion",
    "final": "final answer",
}
EVIDENCE = {
    "kg_only": "KG only",
    "llm_inspired_kg": "LLM-inspired KG",
    "kg_inspired_llm": "KG-inspired LLM",
    "documents": "documents",
    "kg_and_documents": "KG and documents",
}
OVERLAPS = ("0", "1 to 25", "26 to 50", "51 to 75", "76 to 99", "100")
CALLS = ("0", "1 to 3", "4 to 6", "7 to 9", "10 to 12", "13 to 15", "16 to 18", "19 to 21", "over 21")
OF_QUESTIONS, OF_RIGHT = "share of the questions (%)", "share of the right answers (%)"
COUNTED = "questions"


@dataclass(frozen=True)
class Chart:
    """One chart: a value of each series for each category. None is left out; shares are in percent.

    `spans` are 95% intervals of a series, `flat` bars lie on their side, for long names.
    """

    name: str
    title: str
    categories: tuple[str, ...]
    series: Mapping[str, SeriesValues]
    over: str
    axis: str
    kind: Literal["bars", "stacked", "lines"] = "bars"
    flat: bool = False
    spans: Mapping[str, SeriesSpans] = field(default_factory=dict)

    @property
    def is_share(self) -> bool:
        """Whether the values are percentages."""
        return self.axis.endswith("(%)")


def charts(figures: Mapping[str, Any], records: Sequence[Record]) -> list[Chart | CurveChart]:
    """The charts of a run. A chart with nothing to show is left out."""
    if not records:
        return []
    right = [item for item in records if item.measures.right]
    found = [
        phases(records),
        lengths(records),
        overlaps({"right answers": right}),
        evidence({"right answers": right}),
        errors({"questions": records}),
        calls({"questions": records}),
        _recall(figures),
        _seconds(figures),
    ]
    shown = [chart for chart in found if any(any(values) for values in chart.series.values())]
    return [*calibration_charts(figures), *shown]


def phases(records: Sequence[Record]) -> Chart:
    """Figure 4 (b, d): the phase that the answer is from, and what it is beside the gold ones."""
    names = {**PHASES, "none": "no answer"}
    keys = [item.phase if item.phase and item.answers else "none" for item in records]
    parts: dict[str, list[str]] = {label: [] for label in JUDGEMENTS.values()}
    for key, item in zip(keys, records, strict=True):
        parts[JUDGEMENTS[item.measures.judged]].append(key)
    series = {
        label: _shares(part, names, len(records)) for label, part in parts.items() if part or label == "right"
    }
    title = "Phase that answered (cf. Figure 4 b, d)"
    return Chart("phases", title, tuple(names.values()), series, "", OF_QUESTIONS, kind="stacked", flat=True)


def lengths(records: Sequence[Record]) -> Chart:
    """Figure 6: Hits@1 by the length of the gold path, with 95% intervals."""
    groups: dict[int, list[Record]] = {}
    for item in records:
        if item.length is not None:
            groups.setdefault(item.length, []).append(item)
    series: dict[str, SeriesValues] = {}
    spans: dict[str, SeriesSpans] = {}
    for label, name in {"strict": "hits1_strict", "lenient": "hits1_lenient"}.items():
        hits = [[float(getattr(item.measures, name)) for item in groups[size]] for size in sorted(groups)]
        series[label] = tuple(100 * sum(values) / len(values) for values in hits)
        spans[label] = tuple((100 * low, 100 * high) for low, high in map(share_interval, hits))
    title = "Hits@1 by length of the gold path (cf. Figure 6)"
    names = tuple(f"{size}\n(n={len(groups[size])})" for size in sorted(groups))
    return Chart("lengths", title, names, series, "steps of the gold path", "Hits@1 (%)", spans=spans)


def overlaps(parts: Mapping[str, Sequence[Record]]) -> Chart:
    """Figure 7: the share of the gold query's relations on the cited paths, over right answers."""
    series = {}
    for name, records in parts.items():
        known = [item.measures.path_overlap for item in records if item.measures.path_overlap is not None]
        series[name] = _shares([_overlap(value) for value in known], OVERLAPS)
    title = "Relations of the gold path that are cited (cf. Figure 7)"
    return Chart("overlap", title, OVERLAPS, series, "path overlap ratio (%)", OF_RIGHT)


def evidence(parts: Mapping[str, Sequence[Record]]) -> Chart:
    """Figure 8: the evidence of right answers."""
    names = {**EVIDENCE, "none": "nothing of the graph"}
    keys = {name: [item.evidence or "none" for item in records] for name, records in parts.items()}
    seen = {key: label for key, label in names.items() if any(key in part for part in keys.values())}
    series = {name: _shares(part, seen) for name, part in keys.items()}
    title = "Source of the evidence (cf. Figure 8)"
    return Chart("evidence", title, tuple(seen.values()), series, "", OF_RIGHT, flat=True)


def errors(parts: Mapping[str, Sequence[Record]]) -> Chart:
    """Figure 9: why wrong answers are wrong, as numbers of questions."""
    counts = {name: Counter(item.error for item in records if item.error) for name, records in parts.items()}
    seen = [name for name, _ in sum(counts.values(), Counter()).most_common()]
    series = {name: tuple(float(count[key]) for key in seen) for name, count in counts.items()}
    names = tuple(name.replace("_", " ") for name in seen)
    title = "Why wrong answers are wrong (cf. Figure 9)"
    return Chart("errors", title, names, series, "", COUNTED, flat=True)


def calls(parts: Mapping[str, Sequence[Record]]) -> Chart:
    """Figure 10: questions by the number of LLM calls."""
    series = {
        name: _shares([CALLS[min((item.llm_calls + 2) // 3, 8)] for item in records], CALLS)
        for name, records in parts.items()
    }
    title = "LLM calls per question (cf. Figure 10)"
    return Chart("calls", title, CALLS, series, "LLM calls", OF_QUESTIONS)


def path_lengths(gold: Sequence[Record], cited: Mapping[str, Sequence[Record]]) -> Chart:
    """Figure 5: the lengths of gold paths and of cited paths."""
    found = {"gold paths, of questions": [item.length for item in gold if item.length is not None]}
    for name, records in cited.items():
        found[f"cited paths, {name}"] = [length for item in records for length in item.path_lengths]
    longest = max((length for part in found.values() for length in part), default=0)
    sizes = range(1, longest + 1)
    series = {name: _shares(part, sizes) for name, part in found.items()}
    title = "Lengths of paths (cf. Figure 5)"
    return Chart(
        "path_lengths", title, tuple(map(str, sizes)), series, "steps of the path", "share of the paths (%)"
    )


def _recall(figures: Mapping[str, Any]) -> Chart:
    stages = tuple(figures["answer_recall"])
    series = {
        label: tuple(100.0 * figures[name][stage] for stage in stages)
        for label, name in {"any gold answer": "answer_recall", "all of them": "answer_recall_all"}.items()
    }
    title = "Answer recall after each stage"
    return Chart("recall", title, stages, series, "candidates after", OF_QUESTIONS)


def _seconds(figures: Mapping[str, Any]) -> Chart:
    nodes = figures["seconds_by_node"]
    title = "Time per node, in the mean per question"
    return Chart("seconds", title, tuple(nodes), {"seconds": tuple(nodes.values())}, "", "time (s)", flat=True)


def _overlap(share: float) -> str:
    if share in (0.0, 1.0):
        return OVERLAPS[-1] if share else OVERLAPS[0]
    return OVERLAPS[min(1 + int(4 * share - 1e-9), 4)]


def _shares(found: Iterable[Any], names: Iterable[Any], total: int | None = None) -> SeriesValues:
    """The share of each name in percent: of the total, or of all names found."""
    counts = Counter(found)
    of = total if total is not None else sum(counts.values())
    return tuple(100 * counts[name] / of if of else None for name in names)
