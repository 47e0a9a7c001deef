"""Builds a graph from documents: what `pog-agent graph-docs` does."""

import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from pog_agent.documents.build import CHUNK_WORDS
from pog_agent.documents.survey import CorpusSurvey, counted
from pog_agent.documents.values import Document
from pog_agent.errors import SettingError
from pog_agent.extraction.cooccurrence import CooccurrenceThresholds, cooccurrence_graph, count_together
from pog_agent.extraction.graph import ExtractedGraph
from pog_agent.extraction.names import find_names
from pog_agent.extraction.relations import RelationReader, relation_graph
from pog_agent.extraction.reply_file import ReplyFile
from pog_agent.extraction.turtle import BASE, turtle
from pog_agent.linking.build import IndexProgress
from pog_agent.loops import run_blocking
from pog_agent.models import Usage
from pog_agent.reasoner.chat.access import ModelAccess

REPLIES = ".replies.sqlite"
"""The file of replies is named after the graph, with this behind."""


@dataclass(frozen=True)
class DocumentGraphReport:
    """What was made of a corpus.

    `llm_calls` and tokens are those of this run; `reused` chunks were read by an earlier one, and `unread` chunks
    not at all, because the calls did not suffice. The `warnings` say what was left out.
    """

    out: str
    method: str
    documents: int
    entities: int
    relations: int
    edges: int
    llm_calls: int
    prompt_tokens: int
    completion_tokens: int
    reused: int
    unread: int
    seconds: float
    bytes: int
    warnings: tuple[str, ...]


@dataclass(frozen=True)
class _Built:
    graph: ExtractedGraph
    method: str
    warnings: Sequence[str]
    usage: Usage = field(default_factory=Usage)
    reused: int = 0
    unread: int = 0


def build_graph(
    docs: str | Path,
    out: str | Path,
    *,
    model: ModelAccess | None = None,
    thresholds: CooccurrenceThresholds | None = None,
    base: str = BASE,
    chunk_words: int = CHUNK_WORDS,
    force: bool = False,
    progress: IndexProgress | None = None,
) -> DocumentGraphReport:
    """Writes a graph from a corpus to the Turtle file `out`: by co-occurrence, or read by a `model`.

    `docs` is what `build_index` takes; `thresholds` hold for co-occurrence. Blocks. What a model has read is kept
    beside the file: the same call goes on where it was killed. Raises `SettingError` for a corpus that cannot be
    read or has no document, where nothing is found, for a file that is there without `force`, and for a `base`
    that is no namespace; `ModelUnavailableError` if the model cannot be reached.
    """
    begin = time.perf_counter()
    file = Path(out).absolute()
    refuse_turtle_file(file, "graph", force=force)
    if chunk_words < 1:
        raise SettingError(f"a chunk has one word at least, not {chunk_words}")
    turtle(ExtractedGraph((), (), ()), base)  # a base that is no namespace is refused before anything is read
    corpus = CorpusSurvey(Path(docs).absolute())
    tell = progress or _silent
    if model is None:
        built = _by_cooccurrence(corpus, thresholds or CooccurrenceThresholds(), chunk_words, tell)
    else:
        built = _by_model(corpus, model, file, chunk_words, tell)
    if not built.graph.entities:
        raise SettingError(f"{docs}: no {'relations were read' if model else 'names were found'} in it")
    text = turtle(built.graph, base)
    write_whole(file, text)
    return DocumentGraphReport(
        out=str(file),
        method=built.method,
        documents=len(corpus.digests),
        entities=len(built.graph.entities),
        relations=len(built.graph.relations),
        edges=len(built.graph.edges),
        llm_calls=built.usage.llm_calls,
        prompt_tokens=built.usage.prompt_tokens,
        completion_tokens=built.usage.completion_tokens,
        reused=built.reused,
        unread=built.unread,
        seconds=round(time.perf_counter() - begin, 3),
        bytes=len(text),
        warnings=(*corpus.warnings, *built.warnings),
    )


def _by_cooccurrence(
    corpus: CorpusSurvey, thresholds: CooccurrenceThresholds, chunk_words: int, progress: IndexProgress
) -> _Built:
    total = len(corpus.digests)
    table = find_names(_told(corpus, "finding names", progress), thresholds.min_mentions)
    counts = count_together(_told(corpus, "joining names", progress), table, thresholds.scope, chunk_words)
    progress("joining names", total, total)
    graph = cooccurrence_graph(table, counts, thresholds)
    warnings = []
    if table.unnamed:
        warnings.append(counted("linked entities left out, whose IRI is no name in words", table.unnamed))
    if counts.crowded:
        warnings.append(counted("places with too many names to join them", counts.crowded))
    if graph.entities and not graph.edges:
        warnings.append("no two names were joined: lower the thresholds")
    return _Built(graph, "co-occurrence", warnings)


def _by_model(
    corpus: CorpusSurvey, model: ModelAccess, file: Path, chunk_words: int, progress: IndexProgress
) -> _Built:
    path = file.with_name(file.name + REPLIES)
    reader = RelationReader(model)
    with closing(ReplyFile(path)) as replies:
        readings = run_blocking(reader.read(corpus.documents(), chunk_words, replies, progress))
    warnings = readings.warnings
    if readings.unread:
        warnings.append(
            f"chunks not read, because {model.max_calls} calls were made: {readings.unread}; "
            "the same command with --force goes on"
        )
    graph = relation_graph(readings)
    return _Built(graph, "model", warnings, readings.usage, readings.reused, readings.unread)


def _told(corpus: CorpusSurvey, stage: str, progress: IndexProgress) -> Iterator[Document]:
    """The documents, with a word on each that is done."""
    for number, document in enumerate(corpus.documents()):
        progress(stage, number, len(corpus.digests))
        yield document


def refuse_turtle_file(file: Path, what: str, *, force: bool) -> None:
    """Makes the folder of a file. Raises `SettingError` where it cannot be written, or is there already."""
    if file.suffix != ".ttl":
        raise SettingError(f"{file}: the {what} is written as Turtle; give a file that ends in .ttl")
    if file.exists() and not (force and file.is_file()):
        raise SettingError(f"{file}: exists; give another --out, or --force to replace it")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SettingError(f"{file.parent}: cannot be written ({error.strerror or error})") from error


def write_whole(file: Path, text: bytes) -> None:
    """Writes the file whole or not at all. Raises `SettingError` where it cannot be written."""
    fresh = file.with_name(file.name + ".new")
    try:
        fresh.write_bytes(text)
        fresh.replace(file)
    except OSError as error:
        raise SettingError(f"{file}: cannot be written ({error.strerror or error})") from error


def _silent(stage: str, done: int, total: int | None) -> None:
    del stage, done, total
