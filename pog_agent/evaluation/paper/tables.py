"""The tables of the paper, ours and below them the published figures."""

import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from pog_agent.evaluation.paper.planned_runs import PaperPlan, PlannedRun
from pog_agent.evaluation.paper.results import PaperResults
from pog_agent.evaluation.reports.markdown import share, table
from pog_agent.reasoner.steps.score_entities import ScoreEntities
from pog_agent.reasoner.steps.score_relations import ScoreRelations
from pog_agent.reasoner.steps.select_paths import SelectPaths

LEFT_OUT = "left out"
PRUNING = (SelectPaths.name, ScoreRelations.name, ScoreEntities.name)
"""The LLM steps that prune paths: the paper's, and Think-on-Graph's."""
MarkdownLines = list[str]
PublishedRow = Mapping[str, Any]


class PaperTables:
    """The tables of the paper as Markdown, the published figures below ours."""

    def __init__(self, plan: PaperPlan, results: PaperResults) -> None:
        self._plan, self._results = plan, results
        self._sets = plan.config.datasets
        text = files("pog_agent.evaluation.paper").joinpath("published.toml").read_text(encoding="utf-8")
        self._published: dict[str, list[PublishedRow]] = tomllib.loads(text)

    def of_part(self, part: str) -> MarkdownLines:
        """The section of a part."""
        lines: MarkdownLines = getattr(self, part)()
        return lines

    def main(self) -> MarkdownLines:
        """Table 1, 2, 3 and 7."""
        runs = [self._plan.main_runs(dataset) for dataset in self._sets]
        rows = [[group[0].label, *(self._hits(run) for run in group)] for group in zip(*runs, strict=True)]
        lines = ["## Main results (Table 1)", "", *self._table("table1", rows)]
        lines += ["", "## Questions with one and with several topic entities (Table 2)", ""]
        rows = []
        for group in self._by_system():
            for kind in ("single", "multi"):
                rows.append([f"{group[0].label}, {kind}", *(self._hits(run, "by_topics", kind) for run in group)])
        lines += self._table("table2", rows)
        lines += ["", "## Graph reduction (Table 3)", "", "Means over the questions of a data set.", ""]
        lines += self._table("table3", [row for group in self._by_system()[:1] for row in self._reduction(group)])
        lines += ["", "## LLM calls per question (Table 7)", ""]
        rows = [
            [group[0].label, *(self._number(run, "llm_calls") for run in group)]
            for group in zip(*runs, strict=True)
        ]
        return [*lines, *self._table("table7", rows)]

    def depth(self) -> MarkdownLines:
        """The figures of Figure 4 (a, c)."""
        return self._varied("depth", "Search depth (Figure 4)", ["figure4"], "D_max {}")

    def strategies(self) -> MarkdownLines:
        """Tables 4, 5 and 8."""
        return self._varied(
            "strategies",
            "Beam search strategies (Tables 4, 5 and 8)",
            ["table4", "table5", "table8"],
            "{}",
            costs=True,
        )

    def summaries(self) -> MarkdownLines:
        """Table 6."""
        return self._varied("summaries", "Path summarising (Table 6)", ["table6"], "summarize {}", costs=True)

    def incompleteness(self) -> MarkdownLines:
        """Hits@1 with edges of the graph left out. The paper has no such table."""
        return self._varied(
            "incompleteness", "Incomplete graphs (not in the paper)", [], "{:.0%} of the edges left out"
        )

    def plotted(self) -> MarkdownLines:
        """The published numbers of Figures 8 and 10; ours are plots."""
        rows = [*self._beside("figure8"), *self._beside("figure10")]
        return ["", *table(["share in percent", *self._names()], rows)] if rows else []

    def _varied(
        self, part: str, title: str, published: Sequence[str], name: str, costs: bool = False
    ) -> MarkdownLines:
        by_set = [
            [self._plan.runs_by_value(run, part) for run in self._plan.ablated_runs(dataset)]
            for dataset in self._sets
        ]
        rows = []
        for systems in zip(*by_set, strict=True):
            for value in systems[0]:
                runs = [each[value] for each in systems]
                label = f"{runs[0].label}, {name.format(value)}"
                rows.append([label, *(self._hits(run) for run in runs)])
                if costs:
                    rows.append([f"{label}: calls; tokens of pruning; of all; s", *map(self._costs, runs)])
        for table_name in published:
            rows += self._beside(table_name)
        return [f"## {title}", "", *table(["Hits@1", *self._names()], rows)]

    def _table(self, name: str, rows: list[list[str]]) -> MarkdownLines:
        return table(["", *self._names()], [*rows, *self._beside(name)])

    def _beside(self, name: str) -> list[list[str]]:
        """The rows of a published table that have a figure for one of our data sets."""
        where = name.replace("table", "Table ").replace("figure", "Figure ")
        rows = []
        for row in self._published[name]:
            cells = [f"{row[item.paper]:,}" if item.paper and item.paper in row else "-" for item in self._sets]
            if set(cells) != {"-"}:
                rows.append([f"*paper, {where}: {row['label']}*", *cells])
        return rows

    def _names(self) -> list[str]:
        return [f"{item.name} (paper: {item.paper})" if item.paper else item.name for item in self._sets]

    def _by_system(self) -> list[tuple[PlannedRun, ...]]:
        """The runs of figures and ablations, by system, over the data sets."""
        return list(zip(*(self._plan.ablated_runs(dataset) for dataset in self._sets), strict=True))

    def _hits(self, run: PlannedRun, group: str = "", kind: str = "") -> str:
        figures = self._results.figures_of(run)
        if figures is None:
            return LEFT_OUT
        if group:
            part = figures[group].get(kind)
            return (
                f"{share(part['hits1_strict'])}, lenient {share(part['hits1_lenient'])} (n={part['n']})"
                if part
                else "-"
            )
        low, high = figures["intervals"]["hits1_strict"]
        strict, lenient = share(figures["hits1_strict"]), share(figures["hits1_lenient"])
        return f"{strict} ({share(low)} to {share(high)}), lenient {lenient}"

    def _number(self, run: PlannedRun, name: str) -> str:
        figures = self._results.figures_of(run)
        return LEFT_OUT if figures is None else f"{figures[name]:.1f}"

    def _costs(self, run: PlannedRun) -> str:
        figures = self._results.figures_of(run)
        if figures is None:
            return LEFT_OUT
        by_step = figures["usage_by_step"]
        pruning = sum(by_step[name]["prompt_tokens"] for name in PRUNING if name in by_step)
        tokens = f"{pruning:,.0f}; {figures['prompt_tokens']:,.0f}"
        return f"{figures['llm_calls']:.1f}; {tokens}; {figures['seconds']:.2f}"

    def _reduction(self, group: Sequence[PlannedRun]) -> list[list[str]]:
        """Entities before and after reduction, over the questions that have a subgraph."""
        columns = []
        for run in group:
            sizes = [item.subgraph for item in self._results.records_of(run) if item.subgraph]
            before = sum(size.detected.entities for size in sizes if size.detected.entities)
            after = sum(size.reduced.entities for size in sizes if size.detected.entities)
            n = sum(size.detected.entities > 0 for size in sizes)
            columns.append(
                [f"{before / n:,.1f}", f"{after / n:,.1f}", share(1 - after / before)] if n else [LEFT_OUT] * 3
            )
        names = ("entities detected", "entities after reduction", "entities left out")
        label = group[0].label
        return [[f"{label}: {name}", *(column[at] for column in columns)] for at, name in enumerate(names)]
