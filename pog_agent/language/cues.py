"""The cues of a language: which words of a question speak for which operation, by their places."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from importlib.resources import files
from itertools import pairwise
from typing import Any

Phrase = tuple[str, ...]


class CueBook:
    """The tables of one language's `cues.toml`. Words are in small letters and without accents."""

    def __init__(self, tables: Mapping[str, Mapping[str, Any]]) -> None:
        self._tables = tables

    def words(self, kind: str) -> frozenset[str]:
        """The single words of a kind of the table `words`."""
        return frozenset(self._tables["words"][kind])

    @cached_property
    def function_words(self) -> frozenset[str]:
        """The words that name nothing."""
        return self.words("function")

    @cached_property
    def months(self) -> Mapping[str, int]:
        """The months by name."""
        return dict(self._tables["months"])

    @cached_property
    def numbers(self) -> Mapping[str, float]:
        """Numbers in words."""
        return dict(self._tables["numbers"])

    def text(self, table: str, name: str) -> str:
        """One text of a table."""
        return str(self._tables[table][name])

    def endings(self, kind: str) -> tuple[str, ...]:
        """The endings of a kind."""
        return tuple(self._tables["endings"][kind])

    def places(self, table: str, kind: str, words: Sequence[str]) -> frozenset[int]:
        """The places of all words that belong to a phrase of a kind."""
        found: set[int] = set()
        for phrase in self._phrases(table, kind):
            size = len(phrase)
            for start in range(len(words) - size + 1):
                if tuple(words[start : start + size]) == phrase:
                    found.update(range(start, start + size))
        return frozenset(found)

    def superlatives(self, words: Sequence[str]) -> frozenset[int]:
        """The places of superlatives: those of the lists, and words with their ending."""
        listed = [self.places("extremes", kind, words) for kind in ("most", "least", "early", "late")]
        ending, others = self.text("extremes", "ending"), self._tables["extremes"]["not_by_ending"]
        ended = (
            place
            for place, word in enumerate(words)
            if word.endswith(ending) and len(word) > len(ending) + 1 and word not in others
        )
        return frozenset().union(*listed, ended)

    def comparatives(self, words: Sequence[str]) -> frozenset[int]:
        """The places of what compares: the words of the lists, and words with the ending before "than"."""
        listed = [self.places("comparisons", kind, words) for kind in ("more", "less", "early", "late")]
        ending, than = self.text("comparisons", "ending"), self.words("than")
        ended = (
            place
            for place, (word, behind) in enumerate(pairwise(words))
            if behind in than and word.endswith(ending)
        )
        return frozenset().union(*listed, ended)

    @cache  # noqa: B019 (a book is made once a language)
    def _phrases(self, table: str, kind: str) -> tuple[Phrase, ...]:
        return tuple(tuple(text.split()) for text in self._tables[table][kind])


@cache
def cue_book(language: str) -> CueBook | None:
    """The cues of a language; None for a language without them."""
    file = files("pog_agent.language").joinpath(language, "cues.toml")
    return CueBook(tomllib.loads(file.read_text(encoding="utf-8"))) if file.is_file() else None
