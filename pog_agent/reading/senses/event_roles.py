"""Who takes part in an event: those who do something, and what a question says it is done to."""

import re
from typing import Final

from pog_agent.words import FUNCTION_WORDS, PREPOSITIONS

_DOER: Final = re.compile(r"\w{2,}(?:er|or)$|\bby$", re.IGNORECASE)
_OF: Final = re.compile(r"\bof\s+(?:the\s+|an?\s+)?$", re.IGNORECASE)
_DOES_IT: Final = re.compile(
    r"^(?:administered|carried out|conducted|done|executed|given|held|made|performed|undertaken)?\s*by$"
)
_DONE_TO: Final = re.compile(r"\w{2,}ed\s+(?!(?:at|by|for|from|in|of|on|to|with)\b)\w", re.IGNORECASE)
_WHO_DID: Final = re.compile(
    r"^\W*(?:who|what|which\s+\w+)\s+(?:\w+\s+)?(?P<verb>[^\W\d_]+)\s+(?:the\s+|an?\s+)?$", re.IGNORECASE
)
_DID: Final = re.compile(r"\b(?:do|does|did)\s+(?:the\s+|an?\s+)?$", re.IGNORECASE)
_DONE_BY: Final = re.compile(r"\b(?P<verb>[^\W\d_]+)\s+by\s+(?:the\s+|an?\s+)?$", re.IGNORECASE)


def tells_who_did(role: str) -> bool:
    """Whether a relation leads to who does what the verb of its event says: nobody else gives or makes it."""
    return _DOES_IT.match(role.casefold()) is not None


def is_doer(role: str) -> bool:
    """Whether a relation is named after who does something: "purchaser", "ordered by"."""
    return _DOER.search(role.strip()) is not None


def is_done_to(question: str, start: int, end: int) -> bool:
    """Whether the name at these characters is what something is done to, or of whom a role is asked for.

    So it is in "who ordered X", "the taker of X" and "X's taker"; `end` is behind a genitive ending.
    """
    before = question[:start]
    if question[start:end].endswith(("'s", "’s")) or _OF.search(before):
        return True
    said = _WHO_DID.search(before)
    return said is not None and said["verb"].casefold() not in FUNCTION_WORDS | PREPOSITIONS


def is_acting(question: str, start: int) -> bool:
    """Whether the name at a character is that of who does what the question says: "did X buy", "bought by X"."""
    before = question[:start]
    return _DID.search(before) is not None or _DONE_BY.search(before) is not None


def acts_against(question: str, start: int, relation: str) -> bool:
    """Whether the name at a character acts, and a relation is one to what is done to: "adopted animal"."""
    return _DONE_TO.match(relation) is not None and is_acting(question, start)
