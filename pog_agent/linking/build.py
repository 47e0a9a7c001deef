"""Builds an entity index, or brings it up to date: what `pog-agent index` does with names.

Names are read page by page and embedded batch by batch, and every page and batch is committed. A killed
build goes on where it stopped when it is started again. A build over a changed graph embeds only new names.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pog_agent.errors import SettingError
from pog_agent.kg.names import NamedGraph
from pog_agent.linking.index_file import EntityIndexFile
from pog_agent.linking.vectors import (
    FAISS,
    VECTORS,
    FaissKind,
    VectorFile,
    build_faiss,
    choose_kind,
    encoder_identity,
    load_faiss,
    save_faiss,
)
from pog_agent.ranking.encoder import Encoder

PAGE = 20_000
BATCH = 1_024

READING, EMBEDDING, COMPLETE = "reading", "embedding", "complete"


IndexProgress = Callable[[str, int, int | None], None]
"""Is called with a stage, how much of it is done, and of how much; the last is None if it is not known."""


@dataclass(frozen=True)
class EntityIndexFacts:
    """What an entity index holds, and what one build has done.

    `texts` are the distinct names when case and space are ignored, `embedded` those embedded just now. `kind` is
    the kind of FAISS index, "none" without embeddings.
    """

    directory: str
    entities: int
    names: int
    texts: int
    embedded: int
    kind: str
    seconds: float
    bytes: int


async def build_entity_index(
    source: NamedGraph,
    directory: Path,
    encoder: Encoder | None,
    *,
    kind: FaissKind | None = None,
    languages: Sequence[str] | None = None,
    progress: IndexProgress | None = None,
) -> EntityIndexFacts:
    """Reads the names of a graph into the folder; embeds them unless `encoder` is None.

    With `languages` (tags), names in other languages are left out; names without a language are not. The size
    decides the kind of FAISS index unless `kind` is given. Raises `SettingError` for an index made with another
    encoder, in other languages or of other content, and for a folder that cannot be written.
    """
    if languages is not None and not languages:
        raise SettingError("no language given: name one, or leave languages out for all")
    begin = time.perf_counter()
    database = EntityIndexFile(directory, writable=True)
    try:
        build = _IndexBuild(database, directory, encoder, progress or _silent)
        await build.read(source, None if languages is None else tuple(languages))
        embedded = build.embed() if encoder is not None else 0
        chosen = build.finish(kind)
        entities, names, texts = database.numbers(
            "SELECT count(DISTINCT entity), count(*), count(DISTINCT text) FROM names"
        )
    finally:
        database.close()
    return EntityIndexFacts(
        directory=str(directory),
        entities=entities,
        names=names,
        texts=texts,
        embedded=embedded,
        kind=chosen,
        seconds=round(time.perf_counter() - begin, 3),
        bytes=_size(directory),
    )


class _IndexBuild:
    def __init__(
        self, database: EntityIndexFile, directory: Path, encoder: Encoder | None, progress: IndexProgress
    ) -> None:
        self._database, self._directory = database, directory
        self._encoder, self._progress = encoder, progress
        known = database.facts().get("encoder")
        if encoder is not None and known not in (None, encoder_identity(encoder)):
            raise SettingError(
                f"{directory}: the index was made with the encoder {known!r}, not {encoder_identity(encoder)!r}; "
                "give that one, or a new folder"
            )

    async def read(self, source: NamedGraph, languages: tuple[str, ...] | None) -> None:
        """Reads all names, from where an earlier build stopped; reads nothing if the graph has not changed."""
        facts, fingerprint = self._database.facts(), await source.fingerprint()
        round_, cursor = int(facts.get("round", 0)), int(facts.get("cursor", 0))
        asked = "" if languages is None else ",".join(sorted(set(map(str.lower, languages))))
        if facts.get("round") and facts.get("languages", "") != asked:
            known = facts.get("languages")
            given = f"with --languages {known}" if known else "without --languages"
            raise SettingError(f"{self._directory}: the index was made {given}; do so again, or give a new folder")
        if facts.get("fingerprint") == fingerprint:
            if facts["state"] != READING:
                return
        else:
            round_, cursor = round_ + 1, 0
            self._database.set_facts(
                state=READING,
                source=source.name,
                fingerprint=fingerprint,
                languages=asked,
                round=round_,
                cursor=cursor,
            )
        following: int | None = cursor
        while following is not None:
            page = await source.names_page(following, PAGE, languages)
            following = page.next
            self._database.add(page.names, round_, cursor=following or cursor)
            cursor = following or cursor
            self._progress("reading names", cursor if following else page.total or cursor, page.total)
        self._progress("counting words", 0, None)
        self._database.finish_names(round_, state=EMBEDDING)

    def embed(self) -> int:
        """Embeds the texts that have no vector yet, and gives their number."""
        encoder = self._encoder
        if encoder is None:
            return 0
        database = self._database
        waiting = "FROM texts WHERE row IS NULL AND EXISTS (SELECT 1 FROM names WHERE text = texts.id)"
        (total,) = database.numbers(f"SELECT count(*) {waiting}")
        (row,) = database.numbers("SELECT coalesce(max(row) + 1, 0) FROM texts")
        if not total:
            return 0
        dimensions = encoder.encode(["a"]).shape[1]
        vectors = VectorFile(self._directory, dimensions)
        vectors.keep(row)
        database.set_facts(state=EMBEDDING, encoder=encoder_identity(encoder), dimensions=dimensions)
        done, last = 0, -1
        self._progress("embedding", 0, total)
        while True:
            batch = database.rows(f"SELECT id, folded {waiting} AND id > ? ORDER BY id LIMIT ?", (last, BATCH))
            if not batch:
                return done
            ids = [int(str(number)) for number, _ in batch]
            vectors.append(encoder.encode([str(text) for _, text in batch]))
            database.embedded(ids, row)
            row, done, last = row + len(ids), done + len(ids), ids[-1]
            self._progress("embedding", done, total)

    def finish(self, kind: FaissKind | None) -> str:
        """Builds the FAISS index over all vectors, unless there is a fitting one; gives its kind."""
        database, facts = self._database, self._database.facts()
        (rows,) = database.numbers("SELECT coalesce(max(row) + 1, 0) FROM texts")
        if self._encoder is None or not rows:
            self._drop_vectors()
            return "none"
        chosen = kind or choose_kind(rows)
        dimensions = int(facts["dimensions"])
        built = (facts.get("kind"), facts.get("rows"))
        if built != (chosen, str(rows)) or not _is_sound(self._directory, rows, dimensions):
            vectors = VectorFile(self._directory, dimensions).rows(rows)
            index = build_faiss(chosen, vectors, lambda done: self._progress("indexing vectors", done, rows))
            save_faiss(index, self._directory / FAISS)
        database.set_facts(state=COMPLETE, kind=chosen, rows=rows)
        return chosen

    def _drop_vectors(self) -> None:
        """Deletes the vectors of an index that is to have none."""
        self._database.forget_vectors(kind="none", state=COMPLETE)
        for name in (VECTORS, FAISS):
            (self._directory / name).unlink(missing_ok=True)


def _is_sound(directory: Path, rows: int, dimensions: int) -> bool:
    """Whether the FAISS index can be read."""
    try:
        load_faiss(directory / FAISS, rows, dimensions)
    except SettingError:
        return False
    return True


def _size(directory: Path) -> int:
    return sum(path.stat().st_size for path in directory.glob("entities.*"))


def _silent(stage: str, done: int, total: int | None) -> None:
    del stage, done, total
