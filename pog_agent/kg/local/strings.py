"""Many sorted strings in one block of bytes, in memory or mapped from a file."""

from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate
from mmap import mmap

import numpy as np

from pog_agent.kg.adjacency import Ints
from pog_agent.kg.local.checked_pages import CheckedPages

# So many strings are kept in memory, to narrow a search down before the block is read.
SAMPLES = 1 << 16


class SortedStrings:
    """Distinct strings in code point order: by id, and ids by string.

    `offsets` has one entry more than there are strings; string ``i`` is ``blob[offsets[i]:offsets[i + 1]]`` in
    UTF-8, whose bytes sort as the code points do. With `pages`, those of the block are checked as they are read.
    """

    def __init__(self, blob: bytes | mmap, offsets: Ints, pages: CheckedPages | None = None) -> None:
        self.offsets = offsets
        self._blob, self._pages = blob, pages
        self._places = memoryview(np.ascontiguousarray(offsets).data) if pages is None else offsets

    @property
    def blob(self) -> bytes | mmap:
        """The whole block."""
        if self._pages is not None:
            self._pages.read_all()
        return self._blob

    def close(self) -> None:
        """Closes the file that the block is mapped from."""
        if isinstance(self._blob, mmap):
            self._blob.close()

    @classmethod
    def from_texts(cls, texts: Sequence[str]) -> "SortedStrings":
        """Packs strings that are sorted and distinct."""
        blob = "".join(texts).encode()
        lengths = [len(text) for text in texts]
        if len(blob) != sum(lengths):
            lengths = [len(text.encode()) for text in texts]
        offsets = np.fromiter(accumulate(lengths, initial=0), dtype=np.int64, count=len(texts) + 1)
        return cls(blob, offsets)

    def __len__(self) -> int:
        """Number of strings."""
        return len(self._places) - 1

    def __getitem__(self, index: int) -> str:
        """The string with this id."""
        return self._bytes(index).decode()

    def decode(self, ids: Ints) -> list[str]:
        """The strings with these ids."""
        blob, starts, ends = self._blob, self.offsets[ids], self.offsets[ids + 1]
        if self._pages is not None:
            self._pages.read_spans(starts, ends)
        return [blob[start:end].decode() for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]

    def all(self) -> list[str]:
        """All strings in order."""
        return self.decode(np.arange(len(self)))

    def id_of(self, text: str) -> int | None:
        """The id of a string; None if it is not there."""
        place = self.place(text)
        return place if place < len(self) and self._bytes(place) == _encoded(text) else None

    def ids_of(self, texts: Sequence[str]) -> Ints:
        """The ids of strings, -1 for those that are not there."""
        found = (self.id_of(text) for text in texts)
        return np.fromiter((-1 if number is None else number for number in found), np.int64, len(texts))

    def place(self, text: str) -> int:
        """The number of strings that sort before the text."""
        wanted = _encoded(text)
        block = bisect_left(self._samples, wanted)
        low = (block - 1) * self._step + 1 if block else 0
        return bisect_left(range(len(self)), wanted, low, min(block * self._step, len(self)), key=self._bytes)

    def _bytes(self, index: int) -> bytes:
        start, end = self._places[index], self._places[index + 1]
        if self._pages is not None:
            self._pages.read(int(start), int(end))
        return self._blob[start:end]

    @cached_property
    def _step(self) -> int:
        return max(1, -(-len(self) // SAMPLES))

    @cached_property
    def _samples(self) -> list[bytes]:
        return [self._bytes(index) for index in range(0, len(self), self._step)]


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
