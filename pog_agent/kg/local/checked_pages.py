"""Checksums of the pages of mapped files: each is checked when it is first read, so that a large graph opens fast.

A page is as large as what the system reads from a disk at once, so that only what is read anyway is checked.
"""

import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, cast

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from pog_agent.kg.adjacency import Ints

PAGE: Final = 4096

Damaged = Callable[[str], Exception]
"""The error for a file of this name that is damaged."""


def page_checksums(file: Path) -> Ints:
    """The checksum of each page of a file."""
    with file.open("rb") as stream:
        return np.fromiter((zlib.crc32(page) for page in iter(lambda: stream.read(PAGE), b"")), np.uint32)


class CheckedPages:
    """The pages of one file; each is compared with its checksum before what it holds is first used."""

    def __init__(self, file: Path, checksums: Ints, damaged: Damaged) -> None:
        self._name, self._damaged = file.name, damaged
        self._checksums = checksums
        self._bytes = np.memmap(file, np.uint8, "r").view(np.ndarray) if len(checksums) else np.zeros(0, np.uint8)
        self._unread = np.ones(len(checksums), dtype=np.bool_)
        self.is_read = not len(checksums)

    def read(self, start: int, end: int) -> None:
        """The bytes from `start` to `end` are about to be used. Raises the error for a damaged file."""
        first, last = start // PAGE, -(-end // PAGE)
        for page in (first + np.flatnonzero(self._unread[first:last])).tolist():
            self._check(page)

    def read_at(self, places: Ints) -> None:
        """The bytes at these places are about to be used."""
        pages = np.asarray(places) // PAGE
        for page in np.unique(pages[self._unread[pages]]).tolist():
            self._check(page)

    def read_spans(self, starts: Ints, ends: Ints) -> None:
        """The bytes of these spans are about to be used; few of them reach over more than two pages."""
        if self.is_read or not len(starts):
            return
        filled = np.asarray(ends) > np.asarray(starts)
        starts, ends = starts[filled], ends[filled]
        self.read_at(starts)
        self.read_at(ends - 1)
        for place in np.flatnonzero(ends - starts > PAGE).tolist():
            self.read(int(starts[place]), int(ends[place]))

    def read_all(self) -> None:
        """All bytes are about to be used."""
        if not self.is_read:
            self.read(0, len(self._bytes))
            self.is_read = True

    def _check(self, page: int) -> None:
        content = self._bytes[page * PAGE : (page + 1) * PAGE]
        if zlib.crc32(content.data) != int(self._checksums[page]):
            raise self._damaged(self._name)
        self._unread[page] = False


class CheckedArray(NDArrayOperatorsMixin):
    """An array over a mapped file whose pages are checked as its items are read; else it is used as the array is.

    Whatever is not an item, a span or a choice of items reads all of it.
    """

    def __init__(self, array: Ints, pages: CheckedPages, offset: int) -> None:
        self._array, self._pages, self._offset = array, pages, offset
        self.dtype, self.shape, self.size = array.dtype, array.shape, array.size

    def __len__(self) -> int:
        """Number of items."""
        return len(self._array)

    def __getitem__(self, key: Any) -> Any:
        """Items of the array, as the array gives them."""
        found = self._array[key]
        if not self._pages.is_read:
            self._read(key)
        return found

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Ints:
        """The whole array."""
        self._pages.read_all()
        return np.array(self._array, dtype=dtype, copy=bool(copy)) if dtype or copy else self._array

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        """What a function of numpy gives for the whole array."""
        whole = (item.__array__() if isinstance(item, CheckedArray) else item for item in inputs)
        return getattr(ufunc, method)(*whole, **options)

    def __getattr__(self, name: str) -> Any:
        """A method or attribute of the whole array."""
        if name.startswith("__"):
            raise AttributeError(name)
        self._pages.read_all()
        return getattr(self._array, name)

    def _read(self, key: Any) -> None:
        size, step = len(self._array), self._array.itemsize
        if isinstance(key, slice) and key.step in (None, 1):
            start, end, _ = key.indices(size)
            self._pages.read(self._offset + start * step, self._offset + max(start, end) * step)
        elif isinstance(key, int | np.integer):
            place = self._offset + int(key) % size * step
            self._pages.read(place, place + step)
        elif isinstance(key, np.ndarray) and key.dtype.kind in "iu":
            self._pages.read_at(self._offset + key.astype(np.int64) % max(size, 1) * step)
        else:
            self._pages.read_all()


def mapped_array(file: Path, pages: CheckedPages | None = None) -> Ints:
    """An array that is mapped from disk. With `pages`, the head of the file, which says what it is, is checked."""
    if pages is not None:
        pages.read(0, 1)
    array: Ints = np.load(file, mmap_mode="r")
    array = array.view(np.ndarray)
    return array if pages is None else cast(Ints, CheckedArray(array, pages, file.stat().st_size - array.nbytes))
