"""Builds a document index, or brings it up to date: what `pog-agent index-docs` does.

Documents are cut into chunks, linked and embedded batch by batch, and every batch is committed. A killed build
goes on where it stopped when it is started again. A build over a changed corpus embeds only chunks that are new,
and one over a changed graph only links anew.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import TypeVar

import numpy as np

from pog_agent.documents.bm25 import Bm25
from pog_agent.documents.chunking import split_text
from pog_agent.documents.entity_links import RULES, MentionFinder, link_documents
from pog_agent.documents.index import FAISS
from pog_agent.documents.index_file import BUILDING, COMPLETE, DocumentIndexFile
from pog_agent.documents.origin import IndexOrigin
from pog_agent.documents.report import DocumentIndexReport, report_on
from pog_agent.documents.survey import CorpusSurvey, counted
from pog_agent.documents.values import titled
from pog_agent.errors import SettingError
from pog_agent.kg.base import KnowledgeGraph, RemoteGraph
from pog_agent.kg.open import open_kg
from pog_agent.kg.preset import AUTO
from pog_agent.linking.build import IndexProgress
from pog_agent.linking.entity_index import EntityIndex, open_entity_index
from pog_agent.linking.linker import EntityLinker
from pog_agent.linking.vectors import build_faiss, choose_kind, encoder_identity, load_faiss, save_faiss
from pog_agent.loops import run_blocking
from pog_agent.ranking.encoder import Encoder, open_encoder

T = TypeVar("T")

CHUNK_WORDS = 150
"""With a title before them, so many English words are about what MiniLM reads of a text (256 tokens)."""

STORED_AT_ONCE = 500
EMBEDDED_AT_ONCE = 256


def build_index(
    docs: str | Path,
    kg: str,
    out: str | Path,
    *,
    encoder: str = "auto",
    chunk_words: int = CHUNK_WORDS,
    entity_index: str | None = None,
    languages: Sequence[str] = ("en",),
    preset: str = AUTO,
    timeout: float = 60.0,
    progress: IndexProgress | None = None,
) -> DocumentIndexReport:
    """Indexes a corpus into the folder `out`, and links it to a graph.

    `docs` is a JSON Lines file or a folder of texts, `kg` what `open_kg` takes. Blocks. Raises `SettingError` for
    a corpus that cannot be read or has no document, and for a folder with an index of another corpus, graph or
    encoder, or of chunks of another size; `GraphUnavailableError` if the graph cannot be read.
    """
    if chunk_words < 1:
        raise SettingError(f"a chunk has one word at least, not {chunk_words}")
    begin = time.perf_counter()
    notices: list[str] = []
    directory = Path(out).absolute()
    with ExitStack() as opened:
        graph = open_kg(kg, timeout, preset)
        opened.callback(graph.close)
        chosen = open_encoder(encoder, notices.append)
        names, about_names = open_entity_index(entity_index, kg, chosen)
        if names is not None:
            opened.callback(names.close)
        corpus = CorpusSurvey(Path(docs).absolute())
        database = DocumentIndexFile(directory, writable=True)
        opened.callback(database.close)
        build = _DocumentIndexBuild(database, directory, chosen, progress or _silent)
        build.warnings += [*notices, *about_names, *corpus.warnings]
        run_blocking(build.run(corpus, graph, names, tuple(languages), (encoder, chunk_words)))
        return report_on(
            database,
            directory,
            done=build.done,
            encoder=chosen.name,
            seconds=time.perf_counter() - begin,
            warnings=build.warnings,
        )


class _DocumentIndexBuild:
    def __init__(
        self, database: DocumentIndexFile, directory: Path, encoder: Encoder, progress: IndexProgress
    ) -> None:
        self._database, self._directory = database, directory
        self._encoder, self._progress = encoder, progress
        self.done = dict.fromkeys(("added", "changed", "removed", "unchanged", "embedded", "relinked"), 0)
        self.warnings: list[str] = []

    async def run(
        self,
        corpus: CorpusSurvey,
        kg: KnowledgeGraph,
        names: EntityIndex | None,
        languages: tuple[str, ...],
        setting: tuple[str, int],
    ) -> None:
        """Brings all parts of the index up to date. `setting` names the encoder and the words of a chunk."""
        known, fingerprint = self._database.facts(), await kg.fingerprint()
        encoder, chunk_words = setting
        origin = IndexOrigin(
            source=str(corpus.source),
            kg=kg.name,
            kg_fingerprint=fingerprint,
            encoder=encoder_identity(self._encoder),
            encoder_setting=encoder,
            dimensions=known.get("dimensions") or str(self._encoder.encode(["a"]).shape[1]),
            chunk_words=str(chunk_words),
            linking="\n".join((RULES, fingerprint, *languages, names.fingerprint if names else "")),
        )
        self._begin(origin, known, corpus)
        if names is not None and names.fingerprint != fingerprint:
            self.warnings.append(
                f"the entity index {names.directory} was made from another state of the graph: mentions may be "
                "missing or gone; run pog-agent index again"
            )
        self._store(corpus, chunk_words)
        await self._link(kg, EntityLinker(kg, self._encoder, languages, names), languages, names)
        self._embed()
        self._finish(int(origin.dimensions))

    def _begin(self, origin: IndexOrigin, known: dict[str, str], corpus: CorpusSurvey) -> None:
        """Notes the origin. Raises `SettingError` if the folder holds the index of something else."""
        if known:
            stored = set(self._database.rows("SELECT name, digest FROM documents"))
            shares = not stored or not stored.isdisjoint(corpus.digests.items())
            if reason := IndexOrigin.of_facts(known).other_than(origin, shares_documents=shares):
                raise SettingError(
                    f"{self._directory}: the document index was made {reason}; give the same, or a new folder"
                )
        if known.get("linking") == origin.linking:
            self._database.set_facts(**origin.facts())
        else:
            self._database.unlink_all(**origin.facts(), state=BUILDING)

    def _store(self, corpus: CorpusSurvey, chunk_words: int) -> None:
        """Adds and replaces documents, batch by batch, and removes those that are gone."""
        database, digests, done = self._database, corpus.digests, self.done
        stored = {str(name): digest for name, digest in database.rows("SELECT name, digest FROM documents")}
        done["unchanged"] = sum(stored.get(name) == digest for name, digest in digests.items())
        done["added"] = sum(name not in stored for name in digests)
        total = len(digests) - done["unchanged"]
        done["changed"] = total - done["added"]
        gone = [name for name in stored if name not in digests]
        removed = [name for name in gone if not corpus.may_hide(name)]
        done["removed"] = len(removed)
        if kept := len(gone) - len(removed):
            self.warnings.append(f"documents kept that may be in what could not be read of the corpus: {kept}")
        if total or removed:
            database.set_facts(state=BUILDING)
        for part in batches(removed, STORED_AT_ONCE):
            database.remove(part)
        fresh = (item for item in corpus.documents() if stored.get(item.id) != item.digest)
        cut = 0
        for documents in batches(fresh if total else (), STORED_AT_ONCE):
            database.replace([(item, split_text(item.text, chunk_words)) for item in documents])
            cut += len(documents)
            self._progress("cutting chunks", cut, total)

    async def _link(
        self, kg: KnowledgeGraph, linker: EntityLinker, languages: Sequence[str], names: EntityIndex | None
    ) -> None:
        """Links documents. An endpoint is not asked for every span of words that may be a name."""
        looked_up = names is not None or not isinstance(kg, RemoteGraph)
        finder = MentionFinder(kg, linker, languages) if looked_up else None
        self.done["relinked"] = await link_documents(self._database, kg, finder, self._progress)
        if finder is None:
            self.warnings.append(
                "names were not looked for in documents without links: for an endpoint that takes an entity index "
                f"(run pog-agent index {kg.name} --out DIR, and give --entity-index DIR)"
            )
        elif finder.crowded:
            self.warnings.append(counted("names with too many bearers to be linked", sorted(finder.crowded)))

    def _embed(self) -> None:
        """Embeds the chunks without a vector."""
        database = self._database
        waiting = "FROM chunks WHERE NOT EXISTS (SELECT 1 FROM vectors WHERE chunk = chunks.id)"
        keys = [int(str(key)) for (key,) in database.rows(f"SELECT id {waiting} ORDER BY id")]
        if keys:
            self._progress("embedding", 0, len(keys))
        for part in batches(keys, EMBEDDED_AT_ONCE):
            chunks = database.chunks("chunks.id IN ({keys})", part)
            vectors = self._encoder.encode([chunk.titled for chunk in chunks])
            database.embed([chunk.key for chunk in chunks], vectors)
            self.done["embedded"] += len(part)
            self._progress("embedding", self.done["embedded"], len(keys))

    def _finish(self, dimensions: int) -> None:
        """Indexes all vectors and words, unless nothing has changed and the files are sound."""
        database, directory = self._database, self._directory
        chunks = "FROM chunks JOIN documents ON documents.id = document ORDER BY chunks.id"
        rows = database.rows(f"SELECT chunks.id, title, text {chunks}")
        count = len(rows)
        if database.facts().get("state") == COMPLETE and _are_sound(directory, count, dimensions):
            return
        database.set_facts(state=BUILDING)
        vectors = np.empty((count, dimensions), dtype=np.float16)
        for first in range(0, count, STORED_AT_ONCE):
            part = [int(str(key)) for key, _, _ in rows[first : first + STORED_AT_ONCE]]
            vectors[first : first + len(part)] = database.vectors(part)

        def added(done: int) -> None:
            self._progress("indexing vectors", done, count)

        save_faiss(build_faiss(choose_kind(count), vectors, added), directory / FAISS)
        self._progress("indexing words", 0, count)
        Bm25.over([titled(str(title), str(text)) for _, title, text in rows]).save(directory)
        self._progress("indexing words", count, count)
        database.set_facts(state=COMPLETE)


def batches(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """The items in lists of a size; the last may be shorter."""
    remaining = iter(items)
    while part := list(islice(remaining, size)):
        yield part


def _are_sound(directory: Path, chunks: int, dimensions: int) -> bool:
    """Whether both search indexes can be read."""
    try:
        load_faiss(directory / FAISS, chunks, dimensions)
        Bm25.load(directory, chunks)
    except SettingError:
        return False
    return True


def _silent(stage: str, done: int, total: int | None) -> None:
    del stage, done, total
