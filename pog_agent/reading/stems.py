"""Which of some phrases have words of a text, by their stems, and which have words of it with another prefix."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_table, english_words
from pog_agent.words import FUNCTION_WORDS, stem

SHIFTING = english_words("shifting_prefix")
"""Prefixes that make another relation of a word."""
SHARED_LETTERS = 4
"""So many first letters words have in common that belong together: "funded", "funder"."""
NOUNS_OF_VERBS: Mapping[str, str] = english_table("lexicon", "nouns_of_verbs")
"""The stems of words with nouns for the same, or for who does it, which begin otherwise."""
_WORD = re.compile(r"[^\W_]+")


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
        links = english_words("linking_preposition")
        is_noun = links.isdisjoint(text.split()) and "by" not in text.split()
        found = {}
        for place in _places(self._by_part, stems):
            parts = self._parts[place]
            if is_noun and len(parts) > 1 and not parts[-1].isdisjoint(links):
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
    apart, joint = (english_pattern("words", name) for name in ("prefix_apart", "with_prefix"))
    return _stems_of(joint.findall(apart.sub(r"\1-", text)))


def begins_alike(words: Iterable[str], texts: Iterable[str]) -> bool:
    """Whether one of some words begins as a word of a text does, or is a verb of which that is the noun.

    Function words begin nothing. "Wrote" goes with "author", "won" with "winner", "made" with "maker".
    """
    names = {word for text in texts for word in _WORD.findall(text.casefold()) if word not in FUNCTION_WORDS}
    beginnings = {name[:SHARED_LETTERS] for name in names}
    doubled = english_pattern("words", "doubled_doer")
    stems = {stem(form) for name in names for form in (doubled.sub(r"\1", name), *verbs_of_doer(name))}
    return any(
        word[:SHARED_LETTERS] in beginnings
        or (word.islower() and stem(word) in stems)
        or stem(NOUNS_OF_VERBS.get(stem(word), "")) in stems
        for word in words
        if word not in FUNCTION_WORDS
    )


def verbs_of_doer(noun: str) -> Sequence[str]:
    """What somebody does who is called so, perhaps: a "maker" makes, a "driver" drives."""
    return (noun[:-1], noun[:-2]) if english_pattern("words", "doer_by_verb").search(noun) else ()


@lru_cache(maxsize=100_000)
def content_stems(text: str) -> frozenset[str]:
    """The stems of the words that make a relation another one."""
    return frozenset(stem(word) for word in _WORD.findall(text) if word not in FUNCTION_WORDS)


def _parts(phrase: str) -> tuple[frozenset[str], ...]:
    """For each word of a phrase its stem, and those of what hyphens join in it; "start of reign" has two words."""
    words = phrase.split()
    said = [word for word in words if word not in english_words("small_word_in_phrase")] or words
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
