"""A document index, opened to search it and to follow its links."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import numpy as np

from pog_agent.deadline import while_in_time
from pog_agent.documents.bm25 import Bm25
from pog_agent.documents.index_file import COMPLETE, DocumentIndexFile
from pog_agent.documents.origin import IndexOrigin
from pog_agent.documents.values import Chunk, EntityLink, Passage
from pog_agent.errors import SettingError
from pog_agent.kg.adjacency import Ints
from pog_agent.kg.base import KnowledgeGraph
from pog_agent.linking.vectors import encoder_identity, load_faiss
from pog_agent.ranking.encoder import Encoder, Vectors, open_encoder

FAISS = "documents.faiss"
SearchMethod = Literal["dense", "bm25"]

_RANK = "CASE kind WHEN 'given' THEN 0 WHEN 'title' THEN 1 ELSE 2 END"


def open_index(directory: Path | str, encoder: Encoder | None = None) -> "DocumentIndex":
    """Opens the document index in a folder.

    Without an `encoder`, the one that the index was made with is opened at the first dense search. Raises
    `SettingError` if there is no index, if it is unfinished, damaged or of another version, or if it was made with
    another encoder than the given one.
    """
    return DocumentIndex(Path(directory), encoder)


class DocumentIndex:
    """An index of documents in a folder; `open_index` opens it. Several threads may use it.

    `origin` says of what corpus and graph it is; `len` is the number of its chunks.
    """

    def __init__(self, directory: Path, encoder: Encoder | None) -> None:
        self.directory = directory
        self._database = DocumentIndexFile(directory)
        self._given = encoder
        try:
            facts = self._database.facts()
            if facts.get("state") != COMPLETE:
                raise SettingError(
                    f"{directory}: the document index is unfinished; run the same pog-agent index-docs command "
                    "again"
                )
            self.origin = IndexOrigin.of_facts(facts)
            keys = [int(str(key)) for (key,) in self._database.rows("SELECT id FROM chunks ORDER BY id")]
            self._keys = np.array(keys, dtype=np.int64)
            if encoder is not None:
                self._check(encoder)
        except (KeyError, ValueError) as error:
            self._database.close()
            raise SettingError(
                f"{directory}: the document index is damaged; delete it and build it again"
            ) from error
        except SettingError:
            self._database.close()
            raise

    def __len__(self) -> int:
        return len(self._keys)

    @cached_property
    def encoder(self) -> Encoder:
        """The encoder of the index. Raises `SettingError` where it cannot be opened here."""
        if self._given is not None:
            return self._given
        notices: list[str] = []
        opened = open_encoder(self.origin.encoder_setting, notices.append)
        self._check(opened)
        return opened

    def search(self, text: str, limit: int = 10, method: SearchMethod = "dense") -> tuple[Passage, ...]:
        """The chunks that are nearest to a text, the best first.

        ``dense`` scores are cosines (-1 to 1). ``bm25`` gives only chunks with a word of the text. Raises
        `SettingError` for an unknown method, and where a file of the index is missing or damaged.
        """
        if limit < 1:
            raise SettingError(f"a search gives at least one passage, not {limit}")
        if method == "dense":
            scores, places = self._nearest(text, limit)
        elif method == "bm25":
            scores, places = self._worded(text, limit)
        else:
            raise SettingError(f"unknown search method {method!r}; known are dense and bm25")
        keys = self._keys[places].tolist()
        chunks = self._chunks(keys)
        return tuple(
            Passage(chunk=chunks[key], score=float(score))
            for key, score in zip(keys, scores, strict=True)
            if key in chunks
        )

    def chunks_of(self, iris: Iterable[str], limit: int | None = None) -> dict[str, tuple[Chunk, ...]]:
        """The chunks that each entity is linked to, at most `limit` for each; entities without any are left out.

        So are those whose turn does not come in time.
        Chunks of documents that the corpus links to the entity come first, then those of documents that bear its
        name, then those that mention it, less ambiguous names first.
        """
        found: dict[str, list[int]] = {}
        chunks: dict[int, Chunk] = {}
        for iri in while_in_time([*dict.fromkeys(iris)], "entities that documents are linked to"):
            rows = self._database.rows(
                "SELECT chunks.id FROM entities JOIN links ON entity = entities.id "
                "JOIN chunks ON chunks.document = links.document AND (chunk IS NULL OR chunk = chunks.id) "
                f"WHERE iri = ? GROUP BY chunks.id ORDER BY min({_RANK}), max(score) DESC, chunks.id "
                "LIMIT ?",
                (iri, -1 if limit is None else limit),
            )
            found[iri] = [int(str(key)) for (key,) in rows]
            chunks.update(self._chunks(key for key in found[iri] if key not in chunks))
        return {iri: tuple(chunks[key] for key in keys) for iri, keys in found.items() if keys}

    def entities_of(self, chunks: Sequence[Chunk]) -> dict[int, tuple[EntityLink, ...]]:
        """The entities that each chunk is linked to, by its key, each once; chunks without any are left out."""
        rows = self._database.rows_of(
            "SELECT chunks.id, iri, kind, mention, score, in_graph FROM chunks "
            "JOIN links ON links.document = chunks.document AND (chunk IS NULL OR chunk = chunks.id) "
            f"JOIN entities ON entities.id = entity WHERE chunks.id IN ({{keys}}) "
            f"ORDER BY {_RANK}, score DESC, iri",
            dict.fromkeys(chunk.key for chunk in chunks),
        )
        found: dict[int, dict[str, EntityLink]] = {}
        for key, iri, kind, mention, score, in_graph in rows:
            link = EntityLink.model_validate(
                {"iri": iri, "kind": kind, "mention": mention, "score": score, "in_graph": bool(in_graph)}
            )
            found.setdefault(int(str(key)), {}).setdefault(link.iri, link)
        return {key: tuple(links.values()) for key, links in found.items()}

    def document(self, name: str) -> tuple[Chunk, ...]:
        """The chunks of a document in order; none for an unknown one."""
        return tuple(self._database.chunks("name IN ({keys})", [name]))

    def chunks(self, keys: Iterable[int]) -> dict[int, Chunk]:
        """The chunks with these keys; those that the index does not have (any more) are left out."""
        return self._chunks(dict.fromkeys(keys))

    def vectors(self, chunks: Sequence[Chunk]) -> Vectors:
        """The embeddings of chunks as they were indexed, shape (len(chunks), dimensions).

        Raises `SettingError` for a chunk that is not in the index.
        """
        try:
            return self._database.vectors([chunk.key for chunk in chunks])
        except KeyError as error:
            raise SettingError(f"{self.directory}: chunk {error} is not in this document index") from error

    async def notices(self, kg: KnowledgeGraph) -> tuple[str, ...]:
        """What a user of the index with this graph should know: that it was made for another state of it.

        Raises `SettingError` if it was made for another graph.
        """
        origin = self.origin
        if origin.kg_fingerprint == await kg.fingerprint():
            return ()
        if origin.kg != kg.name:
            raise SettingError(
                f"{self.directory}: the document index was made for the graph {origin.kg}, not {kg.name}; give "
                "that graph, or make an index for this one in another folder"
            )
        return (
            f"the document index {self.directory} was made for another state of the graph: links may be missing "
            f"or gone; run pog-agent index-docs {origin.source} --kg {origin.kg} --out {self.directory}",
        )

    def close(self) -> None:
        """Closes the files."""
        self._database.close()

    def _check(self, encoder: Encoder) -> None:
        known = self.origin.encoder
        if encoder_identity(encoder) != known:
            raise SettingError(
                f"{self.directory}: the document index was made with the encoder {known.split()[0]!r}, which "
                f"{encoder.name!r} does not match; give that encoder, or build the index in another folder"
            )

    def _nearest(self, text: str, limit: int) -> tuple[Vectors, Ints]:
        query = self.encoder.encode([text]).astype(np.float32)
        scores, places = self._faiss.search(query, min(limit, len(self)))
        found = places[0] >= 0
        return scores[0][found], places[0][found]

    def _worded(self, text: str, limit: int) -> tuple[Vectors, Ints]:
        scores = self._bm25.scores(text)
        best = np.argsort(-scores, kind="stable")[:limit]
        best = best[scores[best] > 0]
        return scores[best], best

    @cached_property
    def _faiss(self) -> Any:
        return load_faiss(self.directory / FAISS, len(self), int(self.origin.dimensions))

    @cached_property
    def _bm25(self) -> Bm25:
        return Bm25.load(self.directory, len(self))

    def _chunks(self, keys: Iterable[int]) -> dict[int, Chunk]:
        return {chunk.key: chunk for chunk in self._database.chunks("chunks.id IN ({keys})", keys)}
