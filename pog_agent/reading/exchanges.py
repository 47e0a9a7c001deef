"""Who gives and who takes: which side of an exchange a question asks for, and which a relation tells.

What is sold by one is bought from them, and what is sold to one is bought by them.
"""

import re
from collections.abc import Sequence
from typing import Final

from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_table
from pog_agent.models import TopicEntity
from pog_agent.reading.question_words import name_places
from pog_agent.reading.senses.doers import source_does
from pog_agent.words import stem, word_stems

_KINDS: Final = tuple(
    tuple(frozenset(map(stem, verbs.split())) for verbs in kind.split(" | "))
    for kind in english_table("lexicon", "exchanges")["giving_and_taking"]
)
"""Verbs by which one gives something, and those by which the other takes it."""
_VERBS: Final = frozenset[str]().union(*(verbs for kind in _KINDS for verbs in kind))


def exchange_verbs() -> Sequence[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The stems of the verbs for either side of each kind of exchange."""
    return [(tuple(sorted(giving)), tuple(sorted(taking))) for giving, taking in _KINDS]


def verb_of_thing(question: str, topics: Sequence[TopicEntity]) -> str:
    """The verb by which a question asks what a topic gave or took; empty where it does not.

    "What did X sell" and "what did X lend to Y" ask for a thing, "to whom did X sell" does not.
    """
    if english_pattern("exchanges", "of_party").search(question):
        return ""
    is_of_thing = english_pattern("question_words", "what_first").match(question) is not None
    helped, behind_it = (english_pattern("verbs", name) for name in ("helped", "behind_a_name"))
    for start, end, _ in name_places(question, topics):
        said = behind_it.search(question[end:]) if helped.search(question[:start]) else None
        verb = said["verb"] if said else ""
        if stem(verb.casefold()) in (_VERBS if is_of_thing else _VERBS - word_stems("teaching_verb")):
            return verb
    return ""


def is_party(role: str) -> bool:
    """Whether a relation leads to one side of an exchange: "buyer", "sold to", "recipient"."""
    words = re.findall(r"[^\W\d_]+", role.casefold())
    if words[-1:] and words[-1] in ("by", "from", "off", "to"):
        return any(stem(word) in _VERBS for word in words)
    return any(stem(word) in word_stems("party") for word in words[-1:]) or any(
        source_does(role, verb) is False for verb in _VERBS
    )


def is_opposite(role: str, verb: str) -> bool:
    """Whether a relation leads to who does the opposite of what a verb says: the "buyer" does not sell."""
    others = (kind[not side] for kind in _KINDS for side in (0, 1) if stem(verb.casefold()) in kind[side])
    return any(source_does(role, other) is False for verbs in others for other in verbs)
