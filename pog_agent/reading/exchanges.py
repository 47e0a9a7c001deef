"""Who gives and who takes: which side of an exchange a question asks for, and which a relation tells.

What is sold by one is bought from them, and what is sold to one is bought by them.
"""

import re
from collections.abc import Sequence
from typing import Final, Literal

from pog_agent.words import stem

Side = Literal["giver", "taker"]
_KINDS: Final = tuple(
    (frozenset(map(stem, giving.split())), frozenset(map(stem, taking.split())))
    for giving, taking in (
        ("sell", "buy purchase acquire"),
        ("lend loan", "borrow"),
        ("give award donate hand", "receive get accept"),
        ("teach instruct tutor", "learn"),
        ("send ship post", "receive get"),
        ("export", "import"),
        ("let lease", "rent hire"),
        ("deliver supply", "receive get"),
    )
)
"""Verbs by which one gives something, and those by which the other takes it."""
_AUXILIARIES: Final = frozenset("are been did do does had has have is was were".split())  # noqa: SIM905
_SUBJECTS: Final = frozenset("he i it she they we you".split())  # noqa: SIM905
_TO: Final = frozenset({"to"})
_FROM: Final = frozenset({"from", "off"})


def other_party(question: str, relation: str) -> str:
    """The verb by which a question asks for one side of an exchange, where the relation tells the other.

    `question` is without the names of its topics. It is empty where both mean the same side, or no exchange.
    """
    words = re.findall(r"[^\W\d_]+", question.casefold())
    label = re.findall(r"[^\W\d_]+", relation.casefold())
    for giving, taking in _KINDS:
        sides: Sequence[tuple[frozenset[str], frozenset[str], Side]] = (
            (giving, taking, "giver"),
            (taking, giving, "taker"),
        )
        for verbs, others, doer in sides:
            said = next((word for word in words if stem(word) in verbs), "")
            told = next((place for place, word in enumerate(label) if stem(word) in others), None)
            if said and told is not None and not any(stem(word) in others for word in words):
                asked, tells = _asked(words, said, doer), _told(label[told + 1 :], _opposite(doer))
                if asked is not None and tells is not None and asked != tells:
                    return said
    return ""


def _asked(words: Sequence[str], verb: str, doer: Side) -> Side | None:
    """The side that is asked for by a verb whose subject is `doer`."""
    place = words.index(verb)
    is_asking = words[:1] in (["who"], ["which"], ["what"])
    is_active = is_asking and (_AUXILIARIES | _SUBJECTS).isdisjoint(words[:place])
    if is_active:
        return doer
    beside = {*words[place + 1 : place + 2], *words[-1:], *words[:1]}
    if _turned(doer) & beside:
        return _opposite(doer)
    return doer if "by" in beside else None


def _told(behind: Sequence[str], doer: Side) -> Side | None:
    """The side that a relation leads to, by the preposition behind its verb whose subject is `doer`."""
    if _turned(doer) & {*behind[:1]}:
        return _opposite(doer)
    return doer if behind[:1] == ["by"] else None


def _turned(doer: Side) -> frozenset[str]:
    return _TO if doer == "giver" else _FROM


def _opposite(side: Side) -> Side:
    return "taker" if side == "giver" else "giver"
