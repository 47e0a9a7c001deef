"""The first finite verb of an English sentence without an auxiliary, and the plain form of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_table, english_words
from pog_agent.words import FUNCTION_WORDS, IRREGULAR_VERBS, PREPOSITIONS, WORD, singular

_HAVE: Final[Mapping[str, str]] = english_table("lexicon", "asked_with")
_ADVERBS: Final = english_words("adverb_before_verb")
_NO_VERBS: Final = (FUNCTION_WORDS | PREPOSITIONS | _ADVERBS | english_words("quantifier_of_subject")) - set(_HAVE)
_INSIDE_A_SUBJECT: Final = _NO_VERBS - _ADVERBS - english_words("subject_pronoun")
"""Words behind which no verb of a sentence stands, but an adjective or noun."""


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
    if irregular and irregular not in english_words("noun_for_verb"):
        return irregular, "did"
    if text.endswith("ed") and len(text) > 3:
        return _before_ed(text), "did"
    return (singular(text), "does") if _is_third_person(text) else (text, "do")


def _before_ed(text: str) -> str:
    """The plain form of a regular past, by its spelling alone: it may lack an e, or have one too many."""
    if text.endswith("ied"):
        return text[:-1] if len(text) < 5 else f"{text[:-3]}y"
    rest = text[:-2]
    if rest.endswith("e") or english_pattern("words", "lost_e").search(rest):
        return f"{rest}e"
    return rest[:-1] if english_pattern("words", "doubled").search(rest) else rest
