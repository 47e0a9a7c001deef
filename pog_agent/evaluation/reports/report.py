"""The figures of a run as a page of tables."""

from collections.abc import Mapping, Sequence
from typing import Any

from pog_agent.evaluation.measures.judgement import JUDGEMENTS
from pog_agent.evaluation.record import Record, settled
from pog_agent.evaluation.reports.confidence_section import confidence_lines, confidence_section
from pog_agent.evaluation.reports.markdown import share, table
from pog_agent.evaluation.reports.result_sets_section import result_sets_lines, result_sets_section
from pog_agent.evaluation.reports.retrieval_section import retrieval_lines, retrieval_section

MAIN = {
    "right": "right (exactly the gold answers)",
    "supported": "supported",
    "supported_right": "supported and right",
    "confident_wrong": "supported but wrong",
    "abstained": "abstained",
    "hits1_strict": "Hits@1, strict",
    "hits1_lenient": "Hits@1, lenient (as published)",
    "precision": "precision",
    "recall": "recall",
    "f1": "F1",
}
GROUPS = {
    "by_type": "By type",
    "by_operation": "By kind of computation",
    "by_topics": "By number of topic entities",
    "by_length": "By length of the gold path",
}
COUNTS = {
    "statuses": "Status",
    "errors": "Why wrong answers are wrong",
    "phases": "Phase that answered",
    "evidence": "Source of the evidence",
    "calls_histogram": "LLM calls per question",
}
GROUP_MEASURES = {
    "right": "right",
    "supported_right": "supported and right",
    "confident_wrong": "supported but wrong",
    "abstained": "abstained",
    "hits1_strict": "Hits@1",
    "hits1_lenient": "lenient",
    "f1": "F1",
}
WRONG_SHOWN = 30


def report(figures: Mapping[str, Any], every: Sequence[Record], plots: Sequence[str] = ()) -> str:
    """The report of a run as Markdown. The lines `plots` show plots or say why there are none."""
    records = settled(every)
    lines = [f"# {figures['system']} on {figures['data']}", "", setting(figures), ""]
    lines += ["Single questions, with cited paths and steps: [index.html](index.html)", ""]
    if not figures["n"]:
        return "\n".join([*lines, "No question is finished.", ""])
    rows = [
        [label, share(figures[name]), f"{share(low)} to {share(high)}"]
        for name, label in MAIN.items()
        for low, high in [figures["intervals"][name]]
    ]
    lines += table(["measure", "mean", "95% interval"], rows)
    lines += ["", "## Answers beside the gold ones", "", *_judged(figures)]
    lines += confidence_section(figures, records)
    recall, every = figures["answer_recall"], figures["answer_recall_all"]
    if recall:
        lines += ["", "## Answer recall", "", "Gold answers among the candidates, over the rounds that ran.", ""]
        lines += table(
            ["after", "any", "all"], [[stage, share(recall[stage]), share(every[stage])] for stage in recall]
        )
    lines += retrieval_section(figures)
    lines += result_sets_section(figures)
    for name, title in GROUPS.items():
        if figures[name]:
            lines += ["", f"## {title}", "", *_groups(figures[name])]
    if figures["disputed"]["n"]:
        lines += ["", "## Disputed gold answers", "", "Not in the figures above.", ""]
        lines += _groups({"disputed": figures["disputed"]})
    for name, title in COUNTS.items():
        if figures[name]:
            lines += ["", f"## {title}", ""]
            lines += table(["", "questions"], [[str(key), str(count)] for key, count in figures[name].items()])
    lines += ["", "## Cost per question", "", *_costs(figures)]
    if plots:
        lines += ["", "## Plots", "", *plots]
    return "\n".join([*lines, *_wrong(records), ""])


def figures_table(figures: Mapping[str, Any]) -> str:
    """The main figures as a few lines for a terminal."""
    shown = [f"{figures['n']} of {figures['questions']} questions, {figures['failed']} failed"]
    shown += [_bound(figures["noise"])] if figures["bound"] else []
    if figures["n"]:
        shown += [
            f"{label:32}{share(figures[name]):>7}   ({share(low)} to {share(high)})"
            for name, label in MAIN.items()
            for low, high in [figures["intervals"][name]]
        ]
        shown += confidence_lines(figures)
        recall = figures["answer_recall"].items()
        shown += [f"{'answer recall, ' + stage:32}{share(value):>7}" for stage, value in recall]
        shown += retrieval_lines(figures)
        shown += result_sets_lines(figures)
        shown += [f"{'LLM calls, seconds a question':32}{figures['llm_calls']:7.1f} {figures['seconds']:8.2f}"]
    return "\n".join([*shown, f"results in {figures['folder']}"])


def setting(figures: Mapping[str, Any]) -> str:
    """One sentence says what was run, and another one names a bound."""
    start = "the data set's topic entities" if figures["topics"] == "given" else "the bare question"
    notes = "".join(f" {text}." for text in figures["notices"]) + _disputed(figures)
    if figures["bound"]:
        notes = f" {_bound(figures['noise'])}{notes}"
    return (
        f"{figures['n']} of {figures['questions']} questions, {figures['failed']} failed; graph {figures['kg']}, "
        f"model {figures['model']}, starting from {start}.{notes}"
    )


def _disputed(figures: Mapping[str, Any]) -> str:
    count = figures["disputed"]["n"]
    return f" {count} more with disputed gold answers are scored apart." if count else ""


def _bound(noise: float) -> str:
    errs = f", erring at random in {share(noise)} of its choices" if noise else ""
    return (
        f"The oracle looks at the gold answers{errs}: these figures bound what the system can reach, no accuracy."
    )


def _groups(groups: Mapping[str, Mapping[str, Any]]) -> list[str]:
    head = ["", "n", *GROUP_MEASURES.values(), "recall explored, selected"]
    rows = [
        [
            kind,
            str(group["n"]),
            *(share(group[name]) for name in GROUP_MEASURES),
            ", ".join(share(group["answer_recall"].get(stage)) for stage in ("explored", "selected")),
        ]
        for kind, group in groups.items()
    ]
    return table(head, rows)


def _judged(figures: Mapping[str, Any]) -> list[str]:
    rows = [
        [label, str(figures["judged"][name]), str(figures["judged_supported"][name])]
        for name, label in JUDGEMENTS.items()
    ]
    return table(["", "questions", "supported"], rows)


def _costs(figures: Mapping[str, Any]) -> list[str]:
    rows = [
        ["all steps", *(f"{figures[name]:.1f}" for name in ("llm_calls", "prompt_tokens", "completion_tokens"))]
    ]
    rows += [
        [step, *(f"{used[name]:.1f}" for name in ("llm_calls", "prompt_tokens", "completion_tokens"))]
        for step, used in figures["usage_by_step"].items()
    ]
    lines = table(["step", "LLM calls", "tokens in", "tokens out"], rows)
    seconds = [["all nodes", f"{figures['seconds']:.3f}"]]
    seconds += [[node, f"{value:.3f}"] for node, value in figures["seconds_by_node"].items()]
    return [*lines, "", *table(["node", "seconds"], seconds)]


def _wrong(records: Sequence[Record]) -> list[str]:
    wrong = [item for item in records if not item.measures.right]
    if not wrong:
        return []
    rows = [
        [
            f"[{item.id}]({item.page or item.trace})",
            item.question,
            ", ".join(str(gold.get("label") or gold.get("value") or gold.get("iri")) for gold in item.gold[:3]),
            ", ".join(str(answer["label"]) for answer in item.answers[:3]) or item.failure or item.status,
            item.error or "",
        ]
        for item in wrong[:WRONG_SHOWN]
    ]
    title = f"## Wrong answers ({len(wrong)}, the first {len(rows)})"
    return ["", title, "", *table(["question", "", "gold", "answer", "class"], rows)]
