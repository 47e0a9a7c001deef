"""Opens the knowledge graph that a setting names."""

from pathlib import Path

from pog_agent.errors import GraphUnavailableError
from pog_agent.kg.base import KnowledgeGraph
from pog_agent.kg.local.compile import compile_files
from pog_agent.kg.local.compiled_files import is_compiled, open_compiled
from pog_agent.kg.local.opened_files import OpenedFiles
from pog_agent.kg.local.sources import find_rdf_files, given_paths, parts_of, skipped_notices
from pog_agent.kg.preset import AUTO, Preset, choose_preset
from pog_agent.loops import run_blocking
from pog_agent.urls import is_http_url

OXIGRAPH = "oxigraph:"


def open_kg(spec: str, timeout: float = 60.0, preset: str = AUTO, cache: str | None = None) -> KnowledgeGraph:
    """The graph of an RDF file, a folder, several of them (joined by the system's path separator), or a URL.

    A folder made by `pog-agent index` is mapped instead of read; ``oxigraph:FOLDER`` is an Oxigraph store on disk;
    ``demo`` is the bundled graph. `preset` is the name of a preset, the path of its file, or ``auto``: the preset
    of a well-known endpoint, the preset that a folder was compiled with, or else the generic one. `cache` is a
    file that keeps an endpoint's answers. Blocks while it reads. Raises `GraphUnavailableError` if there is
    nothing to read, if the graph is empty, or if nobody answers. Raises `SettingError` for a preset that is wrong,
    or that is not the one a folder was compiled with.
    """
    chosen = choose_preset(preset, spec)
    if is_http_url(spec):
        return _open_endpoint(spec, timeout, chosen, cache)
    if spec.startswith(OXIGRAPH):
        from pog_agent.kg.local.oxigraph_store import OxigraphStore  # noqa: PLC0415 (only for such a store)

        return OxigraphStore(Path(spec.removeprefix(OXIGRAPH)), spec, preset=chosen)
    if not spec.strip():
        raise GraphUnavailableError("no knowledge graph given; --kg takes an RDF file, a folder or a URL")
    sources = parts_of(spec)
    for source in sources:
        if is_compiled(Path(source)):
            if len(sources) > 1:
                raise GraphUnavailableError(f"{source}: a compiled graph is used alone; compile all into one")
            return open_compiled(Path(source), preset=None if preset == AUTO else chosen)
    with given_paths(sources) as paths:
        opened = OpenedFiles.of(paths)
        return compile_files(find_rdf_files(paths), spec, chosen, skipped_notices(paths), opened)


def _open_endpoint(url: str, timeout: float, preset: Preset, cache: str | None) -> KnowledgeGraph:
    from pog_agent.kg.sparql.cache import AnswerFile  # noqa: PLC0415
    from pog_agent.kg.sparql.store import SparqlStore  # noqa: PLC0415 (HTTP stack, only for endpoints)

    answers = AnswerFile(cache) if cache else None
    store = SparqlStore(url, preset=preset, timeout=timeout, cache=answers)
    try:
        run_blocking(store.check())
    except GraphUnavailableError:
        store.close()
        raise
    return store
