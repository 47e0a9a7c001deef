"""Describes a run in its folder: its identity decides the results, the rest is for the reader."""

import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import pog_agent
from pog_agent.evaluation.job.opening import OpenJob
from pog_agent.evaluation.measures.summary import RunSummary
from pog_agent.evaluation.oracle import ORACLE
from pog_agent.ranking.encoder import open_encoder
from pog_agent.urls import is_http_url, without_password

NOT_DECISIVE = ("kg", "topics", "model", "base_url", "timeout", "embedding_cache", "kg_cache", "profile")
"""Settings that do not change results, or are recorded in a better way."""

PACKAGES = ("langgraph", "langchain-core", "langchain-openai", "numpy", "sentence-transformers", "pyoxigraph")


async def run_identity(opened: OpenJob) -> dict[str, Any]:
    """The values that decide the results of a run. A folder holds one identity only."""
    job, config = opened.job, opened.config
    return {
        "version": pog_agent.__version__,
        "data": opened.data.digest,
        "selection": {
            "types": list(job.selection.types),
            "limit": job.selection.limit,
            "sample": job.selection.sample,
            "seed": config.seed if job.selection.sample is not None else None,
        },
        "kg": await opened.kg.fingerprint(),
        "topics": "given" if job.topics_given else "recognised",
        "system": job.system,
        "model": config.model,
        "noise": job.noise,
        "encoder": open_encoder(config.encoder, lambda _: None).name,
        "settings": config.model_dump(mode="json", exclude=set(NOT_DECISIVE) | {"variant", "encoder"}),
    }


def about_run(opened: OpenJob) -> dict[str, Any]:
    """The values that a reader wants to know besides the identity of the run."""
    job, config = opened.job, opened.config
    return {
        "data": str(job.data),
        "kg": _without_password(opened.kg.name),
        "drop_triples": job.drop_triples,
        "keep_discovered": job.keep_discovered,
        "scramble": job.scramble,
        "questions": len(opened.questions),
        "base_url": _without_password(config.base_url) if config.base_url else None,
        "jobs": job.jobs,
        "rate": job.rate,
        "versions": _versions(),
    }


def summary_header(opened: OpenJob, folder: Path) -> RunSummary:
    """The fields of `summary.json` that say what was run."""
    job, data = opened.job, opened.data
    return {
        "folder": str(folder),
        "data": data.name,
        "format": data.format,
        "kg": _without_password(opened.kg.name),
        "system": job.system,
        "model": opened.config.model,
        "bound": opened.config.model == ORACLE,
        "noise": job.noise,
        "topics": "given" if job.topics_given else "recognised",
        "questions": len(opened.questions),
        "notices": list(data.notices),
    }


def _versions() -> dict[str, str]:
    versions = {"python": platform.python_version()}
    for name in PACKAGES:
        try:
            versions[name] = version(name)
        except PackageNotFoundError:
            continue
    return versions


def _without_password(text: str) -> str:
    return without_password(text) if is_http_url(text) else text
