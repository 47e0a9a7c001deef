"""Embeddings of a graph's relations in words, kept beside its compiled form: no process makes them anew."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import Final
from zipfile import BadZipFile

import numpy as np

from pog_agent.kg.local.compiled import CompiledGraph
from pog_agent.kg.local.compiled_files import RELATION_VECTORS
from pog_agent.ranking.encoder import CachedEncoder, Encoder
from pog_agent.terms import humanize, local_name

MOST_TEXTS: Final = 20_000
"""So many texts are kept: more take more than half a minute, and no question comes near all of them."""
AT_ONCE: Final = 512
SHORTEST_WORD: Final = 3


class RelationEmbeddings:
    """The vectors of relation texts in the folder of a graph, made with one encoder; another's are replaced."""

    def __init__(self, graph: CompiledGraph, folder: Path, encoder: CachedEncoder) -> None:
        self._graph = graph
        self._file = folder / RELATION_VECTORS
        self._encoder = encoder

    @classmethod
    def beside(cls, graph: object, encoder: Encoder) -> "RelationEmbeddings | None":
        """Those of a graph that has a folder of its own; None for other graphs, and encoders without a cache."""
        if not isinstance(graph, CompiledGraph) or graph.folder is None or not isinstance(encoder, CachedEncoder):
            return None
        return cls(graph, graph.folder, encoder)

    def recall(self) -> list[str]:
        """Lets the encoder know the vectors that are kept, and gives their texts; none of a damaged file."""
        if not self._file.is_file():
            return []
        try:
            with np.load(self._file, allow_pickle=False) as kept:
                made_with, texts, vectors = str(kept["encoder"]), str(kept["texts"]).split("\n"), kept["vectors"]
        except (OSError, ValueError, KeyError, EOFError, BadZipFile):  # so it is made anew
            return []
        if made_with != self._encoder.fingerprint or len(texts) != len(vectors):
            return []
        self._encoder.learn(texts, vectors)
        return texts

    async def complete(self, languages: Sequence[str], begins: Callable[[int], None]) -> str:
        """Embeds and keeps the relations that are not kept; gives the reason if they cannot be written, else none.

        `begins` is told before that how many texts are embedded.
        """
        kept = self.recall()
        found = await self._graph.labels(self._graph.relations, languages)
        labels = [found.get(name) or humanize(local_name(name)) for name in self._graph.relations]
        texts = list(dict.fromkeys([*relation_texts(labels), *kept]))[:MOST_TEXTS]
        new = set(texts).difference(kept)
        if not new:
            return ""
        begins(len(new))
        starts = range(0, len(texts), AT_ONCE)
        parts = [self._encoder.encode_to_keep(texts[start : start + AT_ONCE]) for start in starts]
        fresh = self._file.with_name(f".{token_hex(4)}-{RELATION_VECTORS}")
        try:
            np.savez(
                fresh, encoder=self._encoder.fingerprint, texts="\n".join(texts), vectors=np.concatenate(parts)
            )
            fresh.replace(self._file)
        except OSError as error:
            return f"{self._file} cannot be written ({error.strerror}): the next process embeds the relations anew"
        finally:
            with suppress(OSError):
                fresh.unlink(missing_ok=True)
        return ""


def relation_texts(labels: Iterable[str]) -> list[str]:
    """Relations as questions are compared with them: in words, in small letters, and word by word."""
    whole = sorted(set(labels))
    small = [label.lower() for label in whole]
    words = sorted({word for label in whole for word in label.split() if len(word) >= SHORTEST_WORD})
    return [text for text in dict.fromkeys([*whole, *small, *words]) if "\n" not in text]
