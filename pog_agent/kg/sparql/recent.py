"""The latest answers in memory, for stores that are shared by threads."""

from collections.abc import Hashable, Iterable, Mapping
from itertools import islice
from threading import Lock
from typing import Final, Generic, TypeVar

CACHED_TERMS: Final = 200_000

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Recent(Generic[K, V]):
    """Answers of an endpoint; beyond `size` the oldest are forgotten. Safe to use from several threads."""

    def __init__(self, size: int) -> None:
        self._size, self._entries, self._lock = size, dict[K, V](), Lock()

    def known(self, keys: Iterable[K]) -> dict[K, V]:
        """What is known, by key."""
        with self._lock:
            return {key: self._entries[key] for key in keys if key in self._entries}

    def add(self, entries: Mapping[K, V]) -> None:
        """Takes entries in, the latest last."""
        with self._lock:
            self._entries.update(entries)
            for key in list(islice(self._entries, max(len(self._entries) - self._size, 0))):
                del self._entries[key]
