"""The words of an English follow-up that refer to something said before."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_table
from pog_agent.words import plural

Reference = Literal["he", "she", "it", "they", "there", "then", "noun", "nouns", "of_them"]
"""What a word refers to: a man, a woman, a thing, several or a person, a place, a time, what a noun names."""
Role = Literal["plain", "possessive"]

_PRONOUNS: Final = english_table("lexicon", "pronouns")
_PRONOUN: Final = english_pattern("conversation", "pronoun", pronouns="|".join(_PRONOUNS))
_ALONE: Final = english_pattern("conversation", "standing_alone")
_THERE: Final = english_pattern("conversation", "there")
_THEN: Final = english_pattern("conversation", "then")
_THIS: Final = english_pattern("conversation", "this")
_IDLE_IT: Final = english_pattern("conversation", "idle_it")
_OBJECT: Final = english_pattern("conversation", "object")


@dataclass(frozen=True)
class ReferringWord:
    """A word at characters `start` to `end` that refers to something, and how it stands there.

    `noun` is what it calls the thing: "country" of "that country". `is_definite` says that it is a mere "the" with
    a noun. `is_object` says that a preposition stands before it.
    """

    text: str
    start: int
    end: int
    refers: Reference
    role: Role = "plain"
    noun: str = ""
    is_definite: bool = False
    is_object: bool = False


def referring_words(text: str, nouns: Collection[str] = ()) -> list[ReferringWord]:
    """The referring words of a question in their order, none within another; `nouns` name what was spoken of."""
    found: list[ReferringWord] = []
    for word in _all(text, nouns):
        if not any(word.start < other.end and other.start < word.end for other in found):
            found.append(word)
    return sorted(found, key=lambda word: word.start)


def _all(text: str, nouns: Collection[str]) -> Iterator[ReferringWord]:
    """All referring words, those first that take in others."""
    named = {form: noun for noun in nouns for form in (noun, plural(noun))}
    forms = "|".join(re.escape(form) for form in sorted(named, key=lambda form: -len(form))) or r"(?!)"
    for match in english_pattern("conversation", "of_these_named", forms=forms).finditer(text):
        yield ReferringWord(match.group(), *match.span(), "of_them", noun=named[match["noun"].lower()])
    for match in english_pattern("conversation", "of_these").finditer(text):
        yield ReferringWord(match.group(), *match.span(), "of_them")
    for match in _THEN.finditer(text):
        yield ReferringWord(match.group(), *match.span(), "then")
    for match in _THERE.finditer(text):
        yield ReferringWord(match.group(), *match.span(), "there", is_object=_is_object(text, match.start()))
    for match in english_pattern("conversation", "named", forms=forms).finditer(text):
        yield _named(text, match, named)
    for match in _THIS.finditer(text):
        yield ReferringWord(match[1], *match.span(1), "it", is_object=True)
    idle = _IDLE_IT.search(text)
    for match in _PRONOUN.finditer(text):
        if not (idle and idle.start() <= match.start() < idle.end()):
            yield _pronoun(text, match)


def _named(text: str, match: re.Match[str], nouns: dict[str, str]) -> ReferringWord:
    """A noun with what points to the thing that it names."""
    word, noun = match["which"].lower(), match["noun"].lower()
    is_several = word in ("these", "those")
    return ReferringWord(
        match.group(),
        *match.span(),
        "nouns" if is_several else "noun",
        "possessive" if match["own"] else "plain",
        nouns[noun],
        is_definite=word == "the",
        is_object=_is_object(text, match.start()),
    )


def _pronoun(text: str, match: re.Match[str]) -> ReferringWord:
    """A pronoun. One that is both ("her") is possessive where something stands behind it that may be owned."""
    refers, *roles = _PRONOUNS[match[1].lower()]
    role = roles[-1] if len(roles) == 1 or _ALONE.match(text[match.end() :]) is None else roles[0]
    return ReferringWord(match.group(), *match.span(), refers, role, is_object=_is_object(text, match.start()))


def _is_object(text: str, start: int) -> bool:
    return _OBJECT.search(text[:start]) is not None
