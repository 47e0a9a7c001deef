"""On which side of a relation somebody stands whom "who" asks for, where its verb is another one.

In "who runs the shop" somebody runs it, so `managed by` is walked along its arrow and `manages` against it; in
"who does Ann report to" it is Ann who does something.
"""

import re
from typing import Final, Literal

from pog_agent.models import TopicEntity
from pog_agent.reading.answer_type import names_agent

Side = Literal["doer", "object"]
_BE: Final = r"(?:is|are|was|were|be|been|['’]s)"
_DO: Final = r"(?:does|do|did)"
_DOER: Final = re.compile(rf"\bwho\s+(?!(?:{_BE}|{_DO}|has|have|had)\b)[a-z]+", re.IGNORECASE)
_DOING: Final = re.compile(rf"\bwho(?:\s+{_BE}|['’]s)\s+[a-z]+ing\b", re.IGNORECASE)
_DONE: Final = re.compile(rf"\bwhom?\s+(?:{_DO}|has|have|had)\s+(?!\w+\s+by\b)", re.IGNORECASE)
_FROM: Final = re.compile(r"\b(?:from|off)\b", re.IGNORECASE)
_BELONGS: Final = re.compile(r"\bbelongs?\b", re.IGNORECASE)
"""What belongs to somebody is had by them: nobody does anything there."""
_OF_SOURCE: Final = frozenset({"at", "for", "from", "in", "of", "on", "to", "with"})
_SAYS_HAVING: Final = frozenset({"has", "had", "have"})


def asked_side(question: str) -> Side | None:
    """Whether "who" asks for somebody who does something, or to whom it is done; None where neither is clear."""
    if _BELONGS.search(question):
        return None
    if _DOER.search(question) or _DOING.search(question):
        return "doer"
    return "object" if _DONE.search(question) else None


def doing_side(relation: str) -> bool | None:
    """Whether the source of a relation does what its name says; False for its target, None where none is told."""
    words = re.findall(r"[^\W\d_]+", relation.casefold())
    if not words or words[0] in _SAYS_HAVING:
        return None
    if words[-1] == "by":
        return False
    if words[-1] in _OF_SOURCE and len(words) > 1:
        return True
    if names_agent(words[-1]):
        return None if words[-1].endswith("s") else False
    is_verb = len(words) == 1 and re.search(r"(?:[^s]s|ed)$", words[0]) is not None
    return True if is_verb else None


def is_on_asked_side(question: str, topic: TopicEntity, relation: str, *, onward: bool, kind: str) -> bool:
    """Whether a step from a topic may lead to whom "who" asks for. Nothing is said of other questions.

    Who learns from somebody is taught by them: where something comes from somebody, a passive tells neither side.
    """
    side, source_does = asked_side(question), doing_side(relation)
    if kind != "person" or side is None or source_does is None:
        return True
    if not source_does and _FROM.search(question.replace(topic.mention, "")):
        return False
    return (side == "doer") == (source_does != onward)
