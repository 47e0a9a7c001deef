"""Names of nodes: which label is shown, and which node bears a name. All local stores follow these rules."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Protocol

import numpy as np
from rapidfuzz import fuzz, process

from pog_agent.kg.adjacency import Ints
from pog_agent.kg.strings import SortedStrings
from pog_agent.terms import Term, humanize, literal_language, literal_value, local_name
from pog_agent.words import folded

MIN_LABEL_COVERAGE = 0.05

# Wikidata's tag for a name that most languages share.
ANY_LANGUAGE = "mul"


class EntityName(NamedTuple):
    """A name of an entity: a label, or an alias."""

    iri: Term
    text: str
    alias: bool


class NamePage(NamedTuple):
    """Some names in the order of the graph, and where the next page starts; None after the last."""

    names: list[EntityName]
    next: int | None
    total: int | None = None


class NamedGraph(Protocol):
    """A graph whose names can be read page by page, in the same order each time."""

    @property
    def name(self) -> str:
        """What the user called the graph."""
        ...

    async def names_page(self, start: int, size: int, languages: tuple[str, ...] | None = None) -> NamePage:
        """At most `size` names from a place on; the first page starts at 0.

        With `languages`, these are names in one of them (`en-GB` counts as `en`) and names that belong to none.
        """
        ...

    async def fingerprint(self) -> str:
        """Changes when the graph does."""
        ...

    def close(self) -> None:
        """Lets go of files and connections."""
        ...


def is_in(language: str | None, languages: Sequence[str]) -> bool:
    """Whether a tag stands for one of the languages (`en-GB` for `en`), or for none in particular."""
    return language_rank(languages, language)[0] <= len(languages)


def named_by_iri(labelled: int, subjects: int) -> bool:
    """Whether so few of the nodes with triples have a label that local names serve as labels."""
    return labelled < MIN_LABEL_COVERAGE * subjects


def name_from_iri(iri: Term) -> str:
    """The words of an IRI's local name."""
    return humanize(local_name(iri))


def normalize(text: str) -> str:
    """A name in the form in which names are compared: folded, with underscores as spaces."""
    return folded(text.replace("_", " "))


def text_of(term: Term) -> str:
    """The text of a literal term."""
    return literal_value(term) if "\\" in term else term[1 : term.rindex('"')]


def preferred(labels: Sequence[tuple[int, Term]], languages: Sequence[str]) -> str | None:
    """The text of the best of some labels (place of the predicate, literal term); None if there are none."""
    if len(labels) == 1:
        return text_of(labels[0][1])
    ranked = ((language_rank(languages, literal_language(term)), place, text_of(term)) for place, term in labels)
    best = min(ranked, default=None)
    return None if best is None else best[-1]


def language_rank(languages: Sequence[str], language: str | None) -> tuple[int, int, str]:
    """Sorts language tags: the wanted ones in their order (`en` before `en-GB`), then none, then all others."""
    tag = (language or "").lower()
    for place, name in enumerate(languages):
        wanted = name.lower()
        if tag == wanted or tag.startswith(wanted + "-"):
            return place, len(tag), tag
    if tag in {"", ANY_LANGUAGE}:
        return len(languages), len(tag), tag
    return len(languages) + 1, 0, tag


@dataclass(frozen=True, eq=False)
class NameIndex:
    """Who bears a name: normalised names in order, and for each the numbers of its bearers.

    The bearers of name ``i`` are ``bearers[pointers[i]:pointers[i + 1]]``, those that have it
    as a label before those that have it as an alias, then by number.
    """

    names: SortedStrings
    pointers: Ints
    bearers: Ints

    @classmethod
    def build(cls, texts: Iterable[str], rows: Ints, places: Ints, bearers: Ints) -> "NameIndex":
        """Indexes names given as rows: place in `texts`, rank of the kind of name, number of the bearer."""
        # Rows sorted by name, kind and bearer have the best kind of each name and bearer first, so that the first
        # row of each pair is the one to keep. A name's bearers begin where its rank first appears.
        normalized = [normalize(text) for text in texts]
        names = sorted(set(normalized))
        number = {name: position for position, name in enumerate(names)}
        ranks = np.fromiter(map(number.__getitem__, normalized), dtype=np.int64, count=len(normalized))[rows]
        order = np.lexsort((bearers, places, ranks))
        ranks, bearers = ranks[order], bearers[order].astype(np.int32)
        _, first = np.unique(ranks << 32 | bearers, return_index=True)
        first.sort()
        used, pointers = np.unique(ranks[first], return_index=True)
        pointers = np.append(pointers, len(first)).astype(np.int64)
        kept = names if len(used) == len(names) else [names[position] for position in used.tolist()]
        return cls(SortedStrings.from_texts(kept), pointers, bearers[first])

    def find(self, text: str) -> list[int]:
        """The bearers of a name, whatever its case and spacing."""
        place = self.names.id_of(normalize(text))
        return [] if place is None else self._bearers_of(place)

    def search(self, text: str, limit: int) -> list[tuple[int, str]]:
        """The bearers of the names most alike in characters and words, best first, each with that name."""
        found: dict[int, str] = {}
        for name, _, place in process.extract(normalize(text), self._texts, scorer=fuzz.WRatio, limit=limit):
            for bearer in self._bearers_of(place):
                found.setdefault(bearer, name)
        return list(found.items())[:limit]

    def catalog(self, limit: int) -> list[tuple[int, str]] | None:
        """Every name with each of its bearers; None if there are more than `limit` names."""
        if len(self.names) > limit:
            return None
        return [(bearer, name) for place, name in enumerate(self._texts) for bearer in self._bearers_of(place)]

    def _bearers_of(self, place: int) -> list[int]:
        bearers: list[int] = self.bearers[self.pointers[place] : self.pointers[place + 1]].tolist()
        return bearers

    @cached_property
    def _texts(self) -> list[str]:
        return self.names.all()
