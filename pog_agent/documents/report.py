"""What a document index holds, for its user."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pog_agent.documents.bm25 import FOLDER
from pog_agent.documents.index import FAISS
from pog_agent.documents.index_file import FILE, DocumentIndexFile
from pog_agent.documents.survey import PLACES_SHOWN, counted

_IN_GRAPH = "FROM links JOIN entities ON entities.id = entity AND in_graph = 1"
_NOT_IN_GRAPH = "FROM links JOIN entities ON entities.id = entity AND in_graph = 0"


@dataclass(frozen=True)
class DocumentIndexReport:
    """What a document index holds, and what one build has done.

    `linked` are the documents with a link to an entity of the graph, `entities` those that are linked, and `links`
    the pairs of such an entity and a chunk. `embedded` chunks and `relinked` documents are those of this build.
    The `warnings` say what of the corpus was left out, and what is not linked.
    """

    directory: str
    documents: int
    chunks: int
    linked: int
    entities: int
    links: int
    added: int
    changed: int
    removed: int
    unchanged: int
    embedded: int
    relinked: int
    encoder: str
    seconds: float
    bytes: int
    warnings: tuple[str, ...]


def report_on(
    database: DocumentIndexFile,
    directory: Path,
    *,
    done: Mapping[str, int],
    encoder: str,
    seconds: float,
    warnings: list[str],
) -> DocumentIndexReport:
    """The report on the index in a folder; `done` counts what the build has done."""
    documents = database.number("SELECT count(*) FROM documents")
    linked = database.number(f"SELECT count(DISTINCT document) {_IN_GRAPH}")
    found = [*warnings, *_unknown_entities(database)]
    if documents > linked:
        found.append(f"documents linked to no entity of the graph: {documents - linked}")
    files = (directory / FILE, directory / FAISS, *(directory / FOLDER).iterdir())
    return DocumentIndexReport(
        directory=str(directory),
        documents=documents,
        chunks=database.number("SELECT count(*) FROM chunks"),
        linked=linked,
        entities=database.number(f"SELECT count(DISTINCT entity) {_IN_GRAPH}"),
        links=database.number(
            f"SELECT count(*) FROM (SELECT DISTINCT entity, chunks.id {_IN_GRAPH} JOIN chunks "
            "ON chunks.document = links.document AND (chunk IS NULL OR chunk = chunks.id))"
        ),
        **done,
        encoder=encoder,
        seconds=round(seconds, 3),
        bytes=sum(file.stat().st_size for file in files),
        warnings=tuple(found),
    )


def _unknown_entities(database: DocumentIndexFile) -> list[str]:
    """A warning about links to entities that the graph lacks, if there are any."""
    count = database.number(f"SELECT count(DISTINCT entity) {_NOT_IN_GRAPH}")
    if not count:
        return []
    rows = database.rows(f"SELECT DISTINCT iri {_NOT_IN_GRAPH} ORDER BY iri LIMIT {PLACES_SHOWN}")
    kind = "entities that the corpus names and the graph lacks, whose links are kept"
    return [counted(kind, [str(iri) for (iri,) in rows], count)]
