"""Whether dates order the events that "first" or "last" speaks of, and not the lives of those who take part.

The first owner of a ship is not the eldest of its owners: only the date of a purchase tells who it was.
"""

import re
from collections.abc import Sequence

from pog_agent.language.lexicon import english_words
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.reading.extremes import ORIGINS, degree_of
from pog_agent.reading.stems import begins_alike
from pog_agent.words import FUNCTION_WORDS, stem, word_stems

OF_EVENTS = english_words("order_of_events")
_DATES = word_stems("of_date")
_ORIGINS = frozenset(stem(word) for text in ORIGINS for word in text.split())
_LIFE = word_stems("of_life")
_MAKING = word_stems("of_making")


def order_flaw(
    cue: str, key: str, joined: Sequence[str], question: str, *, by_date: bool = True
) -> Finding | None:
    """Why dates do not order what a superlative speaks of; None where they may.

    `key` is the relation in words that leads to the dates, `joined` are the other relations of the things that
    have them. Values that are no dates (not `by_date`) are years where the key says so. A date orders an event if
    it is named after it, or after what happens to anything; the origin of a thing orders what was made, where it
    is, and what kind of thing it is.
    """
    words = _key_words(key)
    own = [word for word in words if stem(word) not in _DATES]
    is_of_time = by_date or len(own) < len(words) or not (_LIFE | _ORIGINS).isdisjoint(map(stem, own))
    if degree_of(cue) not in OF_EVENTS or not is_of_time or tells_when(key, joined, question):
        return None
    return finding("order-of-other-time", cue, key)


def tells_when(key: str, joined: Sequence[str], question: str) -> bool:
    """Whether the dates of a relation (`key`) tell when that was which the question says.

    `joined` are the other relations of the things that have the dates.
    """
    own = [word for word in _key_words(key) if stem(word) not in _DATES]
    if not own:
        return True
    said = [*_words(question), *(word for text in joined for word in _words(text))]
    if begins_alike(said, own):
        return True
    stems = frozenset(map(stem, own))
    others = [frozenset(map(stem, _words(text))) for text in joined]
    if stems & _LIFE:
        return any(words & word_stems("kin") for words in others)
    if stems & _ORIGINS:
        return all(words & (_MAKING | word_stems("of_place_or_kind")) for words in others)
    return bool(stems & word_stems("of_event")) or all(words & _MAKING for words in others)


def _key_words(key: str) -> list[str]:
    return [word for word in _words(key) if word not in FUNCTION_WORDS | english_words("preposition_of_time")]


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", text.casefold())
