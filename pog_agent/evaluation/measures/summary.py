"""The figures of a run, from its records alone."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from pog_agent.evaluation.measures.calibration import calibration_figures, calibration_intervals
from pog_agent.evaluation.measures.judgement import JUDGEMENTS
from pog_agent.evaluation.measures.recall import STAGES
from pog_agent.evaluation.measures.retrieval import DEPTHS
from pog_agent.evaluation.measures.statistics import PairedComparison, compare_paired, share_interval
from pog_agent.evaluation.record import Record, settled

RunSummary = dict[str, Any]

SHARES = (
    *("right", "supported", "supported_right", "confident_wrong", "abstained"),
    *("hits1_strict", "hits1_lenient", "precision", "recall", "f1"),
)
"""Measures that are averaged over all questions, failed ones included."""

RETRIEVED = {"supporting_docs_complete": "complete", "answer_in_contexts": "has_answer"}
"""Shares of the questions of which they are known, and the fields of `Retrieval` that they are from."""

COSTS = ("llm_calls", "prompt_tokens", "completion_tokens")


def summarize(every: Sequence[Record]) -> RunSummary:
    """All figures of a run (`summary.json`): means per question, shares from 0 to 1, and the same by kind.

    A question that failed counts as wrong and with its cost; recall, overlap and reduction leave it out. Questions
    with a disputed gold answer count in `disputed` alone.
    """
    records = settled(every)
    figures = _means(records)
    figures["disputed"] = _means([item for item in every if item.gold_disputed])
    if not records:
        return figures
    figures["intervals"] = {name: share_interval([value(item, name) for item in records]) for name in SHARES}
    figures["intervals"] |= _retrieval_intervals(records)
    figures["answered"] = sum(is_answered(item) for item in records)
    confidences, right = judged_confidences(records)
    figures |= calibration_figures(confidences, right)
    figures["intervals"] |= calibration_intervals(confidences, right)
    figures["by_type"] = _grouped(records, lambda item: item.group or "(none)")
    figures["by_operation"] = _by_operation(records)
    figures["by_topics"] = _grouped(records, _topics)
    figures["by_length"] = _grouped(records, lambda item: "unknown" if item.length is None else str(item.length))
    given = [item for item in records if is_answered(item)]
    figures["phases"] = _counts(item.phase or "none" for item in given)
    figures["statuses"] = _counts(item.status for item in records)
    figures["judged"] = _judged(records)
    figures["judged_supported"] = _judged([item for item in records if item.measures.supported])
    figures["evidence"] = _counts(item.evidence or "none" for item in given)
    figures["errors"] = _counts(item.error for item in records if item.error)
    figures["calls_histogram"] = dict(sorted(Counter(item.llm_calls for item in records).items()))
    figures["usage_by_step"] = _usage(records)
    figures["seconds_by_node"] = _seconds(records)
    return figures


def compare_runs(first: Iterable[Record], second: Iterable[Record], measure: str = "right") -> PairedComparison:
    """Compares a measure or cost of two runs over the questions that both have.

    Raises `ValueError` if there are none.
    """
    one = {(item.id, item.question): value(item, measure) for item in first}
    two = {(item.id, item.question): value(item, measure) for item in second}
    both = [name for name in one if name in two]
    return compare_paired([one[name] for name in both], [two[name] for name in both])


def value(record: Record, measure: str) -> float:
    """A measure of a question, or a cost such as `llm_calls`; `seconds` is the sum over all nodes.

    `supporting_doc_recall` is that after the most chunks, 0 for a question without one (`has_support`).
    """
    if measure == "seconds":
        return sum(record.seconds.values())
    if measure == "supporting_doc_recall":
        return record.retrieval.recall[max(DEPTHS)] if record.retrieval and has_support(record) else 0.0
    return float(getattr(record if measure in COSTS else record.measures, measure))


def has_support(record: Record) -> bool:
    """Whether it was measured which supporting documents the model got."""
    return record.retrieval is not None and bool(record.retrieval.recall)


def is_answered(record: Record) -> bool:
    """Whether an answer was given, right or wrong."""
    return record.status not in ("abstained", "failed")


def judged_confidences(records: Iterable[Record]) -> tuple[list[float], list[bool]]:
    """The confidences of the answers that have one, and whether these answers are right."""
    given = [(item, item.confidence) for item in records if is_answered(item)]
    known = [(sure, item.measures.right) for item, sure in given if sure is not None]
    return [sure for sure, _ in known], [hit for _, hit in known]


def _means(records: Sequence[Record]) -> RunSummary:
    figures: RunSummary = {
        "n": len(records),
        "failed": sum(item.failure is not None for item in records),
        "graph_failed": sum(item.graph_failed for item in records),
    }
    if not records:
        return figures
    for name in SHARES:
        figures[name] = _mean([float(getattr(item.measures, name)) for item in records])
    figures["answer_recall"] = _recall(records, "any")
    figures["answer_recall_all"] = _recall(records, "all")
    figures["recall_cut"] = _mean([float(item.recall_cut) for item in records])
    figures |= _retrieval(records)
    figures["path_overlap"] = _mean(
        [item.measures.path_overlap for item in records if item.measures.path_overlap is not None]
    )
    figures["result_sets"] = _result_sets(records)
    figures["truncated"] = _mean([float(item.truncated) for item in records])
    for name in COSTS:
        figures[name] = _mean([float(getattr(item, name)) for item in records])
    figures["seconds"] = _mean([value(item, "seconds") for item in records])
    figures["wall_seconds"] = _mean([item.wall_seconds for item in records])
    figures["graph_reduction"] = _reduction(records)
    return figures


def _recall(records: Sequence[Record], which: str) -> dict[str, float]:
    """For each stage, the share of the measured questions whose gold answers the stage still has."""
    measured = {stage: [item.recall[stage] for item in records if stage in item.recall] for stage in STAGES}
    found = {stage: [getattr(item, which) for item in items] for stage, items in measured.items()}
    return {stage: sum(values) / len(values) for stage, values in found.items() if values}


def _result_sets(records: Sequence[Record]) -> RunSummary:
    """Means over the questions whose gold query gives something; empty where there is none."""
    found = [item.result_set for item in records if item.result_set is not None]
    names = ("precision", "recall", "f1") if found else ()
    return {"n": len(found)} | {name: _mean([getattr(item, name) for item in found]) for name in names}


def _retrieval(records: Sequence[Record]) -> RunSummary:
    """Of the documents handed to the model; None, or empty, for a run without documents."""
    found = [item.retrieval for item in records if item.retrieval is not None]
    figures: RunSummary = {
        "supporting_doc_recall": {
            depth: sum(values) / len(values) for depth, values in _at_depths(records).items()
        },
        "chunks": _mean([item.chunks for item in found]),
        "supporting_docs_missing": sum(item.missing for item in found),
    }
    return figures | {name: _mean(values) for name, values in _retrieved_shares(records).items()}


def _retrieval_intervals(records: Sequence[Record]) -> dict[str, tuple[float, float]]:
    by_depth = {f"supporting_doc_recall_{depth}": values for depth, values in _at_depths(records).items()}
    shares = by_depth | _retrieved_shares(records)
    return {name: share_interval(values) for name, values in shares.items() if values}


def _at_depths(records: Sequence[Record]) -> dict[int, list[float]]:
    """The recall of supporting documents of each question that names some, by depth."""
    known = [item.retrieval.recall for item in records if item.retrieval and has_support(item)]
    return {depth: [recall[depth] for recall in known] for depth in DEPTHS} if known else {}


def _retrieved_shares(records: Sequence[Record]) -> dict[str, list[float]]:
    found = [item.retrieval for item in records if item.retrieval is not None]
    values = {name: [getattr(item, field) for item in found] for name, field in RETRIEVED.items()}
    return {name: [float(value) for value in known if value is not None] for name, known in values.items()}


def _reduction(records: Sequence[Record]) -> float | None:
    """The mean share of the detected triples that reduction leaves out."""
    sizes = [item.subgraph for item in records if item.subgraph and item.subgraph.detected.triples]
    return _mean([1 - size.reduced.triples / size.detected.triples for size in sizes])


def _usage(records: Sequence[Record]) -> dict[str, RunSummary]:
    """Calls and tokens of each LLM step, in the mean per question."""
    steps = sorted({step for item in records for step in item.usage})
    return {
        step: {
            name: sum(getattr(item.usage[step], name) for item in records if step in item.usage) / len(records)
            for name in COSTS
        }
        for step in steps
    }


def _seconds(records: Sequence[Record]) -> dict[str, float]:
    nodes = dict.fromkeys(node for item in records for node in item.seconds)
    return {node: sum(item.seconds.get(node, 0.0) for item in records) / len(records) for node in nodes}


def _grouped(records: Sequence[Record], key: Callable[[Record], str]) -> dict[str, RunSummary]:
    groups: dict[str, list[Record]] = {}
    for item in records:
        groups.setdefault(key(item), []).append(item)
    return {name: _means(groups[name]) for name in sorted(groups)}


def _by_operation(records: Sequence[Record]) -> dict[str, RunSummary]:
    """The figures by kind of computation; a question counts for each kind that it needs."""
    kinds = sorted({kind for item in records for kind in item.ops})
    return {kind: _means([item for item in records if kind in item.ops]) for kind in kinds}


def _topics(record: Record) -> str:
    return "unknown" if not record.topics else "single" if record.topics == 1 else "multi"


def _counts(names: Iterable[str]) -> dict[str, int]:
    return dict(Counter(names).most_common())


def _judged(records: Sequence[Record]) -> dict[str, int]:
    """How many questions have each judgement."""
    return {name: sum(item.measures.judged == name for item in records) for name in JUDGEMENTS}


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None
