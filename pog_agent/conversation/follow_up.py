"""What kind of follow-up an English text is: a correction, a part of a question, or a question of its own."""

import re
from dataclasses import dataclass
from typing import Final, Literal

MOST_LOOSE_WORDS: Final = 5
FollowUpKind = Literal["question", "fragment", "correction"]

_NO: Final = (
    r"(?:no|nope|sorry|oh|wait|actually|well|ah|pardon|oops)(?:\s*[,.!;:-]+\s*|\s+(?=(?:i|not|the|rather)\b))"
)
_MEANT: Final = r"(?:i\s+(?:meant|mean)|i\s+was\s+asking\s+about|i\s+asked\s+about|rather|make\s+that)\b[\s,:]*"
_CORRECTION: Final = re.compile(
    rf"^\W*(?:(?:{_NO})+(?:{_MEANT})?|{_MEANT})(?P<rest>.+)$", re.IGNORECASE | re.DOTALL
)
_NOT: Final = re.compile(
    r"^\W*not\s+(?P<wrong>[^,;.]+?)(?:\s*[,;.]\s*(?:but\s+)?|\s+but\s+)(?P<rest>.+)$", re.IGNORECASE
)
_NOT_BEHIND: Final = re.compile(r"^(?P<rest>.+?)\s*,?\s+(?:and\s+)?not\s+(?P<wrong>.+)$", re.IGNORECASE)
_MORE: Final = re.compile(
    r"^\W*(?:(?:and|or|but|so|ok|okay)\b[\s,]*)*(?:what\s+about|how\s+about|(?:and|or)\b)\s*(?P<rest>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_ABOUT: Final = re.compile(r"\b(?:what|how)\s+about\s*$", re.IGNORECASE)
_JOINED: Final = re.compile(r"^\W*(?:(?:and|but|so|then|ok|okay)\b[\s,]*)+", re.IGNORECASE)
_ASKING: Final = re.compile(
    r"^\W*(?:(?:in|at|on|to|from|for|by|with|of|through|since|until|during)\s+)?"
    r"(?:who|whom|whose|what|which|when|where|why|how|is|are|was|were|do|does|did|has|have|had|can|could|will|name|"
    r"list|give|show|tell|count|find)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class FollowUp:
    """A text in a conversation. `text` is the question, or the part of one that stands for another part of it.

    `wrong` is what a correction says was not meant, empty where it does not say so. A part without a cue word such
    as "and" is `loose`: it may be all that was meant.
    """

    kind: FollowUpKind
    text: str
    wrong: str = ""
    loose: bool = False


def read_follow_up(said: str) -> FollowUp:
    """Reads by cue words how a text goes on from what was said before."""
    text = said.strip()
    corrected = _correction(text)
    if corrected is not None:
        return corrected
    more = _MORE.match(text)
    if more is not None and (_ABOUT.search(text[: more.start("rest")]) or not is_question(more["rest"])):
        return FollowUp("fragment", bare(more["rest"]))
    rest = _JOINED.sub("", text)
    if is_question(rest):
        return FollowUp("question", rest)
    is_short = text.endswith("?") and len(text.split()) <= MOST_LOOSE_WORDS
    return FollowUp("fragment", bare(text), loose=True) if is_short else FollowUp("question", text)


def is_question(text: str) -> bool:
    """Whether a text begins as a question does, or as a wish for an answer."""
    return _ASKING.match(text) is not None


def bare(text: str) -> str:
    """A text without what ends a sentence."""
    return text.strip().strip("?.! \t\n,;:")


def _correction(text: str) -> FollowUp | None:
    found = _CORRECTION.match(text)
    rest = found["rest"] if found else text
    refused = _NOT.match(rest)
    if refused is not None:
        rest = refused["rest"]
        meant = re.match(rf"^{_MEANT}(?P<rest>.+)$", rest, re.IGNORECASE)
        return FollowUp("correction", bare(meant["rest"] if meant else rest), bare(refused["wrong"]))
    if found is None:
        return None
    if is_question(rest):
        return FollowUp("question", rest)
    behind = _NOT_BEHIND.match(rest)
    if behind is not None:
        return FollowUp("correction", bare(behind["rest"]), bare(behind["wrong"]))
    return FollowUp("correction", bare(rest))
