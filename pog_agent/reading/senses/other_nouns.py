"""Nouns for what words of a question say: who wrote asks for the author, what costs 5 a day has a daily fee."""

from collections.abc import Sequence
from typing import Final

from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_table
from pog_agent.reading.senses.amounts import RATES, amount_names
from pog_agent.reading.stems import NOUNS_OF_VERBS
from pog_agent.words import stem

_RATE: Final = english_pattern("when", "for_each_period")
_OCCUPATIONS: Final[Sequence[str]] = english_table("lexicon", "words")["occupation"]


def asks_for_occupation(question: str, start: int) -> bool:
    """Whether the "do" at a character asks what somebody does: "What does Ann's mother do?"."""
    doing = english_pattern("doing", "does_what").search(question)
    return doing is not None and doing.start("deed") == start


def nouns_for(question: str, text: str, start: int) -> tuple[str, ...]:
    """What a word of a question that begins at a character may be called in a relation; empty for most words.

    It is a verb, or a period in each of which something holds ("a day"). What costs has a price, or, in each of
    some periods, a rate. What somebody does is an occupation.
    """
    if text == "job" or asks_for_occupation(question, start):
        return tuple(name for name in _OCCUPATIONS if name != text)
    verb = stem(text)
    if verb == "cost":
        prices = (*(name for name in amount_names(text).meant if name != "cost"), "rent")
        return (*prices, "rate") if _RATE.search(question) else prices
    if verb in NOUNS_OF_VERBS:
        return (NOUNS_OF_VERBS[verb],)
    period = next((match for match in _RATE.finditer(question) if match.start("period") == start), None)
    unit = period["period"].casefold() if period else ""
    return tuple(name for name in RATES.get(unit, ()) if name != unit)
