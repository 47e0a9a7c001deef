"""How texts are compared; English function words, and the content words of a text."""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from threading import Lock

import snowballstemmer

from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_table, english_words

LANGUAGE = "en"
"""The language whose words are read."""
FUNCTION_WORDS = english_words("function")
PREPOSITIONS = english_words("preposition")
MONTHS: tuple[str, ...] = tuple(english_table("lexicon", "words")["month"])
IRREGULAR_PLURALS: Mapping[str, str] = english_table("lexicon", "plurals")
IRREGULAR_VERBS: Mapping[str, str] = {
    past: verb for verb, pasts in english_table("lexicon", "pasts").items() for past in pasts
}
"""The verb of each past form that does not begin as the verb does."""
_STEMMER = snowballstemmer.stemmer("english")
_STEMMER_LOCK = Lock()
_SPELLINGS: dict[str, str] = {
    _STEMMER.stemWord(word): _STEMMER.stemWord(other)
    for word, other in english_table("lexicon", "spellings").items()
}
_IZE = english_pattern("words", "spelled_ise_or_ize")
_GENITIVE = english_pattern("words", "genitive")
_BEFORE = 40
"""So many letters before a word are looked at for what determines it."""
WORD = re.compile(r"[^\W_]+(?:['’\-.][^\W_]+)*")
"""A word of a text: letters and digits, with an apostrophe, hyphen or point inside."""

_JOINERS = "\u200c\u200d"
"""Zero width non-joiner and joiner: not printable alone, but part of words."""


def folded(text: str) -> str:
    """A text for comparison: without case and needless space."""
    return " ".join(text.casefold().split())


def one_line(text: str, length: int = 200) -> str:
    """The first characters of a text in one line, printable; those that join letters of some scripts are kept."""
    words = " ".join("".join(char if char.isprintable() or char in _JOINERS else " " for char in text).split())
    return words if len(words) <= length else words[: length - 3] + "..."


def content_words(text: str) -> list[str]:
    """The words of a text in lower case, in order, without function words."""
    return [word for group in content_groups(text) for word in group]


def content_groups(text: str) -> list[list[str]]:
    """The content words in groups that stand together: only space is between them, and no genitive ending."""
    groups: list[list[str]] = []
    end = -1
    lower = text.lower()
    for found in WORD.finditer(lower):
        word = plain_word(lower, found)
        if word in FUNCTION_WORDS:
            continue
        if end >= 0 and lower[end : found.start()].isspace():
            groups[-1].append(word)
        else:
            groups.append([word])
        end = found.start() + len(_GENITIVE.sub("", found.group()))
    return groups


def plain_word(text: str, found: re.Match[str]) -> str:
    """A word of a text in lower case, without a genitive ending.

    What somebody does "for a living" is their occupation: no form of "live" is said. "Which show" is no order.
    """
    word = _GENITIVE.sub("", found.group().lower())
    before = text[max(found.start() - _BEFORE, 0) : found.start()]
    if word in english_words("order_or_noun") and english_pattern("words", "determined").search(before):
        return plural(word)
    is_work = word == "living" and english_pattern("words", "for_a").search(before)
    return "occupation" if is_work else word


@lru_cache(maxsize=100_000)
def stem(word: str) -> str:
    """The stem of an English word, by Porter's second algorithm: words with one stem are forms of one word.

    British and American spellings have the same stem.
    """
    folded = word.casefold()
    plain = IRREGULAR_PLURALS.get(folded) or IRREGULAR_VERBS.get(folded, folded)
    spelled = _IZE.fullmatch(plain)
    if spelled is not None:
        return f"{spelled['root']}z"
    with _STEMMER_LOCK:  # a stemmer holds the word that it works on
        found = str(_STEMMER.stemWord(plain))
    return _SPELLINGS.get(found, found)


@cache
def english_stems(kind: str) -> frozenset[str]:
    """The stems of the English words of a kind."""
    return frozenset(map(stem, english_words(kind)))


def singular(noun: str) -> str:
    """An English noun in the singular, by its ending."""
    word = noun.casefold()
    if word in IRREGULAR_PLURALS:
        return IRREGULAR_PLURALS[word]
    if word in english_words("same_in_plural"):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if english_pattern("words", "plural_in_es").search(word) or word.removesuffix("es") in english_words(
        "ends_in_s"
    ):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def plural(noun: str) -> str:
    """An English noun in the plural, by its ending; of several words the last one changes."""
    before, space, last = noun.rpartition(" ")
    irregular = {one: many for many, one in IRREGULAR_PLURALS.items()}.get(last.casefold())
    if irregular is not None:
        return before + space + irregular
    if last.casefold() in english_words("same_in_plural"):
        return noun
    if english_pattern("words", "takes_es").search(last):
        return noun + "es"
    return noun[:-1] + "ies" if english_pattern("words", "takes_ies").search(last) else noun + "s"
