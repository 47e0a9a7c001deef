"""The figures of retrieved documents, for the report and the terminal."""

from collections.abc import Mapping
from typing import Any

from pog_agent.evaluation.reports.markdown import share, table


def retrieval_section(figures: Mapping[str, Any]) -> list[str]:
    """The section of the report; no line for a run without documents."""
    if figures["chunks"] is None:
        return []
    rows = [[label, share(value), _interval(figures, name)] for name, label, value in _shares(figures)]
    lines = [
        "",
        "## Documents handed to the model",
        "",
        f"Distinct chunks that the model gets, in their order: {figures['chunks']:.1f} a question.",
        "",
        *table(["measure", "mean", "95% interval"], rows),
    ]
    return [*lines, "", _missing(figures)] if figures["supporting_docs_missing"] else lines


def retrieval_lines(figures: Mapping[str, Any]) -> list[str]:
    """The same for a terminal."""
    if figures["chunks"] is None:
        return []
    lines = [
        f"{label:32}{share(value):>7}   ({_interval(figures, name)})" for name, label, value in _shares(figures)
    ]
    lines.append(f"{'chunks handed to the model':32}{figures['chunks']:7.1f}")
    return [*lines, _missing(figures)] if figures["supporting_docs_missing"] else lines


def _shares(figures: Mapping[str, Any]) -> list[tuple[str, str, float]]:
    """Name, label and value of each share that is known."""
    found = [
        (f"supporting_doc_recall_{depth}", f"supporting documents, first {depth}", value)
        for depth, value in figures["supporting_doc_recall"].items()
    ]
    if found:
        found.append(("supporting_docs_complete", "all supporting documents", figures["supporting_docs_complete"]))
    if figures["answer_in_contexts"] is not None:
        found.append(("answer_in_contexts", "answer stands in a chunk", figures["answer_in_contexts"]))
    return found


def _interval(figures: Mapping[str, Any], name: str) -> str:
    low, high = figures["intervals"][name]
    return f"{share(low)} to {share(high)}"


def _missing(figures: Mapping[str, Any]) -> str:
    return f"The document index lacks {figures['supporting_docs_missing']} of the supporting documents."
