"""What `pog-agent index` does: the compiled form of RDF files, and the entity index of any graph."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, cast

from pog_agent.config import PogConfig
from pog_agent.errors import SettingError
from pog_agent.kg.local.compiled_files import open_compiled
from pog_agent.kg.local.index import build_index
from pog_agent.kg.local.sources import skipped_notices
from pog_agent.kg.names import NamedGraph
from pog_agent.kg.open import open_kg
from pog_agent.kg.preset import AUTO
from pog_agent.linking.build import IndexProgress, build_entity_index
from pog_agent.linking.entity_index import has_entity_index
from pog_agent.linking.vectors import FaissKind
from pog_agent.loops import run_blocking
from pog_agent.ranking.encoder import open_encoder
from pog_agent.ranking.relation_embeddings import RelationEmbeddings
from pog_agent.urls import is_http_url

RELATIONS = "relations"


def index_graph(
    specs: Sequence[str],
    out: str,
    *,
    encoder: str | None = "auto",
    kind: FaissKind | None = None,
    timeout: float = 60.0,
    preset: str = AUTO,
    languages: Sequence[str] | None = None,
    progress: IndexProgress | None = None,
    warn: Callable[[str], None] | None = None,
) -> dict[str, Any]:
    """Indexes RDF files and folders, or the names of one endpoint, into a folder; returns the facts.

    Without an `encoder` there are no embeddings; with `languages`, names in other languages are left out. Raises
    `SettingError` for a folder that holds anything else and for what cannot be indexed, and
    `GraphUnavailableError` if the graph cannot be read.
    """
    directory = Path(out).absolute()
    for text in skipped_notices(specs):
        (warn or _silent)(text)
    source, facts = _source(specs, directory, timeout, preset)
    try:
        chosen = None if encoder is None else open_encoder(encoder, warn or _silent)
        if chosen is not None and (beside := RelationEmbeddings.beside(source, chosen)) is not None:
            begins = partial(progress or _no_progress, RELATIONS, 0)
            if problem := run_blocking(beside.complete(languages or PogConfig().language_list, begins)):
                (warn or _silent)(problem)
        built = run_blocking(
            build_entity_index(source, directory, chosen, kind=kind, languages=languages, progress=progress)
        )
    finally:
        source.close()
    described = asdict(built)
    del described["directory"]
    return {**facts, "directory": str(directory), "entity_index": described}


def _silent(text: str) -> None:
    del text


def _no_progress(stage: str, done: int, total: int | None) -> None:
    del stage, done, total


def _source(
    specs: Sequence[str], directory: Path, timeout: float, preset: str
) -> tuple[NamedGraph, dict[str, Any]]:
    """The graph to read names from, and facts about it. Files are compiled into the folder; an endpoint is not."""
    if not any(map(is_http_url, specs)):
        compiled = build_index(specs, str(directory), preset)
        return open_compiled(directory, " ".join(specs)), asdict(compiled)
    if len(specs) > 1:
        raise SettingError("an endpoint is indexed alone: give one URL, and files in a command of their own")
    occupied = directory.exists() and (directory.is_file() or any(directory.iterdir()))
    if occupied and not has_entity_index(directory):
        raise SettingError(f"{directory}: exists and is not an entity index; give --out a new folder")
    endpoint = cast(NamedGraph, open_kg(specs[0], timeout, preset))
    return endpoint, {"source": endpoint.name}
