"""Runs a job, or what is left of it, and writes its reports."""

from collections.abc import Sequence
from pathlib import Path

from pog_agent.config import PogConfig
from pog_agent.evaluation.job.about import about_run, run_identity, summary_header
from pog_agent.evaluation.job.description import Job, StartProgress
from pog_agent.evaluation.job.gold_queries import with_gold_results
from pog_agent.evaluation.job.opening import OpenJob, open_job, questions_with_known_topics
from pog_agent.evaluation.measures.summary import RunSummary, summarize
from pog_agent.evaluation.record import Record, settled
from pog_agent.evaluation.reports.chart_drawing import MATPLOTLIB_MISSING, can_plot, draw_charts
from pog_agent.evaluation.reports.charts import charts
from pog_agent.evaluation.reports.markdown import plot_links
from pog_agent.evaluation.reports.questions_page import questions_page
from pog_agent.evaluation.reports.report import report, setting
from pog_agent.evaluation.run_folder import PLOTS, RunFolder
from pog_agent.evaluation.runner import RunPage, run_all
from pog_agent.loops import run_blocking


def evaluate(job: Job, progress: StartProgress | None = None, run_page: RunPage | None = None) -> RunSummary:
    """Runs a job, or what is left of it, and gives the figures of `summary.json`.

    With `run_page` the folder has a page of each question's run, to which its index links.
    Raises `SettingError` for what cannot be run as it is, `GraphUnavailableError` and `ModelUnavailableError`
    where graph or model is out of reach: what is finished by then is kept.
    """
    config = job.checked_config()
    with open_job(job, config, run_page) as opened:
        return run_blocking(_run(opened, progress))


async def _run(opened: OpenJob, progress: StartProgress | None) -> RunSummary:
    job = opened.job
    questions = await with_gold_results(await questions_with_known_topics(opened), opened.whole)
    identity, about = await run_identity(opened), about_run(opened)
    folder = RunFolder(job.out or default_folder(job, opened.config))
    with folder.open(identity, about, force=job.force, retry_failed=job.retry_failed) as done:
        known = {item.id for item in done}
        finished = progress(done, len(questions)) if progress else None
        try:
            left = [item for item in questions if item.id not in known]
            await run_all(opened.evaluation, left, folder, job.jobs, finished)
        finally:
            summary = _finish(opened, folder)
    return summary


def _finish(opened: OpenJob, folder: RunFolder) -> RunSummary:
    """Writes figures, report, plots and page of what is finished by now."""
    records = folder.records()
    summary = summary_header(opened, folder.path) | summarize(records)
    plots = _plots(folder.path, summary, records) if opened.job.plots else []
    title = f"{opened.job.system} on {opened.data.name}"
    folder.finish(
        summary, report(summary, records, plots), questions_page(title, setting(summary), records, folder.path)
    )
    return summary


def _plots(folder: Path, summary: RunSummary, records: Sequence[Record]) -> list[str]:
    """Draws the plots of a run, and gives the lines of its report that show them."""
    if not can_plot():
        return [MATPLOTLIB_MISSING]
    subtitle = f"{summary['system']}, {summary['model']}, {summary['data']}, n={summary['n']}"
    return plot_links(draw_charts(charts(summary, settled(records)), folder / PLOTS, subtitle, summary["bound"]))


def default_folder(job: Job, config: PogConfig) -> Path:
    """Where a run without `--out` goes: the same command finds it again."""
    parts = [Path(job.data).stem, job.system, config.model]
    if Path(job.data).parent.name:
        parts.insert(0, Path(job.data).parent.name)
    return Path("runs") / "-".join("".join(c if c.isalnum() or c in "._" else "_" for c in part) for part in parts)
