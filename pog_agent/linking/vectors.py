"""Embeddings of names or of other texts: a file of vectors, and the FAISS index over it.

The kind of index is chosen by the number of names n. With d dimensions (MiniLM: 384), in memory:

=========  ================  =======================================  ==========================
kind       names             bytes per name                           MiniLM, at its upper end
=========  ================  =======================================  ==========================
flat       to 50,000         4 d                                      1,536 B: 77 MB
hnsw       to 300,000        4 d + 8 M + 12 (links, M = 32)           1,804 B: 0.54 GB
sq8        to 2,000,000      d                                        384 B: 0.77 GB
ivf-pq     more              d / 8 + 8 (id), 4 d for each list        56 B: 88 million in 5.0 GB
=========  ================  =======================================  ==========================

A file keeps the vectors on disk in 16 bits (2 d bytes a name) and is not read into memory. An index can be built
from it again without embedding anything, and its vectors rank the nearest names of a compressed index anew.
"""

import math
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from pog_agent.errors import SettingError
from pog_agent.ranking.encoder import Encoder, Vectors

FaissKind = Literal["flat", "hnsw", "sq8", "ivf-pq"]
FAISS_KINDS: tuple[str, ...] = get_args(FaissKind)

VECTORS = "entities.vectors"
FAISS = "entities.faiss"
UP_TO: dict[FaissKind, int] = {"flat": 50_000, "hnsw": 300_000, "sq8": 2_000_000}

HNSW_LINKS = 32
HNSW_BREADTH = 64
PROBED_LISTS = 32
TRAINED_PER_LIST = 40
ADDED_AT_ONCE = 20_000
LEAST_TRAINED = 256


def encoder_identity(encoder: Encoder) -> str:
    """A text that tells encoders with different vectors apart; 16-bit arithmetic makes no difference."""
    return str(getattr(encoder, "fingerprint", encoder.name)).removesuffix(" bfloat16")


def choose_kind(names: int) -> FaissKind:
    """The kind of FAISS index for so many names."""
    return next((kind for kind, most in UP_TO.items() if names <= most), "ivf-pq")


class VectorFile:
    """Unit vectors in 16 bits, one row after the other; rows are added at the end."""

    def __init__(self, directory: Path, dimensions: int) -> None:
        self.path = directory / VECTORS
        self._dimensions = dimensions
        self._row_bytes = 2 * dimensions

    def keep(self, rows: int) -> None:
        """Cuts off what was written after the last rows that count. Raises `SettingError` if those are missing."""
        size = self.path.stat().st_size if self.path.exists() else 0
        if size < rows * self._row_bytes:
            raise SettingError(f"{self.path}: damaged: rows are missing; delete the index and build it again")
        with self.path.open("ab") as stream:
            stream.truncate(rows * self._row_bytes)

    def append(self, vectors: Vectors) -> None:
        """Adds rows; they are on disk when this returns."""
        with self.path.open("ab") as stream:
            stream.write(vectors.astype("<f2").tobytes())
            stream.flush()
            os.fsync(stream.fileno())

    def rows(self, count: int) -> NDArray[np.float16]:
        """The first rows, mapped from disk. Raises `SettingError` if there are not so many."""
        try:
            mapped: NDArray[np.float16] = np.memmap(
                self.path, dtype="<f2", mode="r", shape=(count, self._dimensions)
            )
        except (OSError, ValueError) as error:
            raise SettingError(f"{self.path}: missing or damaged; delete the index and build it again") from error
        return mapped


def inverted_lists(count: int) -> int:
    """Lists of an inverted file: about 4 sqrt(n), few enough to be trained."""
    return max(1, min(int(4 * math.sqrt(count)), count // TRAINED_PER_LIST))


def quantised_bytes(dimensions: int) -> int:
    """Bytes of a product-quantised vector: one for each 8 dimensions, or as near to it as divides them."""
    return next(parts for parts in range(max(1, dimensions // 8), 0, -1) if dimensions % parts == 0)


def build_faiss(kind: FaissKind, vectors: NDArray[np.float16], added: Callable[[int], None]) -> Any:
    """An index of inner products over the vectors, in their order; `added` is told how many are in it."""
    count, dimensions = vectors.shape
    index = _empty(kind, count, dimensions)
    if not index.is_trained:
        rng = np.random.default_rng(0)
        size = min(count, max(LEAST_TRAINED, TRAINED_PER_LIST * inverted_lists(count)))
        index.train(vectors[np.sort(rng.choice(count, size, replace=False))].astype(np.float32))
    for start in range(0, count, ADDED_AT_ONCE):
        index.add(vectors[start : start + ADDED_AT_ONCE].astype(np.float32))
        added(index.ntotal)
    return index


def save_faiss(index: Any, path: Path) -> None:
    """Writes the index in place of an earlier one."""
    import faiss  # noqa: PLC0415 (loaded where there is an index)

    fresh = path.with_name(f"{path.name}.new")
    try:
        faiss.write_index(index, str(fresh))
        fresh.replace(path)
    except (RuntimeError, OSError) as error:
        raise SettingError(f"{path}: cannot be written ({error})") from error


def load_faiss(path: Path, rows: int, dimensions: int) -> Any:
    """The saved index. Raises `SettingError` if it is damaged or is not over these rows."""
    import faiss  # noqa: PLC0415 (loaded where there is an index)

    try:
        index = faiss.read_index(str(path))
    except (RuntimeError, OSError) as error:
        raise SettingError(f"{path}: missing or damaged; run the command that made it again") from error
    if (index.ntotal, index.d) != (rows, dimensions):
        raise SettingError(f"{path}: does not fit the texts beside it; run the command that made it again")
    if isinstance(index, faiss.IndexIVF):
        index.nprobe = PROBED_LISTS
    elif isinstance(index, faiss.IndexHNSW):
        index.hnsw.efSearch = HNSW_BREADTH
    return index


def _empty(kind: FaissKind, count: int, dimensions: int) -> Any:
    import faiss  # noqa: PLC0415 (loaded where there is an index)

    if kind == "flat":
        return faiss.IndexFlatIP(dimensions)
    if kind == "hnsw":
        return faiss.IndexHNSWFlat(dimensions, HNSW_LINKS, faiss.METRIC_INNER_PRODUCT)
    if kind == "sq8":
        return faiss.IndexScalarQuantizer(dimensions, faiss.ScalarQuantizer.QT_8bit, faiss.METRIC_INNER_PRODUCT)
    if count < LEAST_TRAINED:
        raise SettingError(f"an ivf-pq index needs {LEAST_TRAINED} texts or more, here are {count}; use flat")
    description = f"IVF{inverted_lists(count)},PQ{quantised_bytes(dimensions)}"
    index: Any = faiss.index_factory(dimensions, description, faiss.METRIC_INNER_PRODUCT)
    # It orders the centroids by annealing, 1.5 s for each 8 dimensions, for a search by Hamming distance that is
    # not made here; what is found does not depend on the order.
    index.do_polysemous_training = False
    return index
