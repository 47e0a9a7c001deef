"""The words of a question that change what a noun or verb is said of, and that no relation of the answer tells."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_words
from pog_agent.language.qualifiers import QualifierPlace, qualifiers, words_by_group
from pog_agent.reading.question_words import QuestionWords, Word
from pog_agent.words import FUNCTION_WORDS, IRREGULAR_VERBS, PREPOSITIONS, stem

COMPUTED: Final = english_words("computed")
"""Groups that an operation may carry out."""
PLACES: Final[tuple[QualifierPlace, ...]] = ("infinitive", "gerund", "noun", "verb", "modal")
ANYBODY: Final = english_words("anybody")
_MARRIED_INTO: Final = english_pattern("contrasts", "married_into")
_CHOSEN: Final = english_pattern("contrasts", "chosen")
_BE: Final = english_words("be_behind_another_verb")


@dataclass(frozen=True)
class SaidQualifier:
    """A word of a question that changes what it stands before, and the group of words that say the same."""

    text: str
    group: str
    place: QualifierPlace


def qualifiers_in(words: QuestionWords) -> Iterator[SaidQualifier]:
    """The qualifiers of a question, in their order."""
    every = words.words
    for row, word in enumerate(every):
        if word.kind == "topic" or (row and words.question[word.start].isupper()):
            continue
        joined = _joined_qualifier(word.text)
        if joined is not None:
            yield joined
        behind = [other for other in every[row + 1 : row + 3] if not _is_apart(words, word, other)]
        for place in PLACES:
            group = _group(word.text, place)
            if group and _stands_there(place, every[row - 1] if row else None, behind):
                yield SaidQualifier(word.text, group, place)
                break


def untold(qualifier: SaidQualifier, told: Collection[str], names: Collection[str]) -> bool:
    """Whether none of the words `told` says a qualifier, and it changes what relations of some `names` tell.

    What can be or will be may be told by a relation that is no deed of the past.
    """
    wanted = {stem(word) for word in words_by_group()[qualifier.group]}
    groups = (item.group for item in map(_joined_qualifier, told) if item is not None)
    if qualifier.group in groups or not wanted.isdisjoint(map(stem, told)):
        return False
    return qualifier.group != "ability" or any(map(is_past_deed, names))


def is_past_deed(name: str) -> bool:
    """Whether the name of a relation begins with what was done: "operated on by", "took route"."""
    first = name.casefold().split()[:1]
    return any(word.endswith("ed") or word in IRREGULAR_VERBS for word in first)


def _joined_qualifier(text: str) -> SaidQualifier | None:
    """The qualifier that is the end of a word: "mother-in-law", "president-elect"."""
    if _MARRIED_INTO.fullmatch(text):
        return SaidQualifier(text, "by_marriage", "noun")
    return SaidQualifier(text, "chosen", "noun") if _CHOSEN.search(text) else None


def _group(text: str, place: QualifierPlace) -> str:
    found = qualifiers(place)
    if place in ("infinitive", "gerund"):
        return next((group for word, group in found.items() if stem(word) == stem(text)), "")
    return found.get(text, "")


def _stands_there(place: QualifierPlace, before: Word | None, behind: list[Word]) -> bool:
    """Whether a qualifier stands between these words as one does."""
    texts = [word.text for word in behind]
    is_said_of_anybody = not ANYBODY.isdisjoint([before.text] if before is not None else [])
    if place == "modal":
        return bool(behind) and ANYBODY.isdisjoint(texts[:1]) and not is_said_of_anybody and _BE.isdisjoint(texts)
    if place == "infinitive":
        is_verb = len(behind) > 1 and behind[1].kind != "topic" and texts[1] not in FUNCTION_WORDS
        return texts[:1] == ["to"] and is_verb and not is_said_of_anybody
    if place == "gerund":
        return "".join(texts[:1]).endswith("ing")
    if not behind or behind[0].text in FUNCTION_WORDS | PREPOSITIONS:
        return False
    return behind[0].kind != "topic" and not behind[0].text[0].isdigit()


def _is_apart(words: QuestionWords, word: Word, other: Word) -> bool:
    """Whether more than words stands between two words: a comma, or the end of a sentence."""
    return re.search(r"[,;:.?!()]", words.question[word.end : other.start]) is not None
