"""Whether dates order the events that "first" or "last" speaks of, and not the lives of those who take part.

The first owner of a ship is not the eldest of its owners: only the date of a purchase tells who it was.
"""

import re
from collections.abc import Sequence

from pog_agent.models.findings.finding import Finding, finding
from pog_agent.reading.extremes import ORIGINS, degree_of
from pog_agent.reading.stems import begins_alike
from pog_agent.words import FUNCTION_WORDS, stem

OF_EVENTS = frozenset({"first", "last", "early", "late", "recent", "new"})
"""Adjectives that order what happened."""
_PREPOSITIONS = frozenset({"after", "at", "before", "by", "in", "of", "on", "to", "until"})


def _stems(words: str) -> frozenset[str]:
    return frozenset(map(stem, words.split()))


_DATES = _stems("date dates day days month months year years time times period when")
_ORIGINS = _stems(" ".join(ORIGINS))
_LIFE = _stems("birth birthday birthdate birthyear born bred foaled hatched death deathdate died deceased life")
_EVENTS = _stems(
    """
    held take took taken place happened occurred start started starts begin began begun beginning commenced end
    ended finished from since until run ran performed performance premiere premiered aired broadcast played
    scheduled arrived departed signed placed ordered submitted filed recorded observed done given joined entered
    appointed elected hired inaugurated crowned acquired purchased bought sold won awarded decided contested event
    """
)
_KIN = _stems("child children daughter son parent father mother dam sire offspring foal sibling brother sister")
_MAKING = _stems(
    """
    directed director written wrote author composed composer painted painter drawn designed designer built
    builder constructed architect founded founder made maker manufactured manufacturer produced producer created
    creator developed developer published publisher recorded released invented inventor discovered discoverer
    brewed sculpted photographed compiled printed launched organised organized organiser host hosted
    starring stars actor cast performed performer played featuring features appears artist album song track
    film book work
    """
)
"""What is done to make something or with it at first; what is won or edited may have been there before."""
_WHERE_OR_WHAT = _stems(
    """
    in located location place city town village country state region district county continent contained contains
    part series genre type kind category style subject topic about theme language material colour color
    """
)


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
        return any(words & _KIN for words in others)
    if stems & _ORIGINS:
        return all(words & (_MAKING | _WHERE_OR_WHAT) for words in others)
    return bool(stems & _EVENTS) or all(words & _MAKING for words in others)


def _key_words(key: str) -> list[str]:
    return [word for word in _words(key) if word not in FUNCTION_WORDS | _PREPOSITIONS]


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", text.casefold())
