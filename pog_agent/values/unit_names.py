"""The unit that the name or the description of an attribute states: "weight (kg)", "lengthKm", "in grams"."""

import re
from functools import lru_cache, partial
from typing import Final

from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_words
from pog_agent.terms import is_iri, local_name
from pog_agent.values.currencies import CURRENCIES
from pog_agent.values.known_units import KnownUnit, known_unit

_pattern: Final = partial(english_pattern, "units")
_BRACKETED: Final = _pattern("bracketed_at_end")
_UNIT_WORD: Final = _pattern("word")
"""The words that may be units: pint, which knows the others, too, is loaded late."""
_BETWEEN_WORDS: Final = re.compile(r"[\W_]+|(?<=[a-z0-9])(?=[A-Z][A-Za-z])")
_SEPARATED: Final = re.compile(r"[\W_]([a-z]{1,2}[A-Z][a-z]?)([23]?)$")
"""A symbol with a capital inside ("kWh"), which is no boundary of words where it is set apart."""
_POWER: Final = re.compile(r"(?<=[a-zA-Z])[23]$")
_AMBIGUOUS_WORDS: Final = english_words("ambiguous_unit")
_LONGEST_SYMBOL: Final = 3


def unit_in_name(name: str) -> KnownUnit | None:
    """The unit at the end of a label, or of the local name of an IRI; None where there is none.

    It stands in brackets, behind "in", or is the last word of several, or the last two ("newton metres"). A word
    that may be another noun ("birth year", "number of bars") is none.
    """
    if is_iri(name):
        return _unit_at_end(local_name(name))
    bracketed = _BRACKETED.search(name)
    return _known(bracketed[1]) if bracketed else _unit_at_end(name)


@lru_cache(maxsize=100_000)
def without_unit(name: str) -> str:
    """A label without the unit that it ends with: "elevation (m)"; the label itself where it has none."""
    if is_iri(name) or unit_in_name(name) is None:
        return name
    bracketed = _BRACKETED.search(name)
    if bracketed:
        return name[: bracketed.start()].rstrip()
    shorter = _pattern("at_end").sub("", name)
    return shorter if unit_in_name(shorter) is None else name


def unit_in_description(text: str) -> KnownUnit | None:
    """The only unit that a description states, behind "in" or in brackets; None where it has none or several."""
    found = {
        unit
        for match in (*_pattern("behind_in").finditer(text), *_pattern("in_brackets").finditer(text))
        if (unit := _stated(match[1])) is not None
    }
    return found.pop() if len(found) == 1 else None


def _stated(text: str) -> KnownUnit | None:
    """The unit that a word or two behind "in" are; "in time" and "in a" say none."""
    words = re.split(r"[ /]", text.lower())
    is_word = len(words[-1]) > _LONGEST_SYMBOL and _UNIT_WORD.fullmatch(words[-1]) is None
    return None if is_word or text.lower() in _AMBIGUOUS_WORDS or text in ("a", "as", "at") else _known(text)


def _unit_at_end(name: str) -> KnownUnit | None:
    separated = _SEPARATED.search(name)
    if separated:
        return _known("".join(separated.groups()))
    power = _POWER.search(name)
    parts = [part for part in _BETWEEN_WORDS.split(name[: power.start()] if power else name) if part]
    if len(parts) < 2 or _pattern("counted").search(name):
        return None
    last, before = parts[-1], parts[-2].lower()
    if before == "per":
        return _known(f"{_symbol(parts[-3])}/{_symbol(last)}") if len(parts) > 3 else None
    is_power = before in ("square", "cubic")
    if len(parts) > 2 and (is_power or _is_unit_word(before)):
        return _known(f"{before} {last.lower()}" if is_power else f"{before} * {last.lower()}")
    if len(before) <= _LONGEST_SYMBOL and before not in ("in", "max", "min") and _known(before) is not None:
        return None
    return _unit_of_word(last, power[0] if power else "", is_behind_in=before == "in")


def _is_unit_word(word: str) -> bool:
    return word not in _AMBIGUOUS_WORDS and _UNIT_WORD.fullmatch(word) is not None and _known(word) is not None


def _unit_of_word(word: str, exponent: str, is_behind_in: bool) -> KnownUnit | None:
    """The unit that the last word of a name is; the letter case of a symbol is that of a name."""
    if word.upper() in CURRENCIES and not exponent:
        is_word = word.lower() in english_words("currency_like_word") and not word.isupper()
        return None if is_word else _known(word.upper())
    if len(word) > _LONGEST_SYMBOL:
        plain = word.lower()
        may_be_unit = plain not in _AMBIGUOUS_WORDS and _UNIT_WORD.fullmatch(plain) is not None
        return _known(plain + exponent) if may_be_unit else None
    if not is_behind_in and word.lower() in english_words("ambiguous_unit_symbol") | _AMBIGUOUS_WORDS:
        return None
    spellings = (_symbol(word), word, word[0].lower() + word[1:])
    return next((unit for spelling in spellings if (unit := _known(spelling + exponent)) is not None), None)


def _symbol(word: str) -> str:
    """A symbol without the capital that begins a word within a name: "Km" is "km", "KWh" stays."""
    return word[0].lower() + word[1:] if word[1:].islower() else word


def _known(text: str) -> KnownUnit | None:
    """The unit or currency of a text; "pounds" is both, so it is none."""
    return None if text.lower() in english_words("mass_or_money") else known_unit(text)
