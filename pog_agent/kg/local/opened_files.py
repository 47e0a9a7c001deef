"""The files that a graph was opened from, as they were then, and whether they are still the same."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from pog_agent.errors import GraphUnavailableError
from pog_agent.kg.local.sources import find_rdf_files

Stamp = tuple[int, int, int]
"""Size, time of the last change in nanoseconds, and number on the disk."""


@dataclass(frozen=True)
class OpenedFiles:
    """The RDF files that `sources` named and the `marks` of a folder, with their stamps when it was opened.

    Only stamps are compared, so that it costs little to ask before each answer.
    """

    sources: tuple[Path, ...]
    marks: tuple[Path, ...]
    stamps: Mapping[Path, Stamp]

    @classmethod
    def of(cls, sources: Iterable[Path] = (), marks: Iterable[Path] = ()) -> "OpenedFiles":
        """As they are now."""
        named, marked = tuple(sources), tuple(marks)
        return cls(named, marked, _stamps(named, marked))

    @property
    def folder(self) -> Path | None:
        """The folder that has marks."""
        return next((mark.parent for mark in self.marks), None)

    def changed(self) -> Path | None:
        """One of them that was written again, came to be or was deleted; None where there is none.

        The sources of a folder with marks may go: it is opened without them.
        """
        now = _stamps(self.sources, self.marks)
        written = (path for path, _ in now.items() - self.stamps.items())
        deleted = (self.stamps.keys() - now.keys()) & set(self.marks or self.stamps)
        return min(written, default=None) or min(deleted, default=None)


def _stamps(sources: Iterable[Path], marks: Iterable[Path]) -> dict[Path, Stamp]:
    files = list(marks)
    try:
        files += find_rdf_files(sources)
    except (GraphUnavailableError, OSError):  # one of the sources is gone
        files += [source for source in sources if source.is_file()]
    stamps: dict[Path, Stamp] = {}
    for file in files:
        try:
            facts = file.stat()
        except OSError:
            continue
        stamps[file] = facts.st_size, facts.st_mtime_ns, facts.st_ino
    return stamps
