"""Who gives and who takes: which side of an exchange a question asks for, and which a relation tells.

What is sold by one is bought from them, and what is sold to one is bought by them.
"""

import re
from collections.abc import Sequence
from typing import Final

from pog_agent.models import TopicEntity
from pog_agent.reading.question_words import name_places
from pog_agent.reading.senses.doers import source_does
from pog_agent.words import stem

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
_VERBS: Final = frozenset[str]().union(*(verbs for kind in _KINDS for verbs in kind))
_OF_PERSONS: Final = frozenset(map(stem, ("teach", "instruct", "tutor", "supply")))
"""Of these, whom it is done to may be the other party: who is taught learns."""
_PARTIES: Final = frozenset(
    map(
        stem,
        "beneficiary client creditor customer debtor donor landlord pupil recipient student tenant vendor".split(),  # noqa: SIM905
    )
)
"""Nouns for one side of an exchange that have another stem than its verb."""
_VERB_OF_NAME: Final = re.compile(
    r"^\s+(?P<verb>[^\W\d_]+)(?=\s*(?:$|[?.!,]|\b(?:at|before|after|during|for|from|in|on|to)\b))", re.IGNORECASE
)
"""Behind a name, its verb without an object."""
_HELPED: Final = re.compile(r"\b(?:did|do|does|had|has|have)\s+(?:the\s+|an?\s+)?$", re.IGNORECASE)
_OF_PARTY: Final = re.compile(r"^\W*(?:from|to|by|with)\b|\b(?:from|to|with)\W*$", re.IGNORECASE)


def exchange_verbs() -> Sequence[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The stems of the verbs for either side of each kind of exchange."""
    return [(tuple(sorted(giving)), tuple(sorted(taking))) for giving, taking in _KINDS]


def verb_of_thing(question: str, topics: Sequence[TopicEntity]) -> str:
    """The verb by which a question asks what a topic gave or took; empty where it does not.

    "What did X sell" and "what did X lend to Y" ask for a thing, "to whom did X sell" does not.
    """
    is_of_thing = re.match(r"\W*what\b", question, re.IGNORECASE) is not None
    for start, end, _ in name_places(question, topics) if not _OF_PARTY.search(question) else ():
        said = _VERB_OF_NAME.search(question[end:]) if _HELPED.search(question[:start]) else None
        verb = said["verb"] if said else ""
        if stem(verb.casefold()) in (_VERBS if is_of_thing else _VERBS - _OF_PERSONS):
            return verb
    return ""


def is_party(role: str) -> bool:
    """Whether a relation leads to one side of an exchange: "buyer", "sold to", "recipient"."""
    words = re.findall(r"[^\W\d_]+", role.casefold())
    if words[-1:] and words[-1] in ("by", "from", "off", "to"):
        return any(stem(word) in _VERBS for word in words)
    return any(stem(word) in _PARTIES for word in words[-1:]) or any(
        source_does(role, verb) is False for verb in _VERBS
    )


def is_opposite(role: str, verb: str) -> bool:
    """Whether a relation leads to who does the opposite of what a verb says: the "buyer" does not sell."""
    others = (kind[not side] for kind in _KINDS for side in (0, 1) if stem(verb.casefold()) in kind[side])
    return any(source_does(role, other) is False for verbs in others for other in verbs)
