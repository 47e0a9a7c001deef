"""What kind of follow-up an English text is: a correction, a part of a question, or a question of its own."""

from dataclasses import dataclass
from typing import Final, Literal

from pog_agent.language.english import english_pattern

MOST_LOOSE_WORDS: Final = 5
FollowUpKind = Literal["question", "fragment", "correction"]

_CORRECTION: Final = english_pattern("conversation", "correction")
_MEANT: Final = english_pattern("conversation", "meant")
_NOT: Final = english_pattern("conversation", "not_but")
_NOT_BEHIND: Final = english_pattern("conversation", "and_not")
_MORE: Final = english_pattern("conversation", "more")
_ABOUT: Final = english_pattern("conversation", "about")
_JOINED: Final = english_pattern("conversation", "joined")
_ASKING: Final = english_pattern("conversation", "asking")


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
        meant = _MEANT.match(rest)
        return FollowUp("correction", bare(meant["rest"] if meant else rest), bare(refused["wrong"]))
    if found is None:
        return None
    if is_question(rest):
        return FollowUp("question", rest)
    behind = _NOT_BEHIND.match(rest)
    if behind is not None:
        return FollowUp("correction", bare(behind["rest"]), bare(behind["wrong"]))
    return FollowUp("correction", bare(rest))
