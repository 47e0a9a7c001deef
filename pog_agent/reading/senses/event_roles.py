"""Who takes part in an event: those who do something, and what a question says it is done to."""

from pog_agent.language.english import english_pattern
from pog_agent.words import FUNCTION_WORDS, PREPOSITIONS


def tells_who_did(role: str) -> bool:
    """Whether a relation leads to who does what the verb of its event says: nobody else gives or makes it."""
    return english_pattern("doing", "of_any_doer").match(role) is not None


def is_doer(role: str) -> bool:
    """Whether a relation is named after who does something: "purchaser", "ordered by"."""
    return english_pattern("doing", "of_doer").search(role.strip()) is not None


def is_done_to(question: str, start: int, end: int) -> bool:
    """Whether the name at these characters is what something is done to, or of whom a role is asked for.

    So it is in "who ordered X", "the taker of X" and "X's taker"; `end` is behind a genitive ending.
    """
    before = question[:start]
    if question[start:end].endswith(("'s", "’s")) or english_pattern("doing", "of").search(before):
        return True
    said = english_pattern("doing", "who_did").search(before)
    return said is not None and said["verb"].casefold() not in FUNCTION_WORDS | PREPOSITIONS


def is_acting(question: str, start: int) -> bool:
    """Whether the name at a character is that of who does what the question says: "did X buy", "bought by X"."""
    before = question[:start]
    return any(english_pattern("doing", name).search(before) for name in ("did_before", "done_by"))


def acts_against(question: str, start: int, relation: str) -> bool:
    """Whether the name at a character acts, and a relation is one to what is done to: "adopted animal"."""
    return english_pattern("doing", "of_object").match(relation) is not None and is_acting(question, start)
