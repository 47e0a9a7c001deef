"""Who of the two things that a relation joins is in which role, by its name, and what somebody in a role does.

"Reports to" leads to a manager, as "managed by" does; "pupil of" leads to a teacher, and a teacher teaches.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from pog_agent.language.lexicon import english_table, english_words
from pog_agent.reading.senses.roles import converse_role, is_verb_of_role, same_role
from pog_agent.words import stem, word_stems

_DEEDS: Final[Mapping[str, Sequence[str]]] = english_table("lexicon", "deeds")
DONE_UNDER: Final = english_words("done_under")
_APPRENTICED: Final = stem("apprenticed")


class RoleSides(NamedTuple):
    """The nouns for what stands at either end of a relation; empty where its name tells no role."""

    source: frozenset[str] = frozenset()
    target: frozenset[str] = frozenset()


def role_sides(label: str) -> RoleSides:
    """The roles of both ends of a relation by its name in lower case."""
    words = label.removeprefix("has ").split()
    if len(words) == 1:
        sides = _towards(words[0])
        return RoleSides(sides.target, sides.source) if is_verb_of_role(words[0]) else sides
    if len(words) != 2:
        return RoleSides()
    verb, link = words
    if link == "of":
        sides = _towards(verb)
        return RoleSides(sides.target, sides.source)
    if link in ("under", "with", "from") or (link == "to" and stem(verb) == _APPRENTICED):
        return _towards("teacher") if stem(verb) in word_stems("taught") else RoleSides()
    doers = [role for role, verbs in _DEEDS.items() if stem(verb) in map(stem, verbs)]
    if link == "by" and doers:
        return _towards(doers[0])
    return _towards("manager") if link == "to" and "subordinate" in doers else RoleSides()


def deeds_of(nouns: frozenset[str]) -> list[str]:
    """The verbs for what somebody does who is called one of some nouns."""
    return [verb for role, verbs in _DEEDS.items() if role in nouns for verb in verbs]


def is_of_belonging(label: str) -> bool:
    """Whether a relation leads from something to what it belongs to: `part of`, `owner`, `parent company`."""
    first, *others = label.split() or [""]
    return first in english_words("belonging") and (bool(others) or first == "owner")


def _towards(noun: str) -> RoleSides:
    """The sides of a relation that leads to who is in a role; none where the noun is no role."""
    others = converse_role(noun)
    return RoleSides(frozenset(others), frozenset(same_role(noun))) if others else RoleSides()
