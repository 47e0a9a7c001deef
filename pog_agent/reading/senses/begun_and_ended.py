"""Whether words speak of the beginning of something or of its end: "joined", "left"."""

import re
from collections.abc import Iterable
from typing import Final, Literal

from pog_agent.language.english import english_pattern
from pog_agent.words import stem, word_stems

End = Literal["beginning", "end"]
SINCE_WHEN: Final = english_pattern("when", "since_when")
_END: Final = word_stems("of_end") | word_stems("of_asked_end")


def said_end(words: Iterable[str]) -> End | None:
    """Which of both words speak of; None for neither, or both."""
    stems = {stem(word) for text in words for word in re.findall(r"[^\W\d_]+", text.casefold())}
    begins, ends = not stems.isdisjoint(word_stems("of_beginning")), not stems.isdisjoint(_END)
    return None if begins == ends else "beginning" if begins else "end"


def asked_end(question: str) -> End | None:
    """Which end of a time a question asks for: "since when", "when did it start"; None for neither."""
    since = SINCE_WHEN.search(question)
    if since is not None:
        return "beginning" if since[1].casefold() in ("from", "since") else "end"
    return said_end([question]) if english_pattern("when", "asked").match(question) else None


def is_asked_end(question: str, relation: str) -> bool:
    """Whether a relation tells the end of a time that a question asks for."""
    end = asked_end(question)
    return end is not None and said_end([relation]) == end


def is_other_end_of_time(question: str, relation: str) -> bool:
    """Whether a question asks for the beginning, and a relation tells the end, or the other way round."""
    asked, told = said_end([question]), said_end([relation])
    return asked is not None and told is not None and asked != told
