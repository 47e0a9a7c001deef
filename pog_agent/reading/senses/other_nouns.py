"""Nouns for what words of a question say: who wrote asks for the author, what costs 5 a day has a daily fee."""

import re
from typing import Final

from pog_agent.reading.senses.amounts import amount_names, rate_names
from pog_agent.reading.stems import NOUNS_OF_VERBS
from pog_agent.words import stem

_RATE: Final = re.compile(
    r"\b(?:an?|each|every|per)\s+(?P<period>day|hour|month|quarter|week|year)\b", re.IGNORECASE
)


def nouns_for(question: str, text: str, start: int) -> tuple[str, ...]:
    """What a word of a question that begins at a character may be called in a relation; empty for most words.

    It is a verb, or a period in each of which something holds ("a day"). What costs has a price, or, in each of
    some periods, a rate.
    """
    verb = stem(text)
    if verb == "cost":
        prices = (*(name for name in amount_names(text).meant if name != "cost"), "rent")
        return (*prices, "rate") if _RATE.search(question) else prices
    if verb in NOUNS_OF_VERBS:
        return (NOUNS_OF_VERBS[verb],)
    period = next((match for match in _RATE.finditer(question) if match.start("period") == start), None)
    unit = period["period"].casefold() if period else ""
    return tuple(name for name in rate_names(unit) if name != unit)
