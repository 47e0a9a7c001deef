"""The words of an English follow-up that refer to something said before."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from pog_agent.words import IRREGULAR_PLURALS

Reference = Literal["he", "she", "it", "they", "there", "then", "noun", "nouns", "of_them"]
"""What a word refers to: a man, a woman, a thing, several or a person, a place, a time, what a noun names."""
Role = Literal["plain", "possessive"]

_PRONOUNS: Final[dict[str, tuple[Reference, Role]]] = {
    "he": ("he", "plain"),
    "him": ("he", "plain"),
    "his": ("he", "possessive"),
    "she": ("she", "plain"),
    "it": ("it", "plain"),
    "its": ("it", "possessive"),
    "they": ("they", "plain"),
    "them": ("they", "plain"),
    "their": ("they", "possessive"),
}
_PRONOUN: Final = re.compile(rf"\b({'|'.join(_PRONOUNS)}|her|hers)\b(?!['’])", re.IGNORECASE)
_HER_ALONE: Final = re.compile(
    r"^\s*(?:$|[?.!,;]|(?:and|or|in|at|on|for|to|from|by|with|as|of|about|after|before|when|while|is|was|did|born)\b)",
    re.IGNORECASE,
)
_THERE: Final = re.compile(
    r"(?<!\bis )(?<!\bare )(?<!\bwas )(?<!\bwere )(?<!\bbe )\bthere\b(?!\s+(?:is|are|was|were|be|been|any|an?)\b)",
    re.IGNORECASE,
)
_THEN: Final = re.compile(r"(?<=\w )then(?=\s*[?.!]*$)|\b(?:in|during)\s+that\s+(?:same\s+)?year\b", re.IGNORECASE)
_THIS: Final = re.compile(
    r"\b(?:about|at|by|does|for|from|in|is|near|of|on|to|was|with)\s+(this|that)(?=\s*[?.!]*$)", re.IGNORECASE
)
_IDLE_IT: Final = re.compile(r"\bis\s+it\s+(?:true|correct|so|right)\b", re.IGNORECASE)
_OBJECT: Final = re.compile(r"\b(?:about|as|at|by|for|from|in|near|of|on|than|to|with)\s+$", re.IGNORECASE)


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


def plural(noun: str) -> str:
    """An English noun in the plural, by its ending."""
    *before, last = noun.split()
    irregular = {single: many for many, single in IRREGULAR_PLURALS.items()}
    if last in irregular:
        ending = irregular[last]
    elif re.search(r"[^aeiou]y$", last):
        ending = f"{last[:-1]}ies"
    else:
        ending = f"{last}es" if re.search(r"(?:s|x|z|ch|sh)$", last) else f"{last}s"
    return " ".join([*before, ending])


def _all(text: str, nouns: Collection[str]) -> Iterator[ReferringWord]:
    """All referring words, those first that take in others."""
    named = {form: noun for noun in nouns for form in (noun, plural(noun))}
    forms = "|".join(re.escape(form) for form in sorted(named, key=lambda form: -len(form))) or r"(?!)"
    for match in re.finditer(rf"\bof\s+(?:these|those)\s+(?P<noun>{forms})\b", text, re.IGNORECASE):
        yield ReferringWord(match.group(), *match.span(), "of_them", noun=named[match["noun"].lower()])
    for match in re.finditer(r"\bof\s+(?:them|these|those)\b(?=\s*\w*)", text, re.IGNORECASE):
        yield ReferringWord(match.group(), *match.span(), "of_them")
    for match in _THEN.finditer(text):
        yield ReferringWord(match.group(), *match.span(), "then")
    for match in _THERE.finditer(text):
        yield ReferringWord(match.group(), *match.span(), "there", is_object=_is_object(text, match.start()))
    pattern = rf"\b(?P<which>this|that|these|those|the)\s+(?:same\s+)?(?P<noun>{forms})(?P<own>['’]s)?(?![\w'’])"
    for match in re.finditer(pattern, text, re.IGNORECASE):
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
    word = match[1].lower()
    if word in ("her", "hers"):
        is_alone = word == "hers" or _HER_ALONE.match(text[match.end() :]) is not None
        refers, role = _PRONOUNS["she"][0], _PRONOUNS["she" if is_alone else "his"][1]
    else:
        refers, role = _PRONOUNS[word]
    return ReferringWord(match.group(), *match.span(), refers, role, is_object=_is_object(text, match.start()))


def _is_object(text: str, start: int) -> bool:
    return _OBJECT.search(text[:start]) is not None
