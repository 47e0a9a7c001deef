"""The scores of result sets, for the report and the terminal."""

from collections.abc import Mapping
from typing import Any, Final

from pog_agent.evaluation.reports.markdown import share, table

_LABELS: Final = {"precision": "precision", "recall": "recall", "f1": "F1"}


def result_sets_section(figures: Mapping[str, Any]) -> list[str]:
    """The section of the report; no line for questions without gold queries."""
    found = figures["result_sets"]
    if not found["n"]:
        return []
    told = (
        f"The values that the SPARQL of an answer gives, as TEXT2SPARQL counts them, over {found['n']} questions."
    )
    rows = [[label, share(found[name])] for name, label in _LABELS.items()]
    return ["", "## Result sets", "", told, "", *table(["measure", "mean"], rows)]


def result_sets_lines(figures: Mapping[str, Any]) -> list[str]:
    """The same for a terminal."""
    found = figures["result_sets"]
    if not found["n"]:
        return []
    return [f"{'result sets, ' + label:32}{share(found[name]):>7}" for name, label in _LABELS.items()]
