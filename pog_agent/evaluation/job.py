"""An evaluation from its settings to its figures: any system, on any question set, over any graph and model."""

import asyncio
import platform
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from langchain_core.rate_limiters import InMemoryRateLimiter

import pog_agent
from pog_agent.agent import open_system
from pog_agent.config import PogConfig
from pog_agent.errors import SettingError
from pog_agent.evaluation.data.dataset import Question, QuestionSet, load_questions
from pog_agent.evaluation.data.discovered import partly_discovered
from pog_agent.evaluation.data.scrambled import scrambled_questions, with_scrambled_names
from pog_agent.evaluation.data.selection import Selection
from pog_agent.evaluation.data.thinned import without_edges
from pog_agent.evaluation.folder import PLOTS, RunFolder
from pog_agent.evaluation.measures.summary import Figures, summarize
from pog_agent.evaluation.oracle import ORACLE, OracleReasoner
from pog_agent.evaluation.record import Record
from pog_agent.evaluation.reports.charts import charts
from pog_agent.evaluation.reports.page import page
from pog_agent.evaluation.reports.plots import MISSING, can_plot, draw
from pog_agent.evaluation.reports.report import report, setting
from pog_agent.evaluation.runner import Evaluation, run_all
from pog_agent.evaluation.watch import Watch
from pog_agent.kg.base import KnowledgeGraph
from pog_agent.kg.open import open_kg
from pog_agent.ranking.encoder import open_encoder
from pog_agent.reasoner.chat.models import open_chat_model
from pog_agent.reasoner.offline.reasoner import OFFLINE_MODELS
from pog_agent.run.resources import MAX_RUNS_HELD
from pog_agent.urls import is_http_url, without_password

Finished = Callable[[Record], None]
Progress = Callable[[Sequence[Record], int], Finished]
"""Told of the questions finished earlier and how many there are; gives what to call for each one more."""

NOT_DECISIVE = ("kg", "topics", "model", "base_url", "timeout", "embedding_cache", "kg_cache")
"""Settings that do not change results, or are recorded in a better way."""

PACKAGES = ("langgraph", "langchain-core", "langchain-openai", "numpy", "sentence-transformers", "pyoxigraph")
TOPICS_LOOKED_UP = 200


@dataclass(frozen=True)
class Job:
    """What to evaluate, and how.

    `settings` are those of `PogConfig`, with `kg` and `model`; their `seed` draws the sample and the edges that
    are left out, a share of `drop_triples`; of the relations and entities that a search comes upon, it keeps the
    share `keep_discovered`. With `scramble` all entity names, in graph and questions alike, are
    random letters. The model ``oracle`` looks at the gold answers and bounds what a
    system can reach; it errs with the probability `noise`. With `topics_given` a run starts from the data set's
    topic entities, where there are any, else from the bare question. `jobs` questions are asked at once, with
    `rate` model calls a minute for all of them. Without `plots`, none are drawn. A run that is there already is
    continued, with `retry_failed` its failed questions too, or deleted with `force`.
    """

    data: str | Path
    out: Path | None = None
    system: str = "pog"
    settings: dict[str, Any] = field(default_factory=dict)
    selection: Selection = field(default_factory=Selection)
    topics_given: bool = True
    drop_triples: float = 0.0
    keep_discovered: float = 1.0
    scramble: bool = False
    noise: float = 0.0
    jobs: int = 1
    rate: float | None = None
    plots: bool = True
    force: bool = False
    retry_failed: bool = False


def evaluate(job: Job, progress: Progress | None = None) -> Figures:
    """Runs a job, or what is left of it, and gives the figures of `summary.json`.

    Raises `SettingError` for what cannot be run as it is, `GraphUnavailableError` and `ModelUnavailableError`
    where graph or model is out of reach: what is finished by then is kept.
    """
    if not 1 <= job.jobs <= MAX_RUNS_HELD:
        raise SettingError(f"--jobs is {job.jobs}; it must be from 1 to {MAX_RUNS_HELD}")
    if job.rate is not None and job.rate <= 0:
        raise SettingError(f"--rate is {job.rate:g}; it must be more than 0 calls a minute")
    config = PogConfig.create(**job.settings)
    if not 0 <= job.noise <= 1 or (job.noise and config.model != ORACLE):
        raise SettingError(f"--noise is {job.noise:g}; it must be from 0 to 1, and is for --model {ORACLE} only")
    data = load_questions(job.data)
    questions = replace(job.selection, seed=config.seed).of(data.questions)
    with ExitStack() as stack:
        kg = stack.enter_context(closing(open_kg(config.kg, config.timeout, config.preset, config.kg_cache)))
        if job.drop_triples:
            kg = without_edges(kg, job.drop_triples, config.seed)
        if job.scramble:
            kg = with_scrambled_names(kg, config.seed)
            questions = scrambled_questions(questions, config.seed)
        whole = kg
        if job.keep_discovered != 1.0:
            kg = partly_discovered(kg, job.keep_discovered, config.seed)
        asking: ContextVar[Watch] = ContextVar("asking")
        system = stack.enter_context(_system(job, config, kg, asking))
        system.open()
        evaluation = Evaluation(system, kg, job.topics_given, asking)
        return asyncio.run(_run(job, config, _Task(data, questions, kg, whole, evaluation), progress))


@dataclass(frozen=True)
class _Task:
    """What is open for a run: `kg` is what it searches, `whole` the same before discoveries are left out."""

    data: QuestionSet
    questions: list[Question]
    kg: KnowledgeGraph
    whole: KnowledgeGraph
    evaluation: Evaluation


async def _run(job: Job, config: PogConfig, task: _Task, progress: Progress | None) -> Figures:
    questions = await _with_known_topics(task, job.topics_given)
    identity = {
        "version": pog_agent.__version__,
        "data": task.data.digest,
        "selection": {
            "types": list(job.selection.types),
            "limit": job.selection.limit,
            "sample": job.selection.sample,
            "seed": config.seed if job.selection.sample is not None else None,
        },
        "kg": await task.kg.fingerprint(),
        "topics": "given" if job.topics_given else "recognised",
        "system": job.system,
        "model": config.model,
        "noise": job.noise,
        "encoder": open_encoder(config.encoder, lambda _: None).name,
        "settings": config.model_dump(mode="json", exclude=set(NOT_DECISIVE) | {"variant", "encoder"}),
    }
    folder, about = RunFolder(job.out or default_folder(job, config)), _about(job, config, task)
    with folder.open(identity, about, force=job.force, retry_failed=job.retry_failed) as done:
        known = {item.id for item in done}
        finished = progress(done, len(questions)) if progress else None
        try:
            left = [item for item in questions if item.id not in known]
            await run_all(task.evaluation, left, folder, job.jobs, finished)
        finally:
            records = folder.records()
            figures = _header(job, config, task, folder) | summarize(records)
            plots = _plots(folder.path, figures, records) if job.plots else []
            browsed = page(f"{job.system} on {task.data.name}", setting(figures), records, folder.path)
            folder.finish(figures, report(figures, records, plots), browsed)
    return figures


def _plots(folder: Path, figures: Figures, records: Sequence[Record]) -> list[str]:
    """Draws the plots of a run, and gives the lines of its report that show them."""
    if not can_plot():
        return [MISSING]
    subtitle = f"{figures['system']}, {figures['model']}, {figures['data']}, n={figures['n']}"
    files = draw(charts(figures, records), folder / PLOTS, subtitle, figures["bound"])
    return [f"![{file.stem}]({PLOTS}/{file.name})" for file in files]


def default_folder(job: Job, config: PogConfig) -> Path:
    """Where a run without `--out` goes: the same command finds it again."""
    parts = [Path(job.data).stem, job.system, config.model]
    if Path(job.data).parent.name:
        parts.insert(0, Path(job.data).parent.name)
    return Path("runs") / "-".join("".join(c if c.isalnum() or c in "._" else "_" for c in part) for part in parts)


async def _with_known_topics(task: _Task, topics_given: bool) -> list[Question]:
    """The questions with topic entities in the ids that the graph has.

    Raises `SettingError` where the graph has none of the first topic entities, or none are given.
    """
    if topics_given and not any(item.topics for item in task.questions):
        raise SettingError(
            f"{task.data.name}: its questions have no topic entities; --bare-questions lets the system find them"
        )
    others = replace(task.data, questions=tuple(task.questions)).with_other_topics().questions
    for questions in (task.questions, list(others)):
        topics = [topic for item in questions for topic in item.topic_entities][:TOPICS_LOOKED_UP]
        iris = [topic.iri for topic in topics if topic.iri]
        around = await task.whole.neighbors(iris, limit=1) if iris else None
        if around is not None and around.triples:
            return questions
        if not topics_given:
            names = [topic.label for topic in topics if topic.label]
            if not topics or await task.kg.find(names):
                return questions
    first = next(topic for item in task.questions for topic in item.topics)
    raise SettingError(
        f"{task.kg.name}: holds none of the topic entities of {task.data.name}, such as {first}; check that --kg "
        "is the graph of these questions and writes its IRIs in the same way"
    )


def _system(job: Job, config: PogConfig, kg: KnowledgeGraph, asking: ContextVar[Watch]) -> Any:
    """The system over the open graph; with a rate, its model waits for its turn."""
    left_out = {"kg", "topics", "variant"}
    settings = {name: getattr(config, name) for name in PogConfig.model_fields if name not in left_out}
    if config.model == ORACLE:
        encoder = open_encoder(config.encoder, lambda _: None, config.embedding_cache)
        settings |= {"encoder": encoder, "reasoner": OracleReasoner(encoder, asking, job.noise, config.seed)}
    elif job.rate is not None and config.model not in OFFLINE_MODELS:
        model = open_chat_model(config.model, config.base_url, config.timeout)
        model.rate_limiter = InMemoryRateLimiter(requests_per_second=job.rate / 60, check_every_n_seconds=0.02)
        settings["model"] = model
    return open_system(job.system, kg=kg, **settings)


def _header(job: Job, config: PogConfig, task: _Task, folder: RunFolder) -> Figures:
    return {
        "folder": str(folder.path),
        "data": task.data.name,
        "format": task.data.format,
        "kg": _without_password(task.kg.name),
        "system": job.system,
        "model": config.model,
        "bound": config.model == ORACLE,
        "noise": job.noise,
        "topics": "given" if job.topics_given else "recognised",
        "questions": len(task.questions),
        "notices": list(task.data.notices),
    }


def _about(job: Job, config: PogConfig, task: _Task) -> dict[str, Any]:
    """What a reader of the folder wants to know besides the identity of the run."""
    versions = {"python": platform.python_version()}
    for name in PACKAGES:
        try:
            versions[name] = version(name)
        except PackageNotFoundError:
            continue
    return {
        "data": str(job.data),
        "kg": _without_password(task.kg.name),
        "drop_triples": job.drop_triples,
        "keep_discovered": job.keep_discovered,
        "scramble": job.scramble,
        "questions": len(task.questions),
        "base_url": _without_password(config.base_url) if config.base_url else None,
        "jobs": job.jobs,
        "rate": job.rate,
        "versions": versions,
    }


def _without_password(text: str) -> str:
    return without_password(text) if is_http_url(text) else text
