"""Makes every run that a configuration asks for, or what is left of them, and writes `paper.md` with its plots."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from pog_agent.errors import PogError, SettingError
from pog_agent.evaluation.job import StartProgress, evaluate
from pog_agent.evaluation.paper import figures
from pog_agent.evaluation.paper.config import (
    COMPARED_SYSTEMS,
    DATA_SETS,
    ConfiguredDataSet,
    Paper,
    PaperConfig,
    read_config,
)
from pog_agent.evaluation.paper.planned_runs import PaperPlan
from pog_agent.evaluation.paper.results import PaperResults
from pog_agent.evaluation.paper.table_files import FOLDER, write_tables
from pog_agent.evaluation.paper.tables import PaperTables
from pog_agent.evaluation.paper.tog2_plan import Tog2Plan
from pog_agent.evaluation.paper.tog2_tables import Tog2Tables
from pog_agent.evaluation.reports.chart_drawing import MATPLOTLIB_MISSING, can_plot, draw_charts
from pog_agent.evaluation.reports.charts import Chart
from pog_agent.evaluation.reports.markdown import plot_links
from pog_agent.evaluation.run_folder import PLOTS

Plan = PaperPlan | Tog2Plan
PAGE, RUNS = "paper.md", "runs"
NOTE = """\
Ours is strict Hits@1 with its 95% Wilson interval, and beside it the lenient one. The published figures are
lenient, of other models, samples and dumps of the graph, and of single runs: they say where to look, not which is
better. Ablations and figures are those of the first model. Runs compose no queries, unless the configuration says
`compose`: the paper answers from paths. Tokens are those of the prompts of path pruning, and of all steps."""
TOG2_NOTE = """\
Ours is strict Hits@1 with its 95% Wilson interval, and the lenient one. The published figures are exact match or
accuracy over the whole of Wikidata and Wikipedia, of other models and samples: they say where to look, not which
is better. All but the main results are those of the first model. Documents are supporting documents with a chunk
among the first that a run hands to the model. The oracle's calls are those that a model would be asked."""
TITLES: dict[Paper, tuple[str, str]] = {
    "paths-over-graph": ("Paths-over-Graph", NOTE),
    "think-on-graph-2": ("Think-on-Graph 2", TOG2_NOTE),
}
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
    """Gives the path of the page; its tables lie beside it as CSV and LaTeX, in `tables/`.

    A run that cannot be made is left out, and the page says why.

    Raises `SettingError` for a wrong configuration, and where every run is left out the error of the first.
    """
    plan = _plan(read_config(config))
    unknown = [name for name in only if name not in plan.parts]
    if unknown:
        raise SettingError(f"unknown part {unknown[0]!r}; known are {', '.join(plan.parts)}")
    parts = tuple(name for name in plan.parts if not only or name in only)
    results = _run(plan, parts, out, progress, say)
    try:
        page = _page(plan, parts, results, out)
        (out / PAGE).write_text(page, encoding="utf-8")
        write_tables(page.splitlines(), out / FOLDER)
    except OSError as error:
        raise SettingError(f"{out}: cannot be written ({error.strerror or error})") from error
    return out / PAGE


def _plan(config: PaperConfig) -> Plan:
    return Tog2Plan(config) if config.paper == "think-on-graph-2" else PaperPlan(config)


def _run(
    plan: Plan,
    parts: tuple[str, ...],
    out: Path,
    progress: StartProgress | None,
    say: Callable[[str], None],
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


def _page(plan: Plan, parts: tuple[str, ...], results: PaperResults, out: Path) -> str:
    title, note = TITLES[plan.config.paper]
    bound = any(model.bound for model in plan.config.models)
    lines = [f"# {title}, reproduced", "", note]
    if bound:
        lines += ["", "The oracle looks at the gold answers: its figures are bounds, no accuracy."]
    lines += ["", *_left_out(plan, parts, results)]
    if isinstance(plan, Tog2Plan):
        sections = Tog2Tables(plan, results)
        for part in parts:
            lines += ["", *sections.of_part(part)]
        return "\n".join([*lines, ""])
    tables = PaperTables(plan, results)
    if not can_plot():
        lines += ["", MATPLOTLIB_MISSING]
    for part in parts:
        lines += ["", *tables.of_part(part)]
        lines += [line for dataset in plan.config.datasets for line in _plots(plan, dataset, part, results, out)]
        if part == "main":
            lines += ["", LENGTHS, *tables.plotted()]
    return "\n".join([*lines, ""])


def _left_out(plan: Plan, parts: Sequence[str], results: PaperResults) -> list[str]:
    """A line for each thing that the configuration leaves out, and for each run that could not be made."""
    config = plan.config
    systems = [name for name in COMPARED_SYSTEMS[config.paper] if name not in config.systems]
    sets: list[str] = [
        name for name in DATA_SETS[config.paper] if name not in {item.paper for item in config.datasets}
    ]
    missing = {
        "systems": systems,
        "data sets of the paper": sets,
        "parts": [name for name in plan.parts if name not in parts],
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
