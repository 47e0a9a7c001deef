"""Whether two words are opposites, or said of the two sides of one relation, whatever forms they have."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from itertools import permutations, product
from typing import Final, Literal

from pog_agent.language.opposites import (
    Alternatives,
    converse_words,
    excluding_words,
    negating_prefixes,
    wordnet_opposites,
)
from pog_agent.reading.exchanges import exchange_verbs
from pog_agent.reading.extremes import degree_of, degree_of_comparative
from pog_agent.reading.senses.roles import converse_roles
from pog_agent.reading.stems import verbs_of_doer
from pog_agent.words import stem

Contrast = Literal["opposite", "converse"]
_LEAST_LETTERS: Final = 4
"""So many letters has a word at least of which a prefix makes the opposite."""


@lru_cache(maxsize=20_000)
def contrast(word: str, other: str) -> Contrast | None:
    """What two words in small letters are to each other; None where they do not exclude each other.

    The opposite of an adjective is that of its comparative and superlative, too.
    """
    forms = _forms(word), _forms(other)
    if not forms[0].isdisjoint(forms[1]):
        return None
    if any(there in _converses().get(here, ()) for here, there in product(*forms)):
        return "converse"
    are_opposite = any(there in _opposites().get(here, ()) for here, there in product(*forms))
    return "opposite" if are_opposite or _is_denied(word, other) or _is_denied(other, word) else None


def _forms(word: str) -> frozenset[str]:
    """The stems of a word, of the adjective of a degree, and of what somebody does who is called so."""
    degrees = degree_of(word), degree_of_comparative(word)
    return frozenset(map(stem, (word, *filter(None, degrees), *verbs_of_doer(word))))


def _is_denied(word: str, other: str) -> bool:
    """Whether a word is another one behind a prefix that denies it."""
    rests = (word.removeprefix(prefix).lstrip("-") for prefix in negating_prefixes() if word.startswith(prefix))
    return any(len(rest) >= _LEAST_LETTERS and stem(rest) == stem(other) for rest in rests)


@cache
def _opposites() -> Mapping[str, frozenset[str]]:
    pairs = ((word, other) for word, others in wordnet_opposites().items() for other in others)
    return _by_stem([*pairs, *_pairs_of(excluding_words())])


@cache
def _converses() -> Mapping[str, frozenset[str]]:
    return _by_stem(_pairs_of([*converse_words(), *converse_roles(), *exchange_verbs()]))


def _pairs_of(groups: Iterable[Alternatives]) -> Iterable[tuple[str, str]]:
    for group in groups:
        for one, other in permutations(group, 2):
            yield from product(one, other)


def _by_stem(pairs: Iterable[tuple[str, str]]) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for one, other in pairs:
        found[stem(one)].add(stem(other))
        found[stem(other)].add(stem(one))
    return {word: frozenset(others - {word}) for word, others in found.items()}
