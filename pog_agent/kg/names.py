"""Names of nodes: how names are compared, and which label is shown."""

import unicodedata
from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol, TypeGuard

from pog_agent.terms import LiteralTerm, Term, is_literal, literal_language, literal_value
from pog_agent.words import folded

# Wikidata's tag for a name that most languages share.
ANY_LANGUAGE = "mul"

_BARE_LETTERS: Final = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ħ": "h", "ŧ": "t", "ı": "i"})
"""Letters with a stroke, which Unicode does not decompose."""


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


def normalize(text: str) -> str:
    """A name in the form in which names are compared: folded, with underscores as spaces."""
    return folded(text.replace("_", " "))


def without_accents(text: str) -> str:
    """A name without case, accents and needless space."""
    decomposed = unicodedata.normalize("NFKD", normalize(text))
    bare = "".join(char for char in decomposed if not unicodedata.combining(char))
    return " ".join(unicodedata.normalize("NFC", bare).split())


def bare_name(text: str) -> str:
    """The form in which names are compared that differ in accents and strokes alone: "Łódź" as "lodz"."""
    return without_accents(text).translate(_BARE_LETTERS)


def is_name(term: Term) -> TypeGuard[LiteralTerm]:
    """Whether a term names what it is a label of: a text of blanks names nothing."""
    return is_literal(term) and bool(text_of(term).strip())


def text_of(term: LiteralTerm) -> str:
    """The text of a literal term."""
    return literal_value(term) if "\\" in term else term[1 : term.rindex('"')]


def preferred(labels: Sequence[tuple[int, LiteralTerm]], languages: Sequence[str]) -> str | None:
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
