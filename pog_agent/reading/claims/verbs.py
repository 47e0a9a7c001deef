"""The first finite verb of an English sentence without an auxiliary, and the plain form of it."""

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from pog_agent.words import FUNCTION_WORDS, IRREGULAR_VERBS, PREPOSITIONS, WORD, singular

_HAVE: Final = {"has": "does", "have": "do", "had": "did"}
_ADVERBS: Final = frozenset({"also", "always", "already", "currently", "never", "once", "still"})
_QUANTIFIERS: Final = frozenset({"all", "both", "each", "every", "only"})
_NO_VERBS: Final = (FUNCTION_WORDS | PREPOSITIONS | _ADVERBS | _QUANTIFIERS) - set(_HAVE)
_INSIDE_A_SUBJECT: Final = _NO_VERBS - _ADVERBS - {"he", "it", "she", "they"}
"""Words behind which no verb of a sentence stands, but an adjective or noun."""
_NAMED_BY_NOUNS: Final = frozenset({"birth", "death"})
"""What `IRREGULAR_VERBS` gives for verbs whose relation is named by a noun."""
_LOST_E: Final = re.compile(
    r"(?:[^aeiou][csuvz]|[aeiou]{2}[cstvz]|[aeiou][csvz]|dg|[lnr]g|[bcdfgkptz]l|at|[^aeiou][iou]r)$"
)
_DOUBLED: Final = re.compile(r"([bdgmnprt])\1$")


@dataclass(frozen=True)
class FiniteVerb:
    """A verb in a sentence: its characters, its plain form, and the auxiliary that asks with it."""

    start: int
    end: int
    text: str
    base: str
    auxiliary: str


def finite_verb(sentence: str) -> FiniteVerb | None:
    """The verb of a sentence; None where no word is surely it.

    It is a small word right behind a name or number, or the first other small word that ends as verbs do.
    """
    for before, word in pairwise(WORD.finditer(sentence)):
        text, last = word.group(), before.group()
        if not text.islower() or text in _NO_VERBS or last.lower() in _INSIDE_A_SUBJECT:
            continue
        if not last.islower() or last in _ADVERBS or _ends_as_verb(text):
            return FiniteVerb(word.start(), word.end(), text, *_plain_form(text))
    return None


def _ends_as_verb(text: str) -> bool:
    return text in _HAVE or text in IRREGULAR_VERBS or text.endswith("ed") or _is_third_person(text)


def _is_third_person(text: str) -> bool:
    return text.endswith("s") and not text.endswith(("ss", "us"))


def _plain_form(text: str) -> tuple[str, str]:
    """The plain form of a verb and its auxiliary: "borders" asks with "does", "directed" with "did"."""
    irregular = IRREGULAR_VERBS.get(text, "")
    if text in _HAVE:
        return "have", _HAVE[text]
    if irregular and irregular not in _NAMED_BY_NOUNS:
        return irregular, "did"
    if text.endswith("ed") and len(text) > 3:
        return _before_ed(text), "did"
    return (singular(text), "does") if _is_third_person(text) else (text, "do")


def _before_ed(text: str) -> str:
    """The plain form of a regular past, by its spelling alone: it may lack an e, or have one too many."""
    if text.endswith("ied"):
        return text[:-1] if len(text) < 5 else f"{text[:-3]}y"
    rest = text[:-2]
    if rest.endswith("e") or _LOST_E.search(rest):
        return f"{rest}e"
    return rest[:-1] if _DOUBLED.search(rest) else rest
