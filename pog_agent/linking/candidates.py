"""Candidates of a mention, and how much a name resembles it."""

import math
import re

from rapidfuzz import fuzz

from pog_agent.kg.names import without_accents
from pog_agent.models import Value

SPELLING_POWER = 1.5
MOST_BUT_EXACT = 0.99

_WORD = re.compile(r"[^\W_]+")


class LinkCandidate(Value):
    """An entity that a mention may mean, under the name that matched.

    `score` is 1 for an equal name. `how` says what found it: ``exact``, ``accents`` (a name that differs in
    accents alone), ``exact code`` (an identifier), ``text``, ``vector``, or several joined by ``+``.
    """

    iri: str
    label: str
    score: float
    how: str
    alias: bool = False


def words_of(text: str) -> list[str]:
    """The words of a text as the full-text index keeps them, each once."""
    return list(dict.fromkeys(_WORD.findall(without_accents(text))))


def resemblance(mention: str, name: str, cosine: float) -> float:
    """How much a name resembles a mention that it does not equal, below 1.

    Embeddings recognise other words for the same thing, and miss misspellings. The share of equal characters
    recognises misspellings; it counts by a power, so that short different names ("Iran", "Iraq") stay apart.
    """
    spelled = math.pow(fuzz.ratio(without_accents(mention), without_accents(name)) / 100, SPELLING_POWER)
    return min(MOST_BUT_EXACT, max(cosine, spelled))
