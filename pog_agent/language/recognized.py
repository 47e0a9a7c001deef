"""The language that a question is in, told by its function words and its letters."""

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from pog_agent.language.lexicon import english_words

ENGLISH: Final = "en"
UNKNOWN: Final = "und"
"""What a language is called whose letters are not Latin: "undetermined" (ISO 639-2)."""
_WORD: Final = re.compile(r"[^\W\d_]+")


@cache
def _function_words() -> Mapping[str, frozenset[str]]:
    """The function words of each language that is told from others."""
    text = files("pog_agent.language").joinpath("function_words.toml").read_text(encoding="utf-8")
    known = {language: frozenset(words) for language, words in tomllib.loads(text).items()}
    return {ENGLISH: english_words("function") | english_words("preposition"), **known}


def recognized_language(question: str, names: Iterable[str] = ()) -> str:
    """The language of a question, English unless more of its words are those of another one.

    `names` are left out: a name may be in any language. So may one that nobody knows, so the first word decides
    where it is English alone. Words count once each. Where most letters are not Latin, it is `UNKNOWN`.
    """
    rest = question
    for name in sorted(names, key=len, reverse=True):
        rest = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", " ", rest, flags=re.IGNORECASE)
    said = [word.casefold() for word in _WORD.findall(rest)]
    words = set(said)
    letters = [letter for word in words for letter in word]
    foreign = sum(not unicodedata.name(letter, "").startswith("LATIN") for letter in letters)
    if 2 * foreign > len(letters):
        return UNKNOWN
    known = _function_words()
    found = {language: len(words & known[language]) for language in known}
    best = max(found, key=lambda language: found[language])  # English comes first where several are as good
    begins_in_english = bool(said) and said[0] in known[ENGLISH] - known[best]
    return ENGLISH if begins_in_english else best
