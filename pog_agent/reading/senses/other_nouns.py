"""Nouns for what words of a question say: who wrote asks for the author, what costs 5 a day has a daily fee."""

import re
from typing import Final

from pog_agent.reading.senses.amounts import amount_names, rate_names
from pog_agent.reading.stems import NOUNS_OF_VERBS
from pog_agent.words import stem

_RATE: Final = re.compile(
    r"\b(?:an?|each|every|per)\s+(?P<period>day|hour|month|quarter|week|year)\b", re.IGNORECASE
)


_DOING: Final = re.compile(r"\bwhat\s+(?:did|do|does)\b.*\b(?P<deed>do)\W*$", re.IGNORECASE | re.DOTALL)
_OCCUPATIONS: Final = ("occupation", "profession", "job", "job title", "industry")


def asks_for_occupation(question: str, start: int) -> bool:
    """Whether the "do" at a character asks what somebody does: "What does Ann's mother do?"."""
    doing = _DOING.search(question)
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
    return tuple(name for name in rate_names(unit) if name != unit)
