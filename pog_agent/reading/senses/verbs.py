"""Verbs that say something of what is asked for, though elsewhere they only give an order ("name the boats")."""

from typing import Final

from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_words

LITTLE_SAYING: Final = english_words("little_saying")
_BY: Final = english_pattern("doing", "by_behind")


def is_said_verb(question: str, start: int, end: int) -> bool:
    """Whether the word at these characters is such a verb, and the question says by it who does what.

    "Which boats did Ann name", "who named the boat" and "boats named by Ann" do; "name the boats", "the name of
    the boat" and "a boat named Gull" do not.
    """
    before, behind = question[:start], question[end:]
    if question[start:end].casefold() not in english_words("order"):
        return False
    subject, owner, who = (english_pattern("doing", name).search(before) for name in ("subject", "owner", "who"))
    return bool((subject and not owner) or who or (before.strip() and _BY.match(behind)))


def says_of_things(question: str, start: int, end: int) -> bool:
    """Whether the word at these characters, behind a thing that is named, is such a verb and says something of it.

    "Which posters show a ship" does; "which posters are on the list", "which posters can I find" and "a boat named
    Gull" do not.
    """
    word = question[start:end].casefold()
    if word not in english_words("order") or english_pattern("doing", "no_doer").search(question[:start]):
        return False
    is_name = word in ("called", "named") and not _BY.match(question[end:])
    return not is_name or is_said_verb(question, start, end)
