"""How a graph names things: by which relations, and in which languages."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pog_agent.kg.names import is_in
from pog_agent.terms import Term


@dataclass(frozen=True)
class GraphNames:
    """The relations that lead to names, and the languages of these. None stands for names without a language."""

    relations: tuple[Term, ...]
    languages: frozenset[str | None]

    @classmethod
    def of(cls, relations: Iterable[Term], languages: Iterable[str | None]) -> "GraphNames":
        """The names of a graph; language tags are compared in small letters."""
        return cls(tuple(relations), frozenset(tag.lower() if tag else None for tag in languages))

    def others(self, languages: Sequence[str]) -> tuple[str, ...]:
        """The languages of names that are none of some languages, sorted."""
        return tuple(sorted(tag for tag in self.languages if tag and not is_in(tag, languages)))
