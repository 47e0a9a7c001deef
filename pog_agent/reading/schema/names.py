"""The words of a question, and names of the schema summary that they may spell."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from pog_agent.kg.iri_names import iri_text, name_of_iri
from pog_agent.kg.names import is_in
from pog_agent.kg.schema.summary import SchemaNames
from pog_agent.language.english import english_pattern
from pog_agent.models.class_topics import MatchKind
from pog_agent.terms import Term, humanize
from pog_agent.values.known_units import known_unit
from pog_agent.words import FUNCTION_WORDS, singular, stem

_WORD: Final = re.compile(r"[^\W_]+")
_GENITIVE: Final = re.compile(r"(?<=\w)['’]s\b")
_BETWEEN: Final = english_pattern("words", "between_words_of_name")
_SENTENCE_START: Final = re.compile(r"(?:^|[.?!:])[\s\"“'(]*$")
_NAMING: Final = "name"
"""A function word of questions ("name all rivers") that makes a name of its own ("first name")."""


@dataclass(frozen=True, slots=True)
class Token:
    """A content word of a question, in lower case. `joined` says that it may go on a name with the word before.

    `is_name` says that its capital is not that of a sentence's first word.
    """

    text: str
    start: int
    end: int
    joined: bool
    is_name: bool


@dataclass(frozen=True, slots=True)
class SchemaNameForm:
    """A name of something in its content words, in lower case. `how` says where the name comes from."""

    iri: Term
    words: tuple[str, ...]
    how: MatchKind

    @property
    def stems(self) -> tuple[str, ...]:
        """The stems of the words."""
        return stems_of(self.words)

    @property
    def text(self) -> str:
        """The words with spaces."""
        return " ".join(self.words)


def tokens_of(question: str, taken: Iterable[tuple[int, int]] = ()) -> tuple[Token, ...]:
    """The content words of a question outside the places taken."""
    closed = tuple(taken)
    plain = _GENITIVE.sub("  ", question)
    found: list[Token] = []
    for match in _WORD.finditer(plain):
        start, end = match.span()
        word = match.group().lower()
        if not _is_content(word) or any(start < stop and begin < end for begin, stop in closed):
            continue
        gap = question[found[-1].end : start] if found else ""
        is_name = question[start].isupper() and _SENTENCE_START.search(question[:start]) is None
        found.append(Token(word, start, end, _BETWEEN.fullmatch(gap) is not None, is_name))
    return tuple(found)


def name_forms(named: SchemaNames, languages: Sequence[str]) -> tuple[SchemaNameForm, ...]:
    """The names of a class or relation in some languages, or in none in particular; labels first, each once.

    The words of its IRI are a name, too, if they read as words.
    """
    texts: dict[tuple[str, ...], MatchKind] = {}
    for how, names in (("label", named.labels), ("alias", named.aliases)):
        for name in names:
            if is_in(name.language, languages):
                texts.setdefault(_words(humanize(name.text) if "." in name.text else name.text), how)  # type: ignore[arg-type]
    if name_of_iri(named.iri, lenient=True) is not None:
        texts.setdefault(_words(iri_text(named.iri)), "iri")
    return tuple(SchemaNameForm(named.iri, words, how) for words, how in texts.items() if words)


def with_plain_names(forms: Sequence[SchemaNameForm], unit: str) -> tuple[SchemaNameForm, ...]:
    """The names of an attribute, and before them those without their unit: "weight" of "weight (kg)"."""
    plain = [
        replace(form, words=form.words[:-size])
        for form in forms
        for size in (2, 1)
        if unit and len(form.words) > size and _is_unit(" ".join(form.words[-size:]), unit)
    ]
    return tuple({form.words: form for form in (*plain, *forms)}.values())


def _is_unit(text: str, unit: str) -> bool:
    known = known_unit(text) or known_unit(text.upper())
    return text == unit.lower() or (known is not None and known.text == unit)


def by_stems(forms: Iterable[SchemaNameForm]) -> Mapping[tuple[str, ...], tuple[SchemaNameForm, ...]]:
    """The names under the stems of their words."""
    found: dict[tuple[str, ...], tuple[SchemaNameForm, ...]] = {}
    for form in forms:
        found[form.stems] = (*found.get(form.stems, ()), form)
    return found


@lru_cache(maxsize=100_000)
def stems_of(words: tuple[str, ...]) -> tuple[str, ...]:
    """The stems of some words."""
    return tuple(map(stem, words))


def are_same_noun(one: str, other: str) -> bool:
    """Whether two words are one noun in singular or plural. "Organ" and "organization" have one stem only."""
    return not _numbers(one).isdisjoint(_numbers(other))


def _numbers(word: str) -> frozenset[str]:
    without = word[:-1] if word.endswith("s") and not word.endswith("ss") else word
    return frozenset({word, singular(word), without})


def _words(text: str) -> tuple[str, ...]:
    words = [word.lower() for word in _WORD.findall(_GENITIVE.sub(" ", text))]
    return tuple(word for word in words if _is_content(word, is_name=len(words) > 1)) or tuple(words)


def _is_content(word: str, is_name: bool = True) -> bool:
    return word not in FUNCTION_WORDS or (is_name and word == _NAMING)
