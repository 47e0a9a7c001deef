"""Names that a question has in another form: the first or last words alone, a plural, or another space."""

from collections.abc import Iterable, Sequence
from typing import Final

from pog_agent.kg.base import Entity
from pog_agent.language.lexicon import english_words
from pog_agent.linking.candidates import words_of
from pog_agent.words import singular

LEAST_LETTERS: Final = 3
"""Fewer letters are no short form of a name."""
OF_SHORT_FORM: Final = 0.7
"""The score of a name of which the first or the last words are said: below that of a strong match."""
OF_SAME_LETTERS: Final = 0.95


def in_other_form(mention: str, names: Sequence[Entity]) -> tuple[list[Entity], float]:
    """The entities whose name a mention has in another form, each once, and how well it does (0 to 1).

    The same letters ("BlueBoat") and a plural come first, then the name of a firm without its legal form, the
    first words of a longer name, and the last.
    """
    spoken = words_of(mention)
    if len("".join(spoken)) < LEAST_LETTERS:
        return [], 0.0
    single = [*spoken[:-1], singular(spoken[-1])]
    same = _each_once(item for item in names if _is_same(spoken, single, words_of(item.label)))
    same = same or _each_once(item for item in names if _is_firm(spoken, words_of(item.label)))
    if same:
        return same, OF_SAME_LETTERS
    begun = _each_once(item for item in names if words_of(item.label)[: len(spoken)] == spoken)
    ended = (item for item in names if words_of(item.label)[-len(spoken) :] == spoken)
    return begun or _each_once(ended), OF_SHORT_FORM


def is_firm_called(spoken: str, name: str) -> bool:
    """Whether a name is what is spoken with the legal form of a firm behind it: "Acme", "Acme Ltd"."""
    return _is_firm(words_of(spoken), words_of(name))


def _is_same(spoken: Sequence[str], single: Sequence[str], name: Sequence[str]) -> bool:
    return "".join(spoken) == "".join(name) or [*single] == [*name]


def _is_firm(spoken: Sequence[str], name: Sequence[str]) -> bool:
    """Whether a name is what is spoken, and behind it only the legal form of a firm or club: "Acme Ltd"."""
    behind = name[len(spoken) :]
    return list(name[: len(spoken)]) == list(spoken) and english_words("legal_form").issuperset(behind)


def _each_once(found: Iterable[Entity]) -> list[Entity]:
    return list({item.iri: item for item in found}.values())
