"""Which of some phrases have words of a text, by their stems, and which have words of it with another prefix."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pog_agent.words import FUNCTION_WORDS, stem

SHIFTING = (
    "ante",
    "anti",
    "co",
    "ex",
    "foster",
    "god",
    "grand",
    "great",
    "half",
    "non",
    "sub",
    "step",
    "under",
    "vice",
)
"""Prefixes that make another relation of a word."""
SHARED_LETTERS = 4
"""So many first letters words have in common that belong together: "funded", "funder"."""
NOUNS_OF_VERBS = {
    "cost": "price",
    "earn": "salary",
    "live": "residence",
    "make": "manufacturer",
    "marri": "spouse",
    "neighbor": "adjoining",
    "neighbour": "adjoining",
    "write": "author",
}
"""The stems of words with nouns for the same, or for who does it, which begin otherwise."""
_WORD = re.compile(r"[^\W_]+")
_IDLE = frozenset({"a", "an", "of", "the"})
_LINKS = frozenset({"at", "for", "from", "in", "of", "on", "to", "with"})
_JOINT_WORD = re.compile(r"(?:(?:co|ex|vice)-)?[^\W_]+")
_APART = re.compile(r"(?<!\w)(co|ex|vice)[ _](?=[^\W_]{3})")
"""A prefix that stands apart from its word, as in the name of a relation: "co author"."""
_DOER = re.compile(r"[a-z]{2}[eo]r$")
_DOUBLED_DOER = re.compile(r"([b-df-hj-np-tv-z])\1er$")
"""The end of a noun for who does something that a short verb says ("winner")."""


@dataclass(frozen=True)
class TextStems:
    """The stems of the words of a text, and those that its words have without a prefix of `SHIFTING`."""

    words: frozenset[str]
    shifted: frozenset[str]


class PhraseStems:
    """Finds phrases by the stems that a text has. A phrase is known by its place among those given.

    Texts are many, and each shares words with few phrases: so every stem knows its phrases.
    """

    def __init__(self, phrases: Sequence[str]) -> None:
        self._parts = [_parts(phrase) for phrase in phrases]
        self._by_part: dict[str, set[int]] = defaultdict(set)
        self._by_word: dict[str, set[int]] = defaultdict(set)
        self._by_shifted: dict[str, set[int]] = defaultdict(set)
        for place, phrase in enumerate(phrases):
            stems = _stems_of(phrase.split())
            for index, found in (
                (self._by_part, frozenset().union(*self._parts[place])),
                (self._by_word, stems.words),
                (self._by_shifted, stems.shifted),
            ):
                for one in found:
                    index[one].add(place)

    def shares(self, text: str) -> dict[int, float]:
        """The share of the words of each phrase that stand in a text; phrases of which none does are left out.

        A preposition at the end says nothing where the text has none: "located in" tells the location.
        """
        stems = text_stems(text).words
        is_noun = _LINKS.isdisjoint(text.split()) and "by" not in text.split()
        found = {}
        for place in _places(self._by_part, stems):
            parts = self._parts[place]
            if is_noun and len(parts) > 1 and not parts[-1].isdisjoint(_LINKS):
                parts = parts[:-1]
            share = sum(not part.isdisjoint(stems) for part in parts) / len(parts)
            if share:
                found[place] = share
        return found

    def shifted(self, text: str) -> set[int]:
        """The phrases of which a word differs from one of a text by a prefix that changes what it means."""
        stems = text_stems(text)
        return _places(self._by_shifted, stems.words) | _places(self._by_word, stems.shifted)


@lru_cache(maxsize=100_000)
def text_stems(text: str) -> TextStems:
    """The stems of a text, of which letters and digits make words; "co author" is one."""
    return _stems_of(_JOINT_WORD.findall(_APART.sub(r"\1-", text)))


def begins_alike(words: Iterable[str], texts: Iterable[str]) -> bool:
    """Whether one of some words begins as a word of a text does, or is a verb of which that is the noun.

    Function words begin nothing. "Wrote" goes with "author", "won" with "winner", "made" with "maker".
    """
    names = {word for text in texts for word in _WORD.findall(text.casefold()) if word not in FUNCTION_WORDS}
    beginnings = {name[:SHARED_LETTERS] for name in names}
    stems = {stem(form) for name in names for form in (_DOUBLED_DOER.sub(r"\1", name), *verbs_of_doer(name))}
    return any(
        word[:SHARED_LETTERS] in beginnings
        or (word.islower() and stem(word) in stems)
        or stem(NOUNS_OF_VERBS.get(stem(word), "")) in stems
        for word in words
        if word not in FUNCTION_WORDS
    )


def verbs_of_doer(noun: str) -> Sequence[str]:
    """What somebody does who is called so, perhaps: a "maker" makes, a "driver" drives."""
    return (noun[:-1], noun[:-2]) if _DOER.search(noun) else ()


@lru_cache(maxsize=100_000)
def content_stems(text: str) -> frozenset[str]:
    """The stems of the words that make a relation another one."""
    return frozenset(stem(word) for word in _WORD.findall(text) if word not in FUNCTION_WORDS)


def _parts(phrase: str) -> tuple[frozenset[str], ...]:
    """For each word of a phrase its stem, and those of what hyphens join in it; "start of reign" has two words."""
    words = phrase.split()
    said = [word for word in words if word not in _IDLE] or words
    return tuple(frozenset(map(stem, (word, *word.split("-")))) for word in said)


def _stems_of(words: Sequence[str]) -> TextStems:
    return TextStems(
        frozenset(map(stem, words)), frozenset(shifted for word in words for shifted in _shifted(word))
    )


def _shifted(word: str) -> set[str]:
    """The stems of a word without a prefix that changes what it means ("child" of "grandchild")."""
    rests = (word.removeprefix(prefix).lstrip("-") for prefix in SHIFTING if word.startswith(prefix))
    return {stem(rest) for rest in rests if len(rest) > 2} - {stem(word)}


def _places(index: dict[str, set[int]], stems: frozenset[str]) -> set[int]:
    return {place for one in stems if one in index for place in index[one]}
