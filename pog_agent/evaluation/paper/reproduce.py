"""Makes every run that a configuration asks for, or what is left of them, and writes `paper.md` with its plots."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import get_args

from pog_agent.errors import PogError, SettingError
from pog_agent.evaluation.job import StartProgress, evaluate
from pog_agent.evaluation.paper import figures
from pog_agent.evaluation.paper.config import COMPARED_SYSTEMS, ConfiguredDataSet, PaperDataSet, read_config
from pog_agent.evaluation.paper.planned_runs import PARTS, PaperPlan
from pog_agent.evaluation.paper.results import PaperResults
from pog_agent.evaluation.paper.tables import PaperTables
from pog_agent.evaluation.reports.chart_drawing import MATPLOTLIB_MISSING, can_plot, draw_charts
from pog_agent.evaluation.reports.charts import Chart
from pog_agent.evaluation.reports.markdown import plot_links
from pog_agent.evaluation.run_folder import PLOTS

PAGE, RUNS = "paper.md", "runs"
NOTE = """\
Ours is strict Hits@1 with its 95% Wilson interval, and beside it the lenient one. The published figures are
lenient, of other models, samples and dumps of the graph, and of single runs: they say where to look, not which is
better. Ablations and figures are those of the first model. Tokens are those of all steps, the paper's (not shown)
of path pruning only."""
LENGTHS = """\
Runs keep no lengths of explored candidates: beside the gold paths, which are the paper's Figure 5, stand the cited
ones, where a mediator is a step."""


def reproduce(
    config: Path | str,
    out: Path,
    only: Sequence[str] = (),
    progress: StartProgress | None = None,
    say: Callable[[str], None] = lambda _: None,
) -> Path:
    """Gives the path of the page. A run that cannot be made is left out, and the page says why.

    Raises `SettingError` for a wrong configuration, and where every run is left out the error of the first.
    """
    plan = PaperPlan(read_config(config))
    unknown = [name for name in only if name not in PARTS]
    if unknown:
        raise SettingError(f"unknown part {unknown[0]!r}; known are {', '.join(PARTS)}")
    parts = tuple(name for name in PARTS if not only or name in only)
    results = _run(plan, parts, out, progress, say)
    try:
        (out / PAGE).write_text(_page(plan, parts, results, out), encoding="utf-8")
    except OSError as error:
        raise SettingError(f"{out}: cannot be written ({error.strerror or error})") from error
    return out / PAGE


def _run(
    plan: PaperPlan, parts: tuple[str, ...], out: Path, progress: StartProgress | None, say: Callable[[str], None]
) -> PaperResults:
    results = PaperResults(out / RUNS)
    runs = list(plan.runs_of_parts(parts))
    first: PogError | None = None
    for number, run in enumerate(runs, start=1):
        say(f"{number} of {len(runs)}: {run.name}")
        try:
            results.figures[run.name] = evaluate(run.job(plan.config, out / RUNS), progress)
        except PogError as error:
            first = first or error
            results.left_out[run.name] = str(error)
            say(f"left out: {error}")
    if first and not results.figures:
        raise first
    return results


def _page(plan: PaperPlan, parts: tuple[str, ...], results: PaperResults, out: Path) -> str:
    tables = PaperTables(plan, results)
    bound = any(model.bound for model in plan.config.models)
    lines = ["# Paths-over-Graph, reproduced", "", NOTE]
    if bound:
        lines += ["", "The oracle looks at the gold answers: its figures are bounds, no accuracy."]
    lines += ["", *_left_out(plan, parts, results)]
    if not can_plot():
        lines += ["", MATPLOTLIB_MISSING]
    for part in parts:
        lines += ["", *getattr(tables, part)()]
        lines += [line for dataset in plan.config.datasets for line in _plots(plan, dataset, part, results, out)]
        if part == "main":
            lines += ["", LENGTHS, *tables.plotted()]
    return "\n".join([*lines, ""])


def _left_out(plan: PaperPlan, parts: Sequence[str], results: PaperResults) -> list[str]:
    """A line for each thing that the configuration leaves out, and for each run that could not be made."""
    config = plan.config
    systems = [name for name in COMPARED_SYSTEMS if name not in config.systems]
    sets = [name for name in get_args(PaperDataSet) if name not in {item.paper for item in config.datasets}]
    missing = {
        "systems": systems,
        "data sets of the paper": sets,
        "parts": [name for name in PARTS if name not in parts],
    }
    lines = [f"- Not configured, {kind}: {', '.join(names)}." for kind, names in missing.items() if names]
    return [*lines, *(f"- Left out, `{name}`: {' '.join(why.split())}" for name, why in results.left_out.items())]


def _plots(plan: PaperPlan, dataset: ConfiguredDataSet, part: str, results: PaperResults, out: Path) -> list[str]:
    if not can_plot():
        return []
    drawn = [chart for chart in _charts(plan, dataset, part, results) if any(map(any, chart.series.values()))]
    named = [replace(chart, name=f"{dataset.name}-{chart.name}") for chart in drawn]
    systems = ", ".join(run.system for run in plan.ablated_runs(dataset))
    files = draw_charts(named, out / PLOTS, f"{dataset.name}, {plan.lead.name}: {systems}", plan.lead.bound)
    return [line for link in plot_links(files) for line in ("", link)]


def _charts(plan: PaperPlan, dataset: ConfiguredDataSet, part: str, results: PaperResults) -> Iterator[Chart]:
    runs = plan.ablated_runs(dataset)
    if part == "main":
        yield from figures.main_charts(runs, results)
    if part == "depth" and runs:
        by_depth = [plan.runs_by_value(run, part) for run in runs]
        title = "Hits@1 by maximum depth (cf. Figure 4 a, c)"
        yield figures.hits_by_value(by_depth, results, "figure4", title, "D_max")
        yield from (figures.phases_by_depth(each, results) for each in by_depth)
    if part == "incompleteness" and runs:
        by_share = [plan.runs_by_value(run, part) for run in runs]
        title = "Hits@1 on incomplete graphs"
        yield figures.hits_by_value(by_share, results, "incompleteness", title, "share of the edges left out")
