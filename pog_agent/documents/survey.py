"""What a corpus has, read once before anything of an index is changed."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from pog_agent.documents.corpus import CorpusProblem, read_corpus
from pog_agent.documents.values import Document
from pog_agent.errors import SettingError

PLACES_SHOWN = 3


class CorpusSurvey:
    """The documents of a corpus by id, each with its digest, and what could not be read.

    Raises `SettingError` for a corpus that cannot be read or has no document.
    """

    def __init__(self, source: Path) -> None:
        self.source = source
        self._problems: list[CorpusProblem] = []
        self.digests = {item.id: item.digest for item in read_corpus(source, self._problems.append)}
        if not self.digests:
            raise SettingError(f"{source}: no documents; {'; '.join(self.warnings) or 'it is empty'}")

    def documents(self) -> Iterator[Document]:
        """The documents, read again."""
        return read_corpus(self.source, _not_again)

    def may_hide(self, document: str) -> bool:
        """Whether this document may be in what could not be read."""
        return any(problem.hides in ("", document) for problem in self._problems)

    @property
    def warnings(self) -> list[str]:
        """One line for each kind of problem, with their number and the first places."""
        places = defaultdict(list)
        for problem in self._problems:
            places[problem.reason].append(problem.place)
        return [counted(reason, found) for reason, found in places.items()]


def counted(kind: str, found: Sequence[str], count: int | None = None) -> str:
    """A warning about some things of a kind: how many there are, and the first of them.

    `count` is the number of all where not all were `found`.
    """
    number = len(found) if count is None else count
    more = f" and {number - PLACES_SHOWN} more" if number > PLACES_SHOWN else ""
    return f"{kind}: {number} ({', '.join(found[:PLACES_SHOWN])}{more})"


def _not_again(problem: CorpusProblem) -> None:
    del problem
