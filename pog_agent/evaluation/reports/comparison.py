"""Several runs side by side: measures with intervals, and paired differences to the first run."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pog_agent.errors import SettingError
from pog_agent.evaluation.measures.statistics import PairedComparison, bootstrap_interval, share_interval
from pog_agent.evaluation.measures.summary import compare_runs, has_support, value
from pog_agent.evaluation.oracle import ORACLE
from pog_agent.evaluation.record import Record, settled
from pog_agent.evaluation.reports.confidence_section import compared_confidence, confidence_table
from pog_agent.evaluation.reports.markdown import model_name, table
from pog_agent.evaluation.run_folder import RunFolder

SHARE_LABELS = {
    "right": "right (exactly the gold answers)",
    "supported_right": "supported and right",
    "confident_wrong": "supported but wrong",
    "abstained": "abstained",
    "hits1_strict": "Hits@1, strict",
    "hits1_lenient": "Hits@1, lenient",
    "f1": "F1",
}
COST_LABELS = {
    "llm_calls": "LLM calls",
    "prompt_tokens": "tokens in",
    "completion_tokens": "tokens out",
    "seconds": "seconds",
}
MEASURE_LABELS = {**SHARE_LABELS, **COST_LABELS}
RETRIEVAL_LABELS = {"supporting_doc_recall": "supporting documents found"}
"""For runs in which every question has it."""
SHOULD_BE_SAME = {
    "data": "the data sets differ",
    "kg": "the graphs differ",
    "topics": "one starts from given topic entities, the other from the bare question",
    "version": "the versions of pog-agent differ",
}
"""Fields of `identity` in `config.json` that two runs should share, and the warning where they do not."""


@dataclass(frozen=True)
class ComparedRun:
    """A run read from its folder."""

    folder: str
    identity: Mapping[str, Any]
    about: Mapping[str, Any]
    records: Sequence[Record]

    @property
    def bound(self) -> bool:
        """Whether the oracle answered. It knows the gold answers."""
        return self.identity.get("model") == ORACLE


def read_compared_run(folder: Path | str) -> ComparedRun:
    """The run in a folder. Raises `SettingError` where there is none, or no question is finished."""
    there = RunFolder(Path(folder))
    config = there.config()
    if config is None:
        raise SettingError(f"{folder}: no evaluation run (it has no config.json)")
    records = settled(there.records())
    if not records:
        raise SettingError(f"{folder}: no question of this run is finished; continue it with `pog-agent eval`")
    return ComparedRun(str(folder), config.get("identity", {}), config.get("about", {}), records)


def compare_folders(folders: Sequence[Path | str]) -> dict[str, Any]:
    """The comparison as JSON: `runs` with means and calibration, `differences` to the first, `warnings`.

    Raises `SettingError` for fewer than two runs, a folder without a run, and runs without a common question.
    """
    if len(folders) < 2:
        raise SettingError("comparing takes two run folders or more")
    first, *others = runs = [read_compared_run(folder) for folder in folders]
    retrieved = all(has_support(item) for run in runs for item in run.records)
    names = list(MEASURE_LABELS | RETRIEVAL_LABELS if retrieved else MEASURE_LABELS)
    differences = [{"folder": run.folder, "measures": _differences(first, run, names)} for run in others]
    return {
        "runs": [_described(run, names) for run in runs],
        "differences": differences,
        "warnings": [text for run in others for text in _warnings(first, run)],
    }


def comparison_page(compared: Mapping[str, Any]) -> str:
    """A comparison as Markdown."""
    names = [f"{number}. {_name(run)}" for number, run in enumerate(compared["runs"], start=1)]
    lines = ["# Comparison", ""]
    lines += [
        f"- {name}: {run['n']} questions, `{run['folder']}`"
        for name, run in zip(names, compared["runs"], strict=True)
    ]
    lines += [f"- **Warning:** {text}." for text in compared["warnings"]]
    labels = {name: (MEASURE_LABELS | RETRIEVAL_LABELS)[name] for name in compared["runs"][0]["measures"]}
    rows = [
        [label, *(_with_interval(name, run["measures"][name]) for run in compared["runs"])]
        for name, label in labels.items()
    ]
    lines += ["", "Means per question, over all questions of a run, with 95% intervals.", ""]
    lines += table(["", *names], rows)
    lines += confidence_table(names, [run["confidence"] for run in compared["runs"]])
    for name, difference in zip(names[1:], compared["differences"], strict=True):
        measures = difference["measures"]
        common = measures["right"]["n"]
        lines += [
            "",
            f"## {name}, less {names[0]}",
            "",
            f"Paired, over the {common} questions that both have.",
            "",
        ]
        lines += table(
            ["", "difference", "95% interval", "p (bootstrap)", "right in one only", "p (McNemar)"],
            [[label, *_paired(measure, measures[measure])] for measure, label in labels.items()],
        )
    return "\n".join([*lines, ""])


def _described(run: ComparedRun, names: Sequence[str]) -> dict[str, Any]:
    values = {name: [value(item, name) for item in run.records] for name in names}
    return {
        "folder": run.folder,
        **{name: run.identity.get(name) for name in ("system", "model", "topics", "settings")},
        **{name: run.about.get(name) for name in ("data", "kg", "drop_triples", "keep_discovered", "scramble")},
        "bound": run.bound,
        "n": len(run.records),
        "measures": {
            name: {
                "mean": sum(found) / len(found),
                "interval": share_interval(found) if _is_share(name) else bootstrap_interval(found),
            }
            for name, found in values.items()
        },
        "confidence": compared_confidence(run.records),
    }


def _differences(first: ComparedRun, other: ComparedRun, names: Sequence[str]) -> dict[str, Any]:
    try:
        return {name: compare_runs(first.records, other.records, name).model_dump() for name in names}
    except ValueError as error:
        raise SettingError(f"{first.folder} and {other.folder}: no question is in both runs") from error


def _warnings(first: ComparedRun, other: ComparedRun) -> list[str]:
    pair = f"{first.folder} and {other.folder}"
    found = [why for name, why in SHOULD_BE_SAME.items() if first.identity.get(name) != other.identity.get(name)]
    if first.bound or other.bound:
        bounds = " and ".join(run.folder for run in (first, other) if run.bound)
        found.append(f"the oracle of {bounds} looks at the gold answers: a bound, no accuracy")
    if {item.id for item in first.records} != {item.id for item in other.records}:
        found.append("their questions are not the same")
    return [f"{pair}: {why}" for why in found]


def _name(run: Mapping[str, Any]) -> str:
    return f"{run['system']}, {model_name(run['model'], run['bound'])}"


def _with_interval(name: str, figure: Mapping[str, Any]) -> str:
    low, high = figure["interval"]
    return f"{_text(name, figure['mean'])} ({_text(name, low)} to {_text(name, high)})"


def _paired(name: str, difference: Mapping[str, Any]) -> list[str]:
    found = PairedComparison.model_validate(difference)
    low, high = found.interval
    cells = [_text(name, found.difference, "+"), f"{_text(name, low, '+')} to {_text(name, high, '+')}"]
    cells.append(f"{found.p_bootstrap:.3f}")
    if found.p_mcnemar is None or name in COST_LABELS:
        return [*cells, "", ""]
    return [*cells, f"{found.only_second} this, {found.only_first} the first", f"{found.p_mcnemar:.3f}"]


def _is_share(name: str) -> bool:
    return name in SHARE_LABELS or name in RETRIEVAL_LABELS


def _text(name: str, figure: float, sign: str = "") -> str:
    if _is_share(name):
        return f"{100 * figure:{sign}.1f}%"
    return f"{figure:{sign}.2f}" if name == "seconds" else f"{figure:{sign},.1f}"
