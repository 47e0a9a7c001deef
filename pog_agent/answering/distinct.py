"""Which literals are one value: texts in several languages, and numbers that are written in several ways."""

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass

from pog_agent.kg.names import language_rank
from pog_agent.terms import LiteralTerm, Term, is_literal, literal_datatype, literal_language, literal_value
from pog_agent.values import read_literal

Place = tuple[Term, Term]
"""A subject and a relation, at which literals stand."""


@dataclass(frozen=True)
class DistinctLiterals:
    """For each of some literals the one that stands for its value, None for one that is left out.

    `unclear` are texts of which it is not known whether they say the same in different languages.
    """

    shown: dict[Term, Term | None]
    unclear: tuple[str, ...] = ()

    def distinct_terms(self, terms: Iterable[Term]) -> list[Term]:
        """Each value once, sorted; what is no literal stays as it is."""
        return sorted({found for term in terms if (found := self.shown.get(term, term)) is not None})


def distinct_literals(
    terms: Collection[Term], standing: Iterable[tuple[Place, Term]], languages: Sequence[str]
) -> DistinctLiterals:
    """Which of the terms are one value; `standing` says where each literal stands.

    These are one value, shown in the language that comes first in `languages`: literals in different languages of
    one subject and relation, equal texts, and typed literals of equal value (``1``, ``1.0`` and ``01``). Where
    this joins several texts in one language, those of the language with the most texts are kept instead.
    """
    literals = [term for term in terms if is_literal(term)]
    if len(literals) < 2:
        return DistinctLiterals({})
    shown: dict[Term, Term | None] = {}
    unclear: set[str] = set()
    for members in _joined_groups([*_equal_literals(literals), *_in_several_languages(literals, standing)]):
        texts: dict[str, dict[str, LiteralTerm]] = defaultdict(dict)
        for term in members:
            texts[(literal_language(term) or "").lower()][literal_value(term)] = term
        tags = [tag for tag in texts if tag]
        if all(len(texts[tag]) == 1 for tag in tags):
            shown |= dict.fromkeys(members, min(members, key=lambda term: _preference(term, languages)))
            continue
        main = min(tags, key=lambda tag: (-len(texts[tag]), language_rank(languages, tag)))
        kept = set(texts[main].values())
        shown |= {term: term if term in kept else None for term in members}
        unclear.update(text for found in texts.values() for text in found)
    return DistinctLiterals(shown, tuple(sorted(unclear)))


def _in_several_languages(
    literals: Collection[LiteralTerm], standing: Iterable[tuple[Place, Term]]
) -> Iterable[list[LiteralTerm]]:
    """By subject and relation, the literals with a language, where there are several languages."""
    tags = {term: language.lower() for term in literals if (language := literal_language(term))}
    places: dict[Place, list[LiteralTerm]] = defaultdict(list)
    for place, term in standing:
        if is_literal(term) and term in tags:
            places[place].append(term)
    return (found for found in places.values() if len({tags[term] for term in found}) > 1)


def _equal_literals(literals: Collection[LiteralTerm]) -> Iterable[list[LiteralTerm]]:
    """Groups of literals with the same text or, if they have a datatype, the same value."""
    groups: dict[Hashable, list[LiteralTerm]] = defaultdict(list)
    for term in literals:
        if literal_datatype(term) is None:
            groups[literal_value(term)].append(term)
            continue
        value = read_literal(term)
        if value.span is not None and value.by_comma is None:
            groups[value.kind, value.dimension, value.span].append(term)
    return (found for found in groups.values() if len(found) > 1)


def _joined_groups(groups: Iterable[Sequence[LiteralTerm]]) -> list[list[LiteralTerm]]:
    """The groups, those with a term in common put together."""
    group_of: dict[LiteralTerm, list[LiteralTerm]] = {}
    for group in groups:
        members = [*dict.fromkeys(found for term in group for found in group_of.get(term, [term]))]
        group_of |= dict.fromkeys(members, members)
    return [*{id(members): members for members in group_of.values()}.values()]


def _preference(term: LiteralTerm, languages: Sequence[str]) -> tuple[tuple[int, int, str], int, str]:
    return language_rank(languages, literal_language(term)), len(term), term
