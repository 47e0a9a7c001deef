"""Verbs that say something of what is asked for, though elsewhere they only give an order ("name the boats")."""

import re
from typing import Final

_VERBS: Final = frozenset(
    """
    call called calls display displayed displays find finds get gets give given gives list listed lists name named
    names return returned returns show shown shows tell tells use used uses
    """.split()  # noqa: SIM905 (a list of words reads better so)
)
"""Verbs that stand among the words that say nothing of what is meant."""
LITTLE_SAYING: Final = frozenset({"get", "gets", "use", "used", "uses"})
"""Those that say no more than "have" beside a noun for a relation ("what currency does the land use")."""
_SUBJECT: Final = re.compile(
    r"\b(?:do|does|did)(?:n['’]t|\s+not)?\s+(?!(?:i|we|you|people|one)\s+$)(?:(?:the|an?|his|her|its|their)\s+)?"
    r"(?:[^\s,;?]+\s+)*?(?!(?:an?|by|for|her|his|in|its|of|on|or|the|their|to|what|which|whose)\s+$)[^\s,;?]+\s+$",
    re.IGNORECASE,
)
"""What stands before the verb of a question with "did": the subject, no article right before a noun."""
_GENITIVE: Final = re.compile(r"(?:['’]s|s['’])\s+$")
_NO_DOER: Final = re.compile(
    r"\b(?:a|an|the|this|that|these|those|his|her|its|their|what|which|i|we|you|people|one|to|in)\s+$",
    re.IGNORECASE,
)
"""Before such a verb, it is a noun, or what those do who ask."""
_WHO: Final = re.compile(r"\bwho\s+(?:(?:first|last|also|ever|originally)\s+)?$", re.IGNORECASE)
_BY: Final = re.compile(r"\s+by\b", re.IGNORECASE)


def is_said_verb(question: str, start: int, end: int) -> bool:
    """Whether the word at these characters is such a verb, and the question says by it who does what.

    "Which boats did Ann name", "who named the boat" and "boats named by Ann" do; "name the boats", "the name of
    the boat" and "a boat named Gull" do not.
    """
    before, behind = question[:start], question[end:]
    if question[start:end].casefold() not in _VERBS:
        return False
    has_subject = _SUBJECT.search(before) is not None and not _GENITIVE.search(before)
    return has_subject or bool(_WHO.search(before)) or bool(before.strip() and _BY.match(behind))


def says_of_things(question: str, start: int, end: int) -> bool:
    """Whether the word at these characters, behind a thing that is named, is such a verb and says something of it.

    "Which posters show a ship" does; "which posters are on the list", "which posters can I find" and "a boat named
    Gull" do not.
    """
    word = question[start:end].casefold()
    if word not in _VERBS or _NO_DOER.search(question[:start]):
        return False
    is_name = word in ("called", "named") and not _BY.match(question[end:])
    return not is_name or is_said_verb(question, start, end)
