"""The tables and figures of the Think-on-Graph 2 paper, the published figures in the last column."""

import json
import tomllib
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any

from pog_agent.evaluation.paper.config import ConfiguredDataSet
from pog_agent.evaluation.paper.planned_runs import PlannedRun
from pog_agent.evaluation.paper.results import PaperResults
from pog_agent.evaluation.paper.tables import LEFT_OUT, MarkdownLines
from pog_agent.evaluation.paper.tog2_plan import TOG2_PARTS, RunsByRow, Tog2Plan
from pog_agent.evaluation.record import Record, settled
from pog_agent.evaluation.reports.markdown import share, table
from pog_agent.reasoner.base import LlmStep
from pog_agent.reasoner.steps.documented.score_passages import ScorePassages
from pog_agent.reasoner.steps.judge_sufficiency import JudgeSufficiency
from pog_agent.reasoner.steps.reason_over_knowledge import ReasonOverKnowledge
from pog_agent.reasoner.steps.score_entities import ScoreEntities
from pog_agent.reasoner.steps.score_relations import ScoreRelations
from pog_agent.reasoner.steps.select_relations import SelectRelations
from pog_agent.systems.registry import find_system

TITLES = {
    "main": "Main results",
    "origins": "Origin of the right answers",
    "costs": "Calls and seconds",
    "rankers": "Rankers and number of passages",
    "beam": "Width and depth",
    "ablations": "Ablations",
    "thresholds": "Relation threshold",
    "consistency": "Self-consistency first",
}
ORIGINS = {
    "kg_only": "paths",
    "documents": "passages",
    "kg_and_documents": "paths and passages",
}
OWN_KNOWLEDGE = "own knowledge"
STAGES: dict[str, tuple[type[LlmStep[Any]], ...]] = {
    "relation_seconds": (SelectRelations, ScoreRelations),
    "entity_seconds": (ScoreEntities, ScorePassages),
    "reasoning_seconds": (ReasonOverKnowledge, JudgeSufficiency),
}
"""What the steps of each stage ask. Ranking passages is how Think-on-Graph 2 prunes entities."""

Cell = Callable[[PlannedRun], str]


class Tog2Tables:
    """The tables of each part as Markdown, one for each data set."""

    def __init__(self, plan: Tog2Plan, results: PaperResults) -> None:
        self._plan, self._results = plan, results
        text = files("pog_agent.evaluation.paper").joinpath("tog2_published.toml").read_text(encoding="utf-8")
        self._published: dict[str, dict[str, dict[str, float]]] = tomllib.loads(text)

    def of_part(self, part: str) -> MarkdownLines:
        """The section of a part."""
        lines = [f"## {TITLES[part]} ({TOG2_PARTS[part]})"]
        for dataset in self._plan.config.datasets:
            named = f"{dataset.name} (paper: {dataset.paper})" if dataset.paper else dataset.name
            runs = self._plan.runs(part, dataset)
            lines += ["", f"### {named}", "", *self._table(part, dataset, runs)]
        return lines

    def _table(self, part: str, dataset: ConfiguredDataSet, runs: RunsByRow) -> MarkdownLines:
        if part == "origins":
            return self._origins(dataset, runs)
        if part == "costs":
            return self._costs(dataset, runs)
        cells: dict[str, Cell] = {"Hits@1, strict": self._hits, "lenient": self._figure("hits1_lenient")}
        retrieved = any(self._figures(run, "supporting_doc_recall") for run in runs.values())
        if retrieved:
            cells |= {f"documents, first {depth}": self._documents(depth) for depth in (10, 20, 30)}
        if any(self._figures(run, "answer_in_contexts") is not None for run in runs.values()):
            cells["answer in a chunk"] = self._figure("answer_in_contexts")
        cells |= {"LLM calls": self._number("llm_calls"), "seconds": self._number("seconds")}
        if part == "thresholds":
            cells["kept score"] = self._kept_score
        rows = [
            [row, *(cell(run) for cell in cells.values()), *self._papers(part, row, dataset)]
            for row, run in runs.items()
        ]
        return table(["", *cells, *self._papers_head(part)], rows)

    def _origins(self, dataset: ConfiguredDataSet, runs: RunsByRow) -> MarkdownLines:
        (run,) = runs.values()
        if self._results.figures_of(run) is None:
            return [f"Run `{run.name}`: {LEFT_OUT}."]
        right = [item for item in settled(self._results.records_of(run)) if item.measures.right]
        counts = Counter(_origin(item) for item in right)
        rows = [
            [
                name,
                str(counts[name]),
                share(counts[name] / len(right)) if right else "-",
                self._paper("origins", name, dataset),
            ]
            for name in (OWN_KNOWLEDGE, *ORIGINS.values(), *sorted(counts.keys() - _KNOWN_ORIGINS))
        ]
        return table(["", "right answers", "share", "paper, %"], rows)

    def _costs(self, dataset: ConfiguredDataSet, runs: RunsByRow) -> MarkdownLines:
        head = ["", "LLM calls", "paper", "seconds", "paper", "depth", "paper"]
        rows = []
        for row, run in runs.items():
            pairs = [("calls", self._number("llm_calls")), ("seconds", self._number("seconds"))]
            pairs.append(("depths", self._depth))
            cells = [row]
            for name, cell in pairs:
                cells += [cell(run), self._paper(name, row, dataset)]
            rows.append(cells)
        stages = ["", "relation prune, s", "paper", "entity prune, s", "paper", "reasoning, s", "paper"]
        visits = []
        for row, run in runs.items():
            cells = [row]
            for name, asked in STAGES.items():
                cells += [self._seconds_a_visit(run, asked), self._paper(name, row, dataset)]
            visits.append(cells)
        return [*table(head, rows), "", "Seconds of one visit.", "", *table(stages, visits)]

    def _papers_head(self, part: str) -> list[str]:
        heads = ["paper"] if part in self._published else []
        return [*heads, "paper, kept score"] if part == "thresholds" else heads

    def _papers(self, part: str, row: str, dataset: ConfiguredDataSet) -> list[str]:
        names = [part] if part in self._published else []
        names += ["kept_scores"] if part == "thresholds" else []
        return [self._paper(name, row, dataset) for name in names]

    def _paper(self, part: str, row: str, dataset: ConfiguredDataSet) -> str:
        value = self._published[part].get(row, {}).get(dataset.paper or "")
        return "-" if value is None else f"{value:g}"

    def _figures(self, run: PlannedRun, name: str) -> Any:
        figures = self._results.figures_of(run)
        return None if figures is None else figures[name]

    def _hits(self, run: PlannedRun) -> str:
        figures = self._results.figures_of(run)
        if figures is None:
            return LEFT_OUT
        low, high = figures["intervals"]["hits1_strict"]
        return f"{share(figures['hits1_strict'])} ({share(low)} to {share(high)})"

    def _figure(self, name: str) -> Cell:
        return lambda run: share(self._figures(run, name))

    def _documents(self, depth: int) -> Cell:
        return lambda run: share((self._figures(run, "supporting_doc_recall") or {}).get(depth))

    def _number(self, name: str) -> Cell:
        def cell(run: PlannedRun) -> str:
            found = self._figures(run, name)
            return "-" if found is None else f"{found:.2f}"

        return cell

    def _depth(self, run: PlannedRun) -> str:
        return _mean([item.depth for item in self._results.records_of(run) if item.depth is not None])

    def _kept_score(self, run: PlannedRun) -> str:
        """The mean score of the relations that were followed."""
        return _mean([branch["score"] for step in self._steps(run) for branch in step.get("branches", ())])

    def _seconds_a_visit(self, run: PlannedRun, asked: Collection[type[LlmStep[Any]]]) -> str:
        names = {step.name for step in find_system(run.system).wiring.steps if step.declared.asks in asked}
        return _mean([step["seconds"] for step in self._steps(run) if step["node"] in names])

    def _steps(self, run: PlannedRun) -> Iterator[Mapping[str, Any]]:
        """The steps of the traces of a run."""
        for item in self._results.records_of(run):
            trace = json.loads((self._results.folder / run.name / item.trace).read_text(encoding="utf-8"))
            yield from trace["steps"]


_KNOWN_ORIGINS = {OWN_KNOWLEDGE, *ORIGINS.values()}


def _origin(item: Record) -> str:
    if item.status == "parametric":
        return OWN_KNOWLEDGE
    return ORIGINS.get(item.evidence or "", item.evidence or "no answer, rightly")


def _mean(values: Sequence[float]) -> str:
    return f"{sum(values) / len(values):.2f}" if values else "-"
