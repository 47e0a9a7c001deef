"""Makes the compiled form of RDF files: what `pog-agent index` does."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pog_agent.errors import GraphUnavailableError, SettingError
from pog_agent.kg.local.compile import compile_files
from pog_agent.kg.local.compiled import CompiledGraph
from pog_agent.kg.local.compiled_files import FILES, META, given_sources, is_compiled, open_compiled, save
from pog_agent.kg.local.sources import find_rdf_files, given_paths
from pog_agent.kg.preset import AUTO, GENERIC, Preset, load_preset
from pog_agent.kg.schema.file import SCHEMA_FILE
from pog_agent.kg.schema.summary import PSEUDO_CLASSES
from pog_agent.urls import is_http_url


@dataclass(frozen=True)
class CompiledFacts:
    """What was built. Relations do not count as entities; names and descriptions are triples, but no edges."""

    directory: str
    preset: str
    triples: int
    edges: int
    entities: int
    literals: int
    relations: int
    classes: int
    seconds: float
    bytes: int


def build_index(specs: Sequence[str], out: str, preset: str = AUTO) -> CompiledFacts:
    """Compiles RDF files and folders (or ``demo``) into the folder `out`, in place of a compiled graph there.

    `preset` is the name of a preset or the path of its file; ``auto`` is the generic one. A compiled graph of the
    same files and preset stays if the files have not changed. Raises `SettingError` for a folder that holds
    anything else and for what is no file or folder, and `GraphUnavailableError` if the graph cannot be read or
    the folder cannot be written.
    """
    directory = Path(out).absolute()
    _check(specs, directory)
    chosen = load_preset(GENERIC if preset == AUTO else preset)
    begin = time.perf_counter()
    with given_paths(specs) as sources:
        graph = _unchanged(directory, sources, chosen)
        if graph is None:
            graph = compile_files(find_rdf_files(sources), " ".join(specs), chosen)
            save(graph, directory, sources)
    literals, relations = graph.adjacency.literals, graph.relations
    described = sum(1 for relation in relations if graph.terms.id_of(relation) is not None)
    return CompiledFacts(
        directory=str(directory),
        preset=graph.preset.name,
        triples=graph.triples,
        edges=graph.adjacency.triples,
        entities=len(graph.terms) - literals - described,
        literals=literals,
        relations=len(relations),
        classes=sum(item.iri not in PSEUDO_CLASSES for item in graph.summary.classes),
        seconds=round(time.perf_counter() - begin, 3),
        bytes=sum((directory / name).stat().st_size for name in (*FILES, SCHEMA_FILE, META)),
    )


def _unchanged(directory: Path, sources: Sequence[Path], preset: Preset) -> CompiledGraph | None:
    """The compiled graph in the folder if it is sound and made by this preset of the sources as they are now."""
    try:
        if is_compiled(directory) and given_sources(directory) == [str(source.resolve()) for source in sources]:
            graph = open_compiled(directory)
            kept = graph.preset
            same = (kept.given.digest, kept.subclasses) == (preset.digest, preset.subclasses)
            return graph if same and graph.has_stored_schema else None
    except GraphUnavailableError:
        return None
    return None


def _check(specs: Sequence[str], directory: Path) -> None:
    for spec in specs:
        if is_http_url(spec):
            raise SettingError(f"{spec}: an endpoint cannot be compiled; give RDF files or folders")
        if is_compiled(Path(spec)):
            raise SettingError(f"{spec}: a compiled graph already; give the RDF files it was made from")
    if directory.exists() and not is_compiled(directory) and (not directory.is_dir() or any(directory.iterdir())):
        raise SettingError(f"{directory}: exists and is not a compiled graph; give --out a new folder")
