"""Words that tell of a fact that it did not come to be: a grant that was refused, a show that was cancelled."""

import re
from typing import Final

from pog_agent.words import stem

NOT_SPOKEN_OF: Final = "some of the facts are {!r} ({}), of which the question does not speak"
_UNDONE: Final = re.compile(
    r"\b(?:abandoned|cancell?ed|declined|denied|disqualified|draft|failed|not\s+\w+|pending|planned|postponed|proposed"
    r"|provisional|refused|rejected|retracted|tentative|unconfirmed|unsuccessful|void|withdrawn)\b",
    re.IGNORECASE,
)
_LONGEST: Final = 3
"""So many words has a state at most; a longer text is a description."""


def tells_undone(text: str, question: str) -> bool:
    """Whether a short text of a fact says that it did not come to be, and the question does not speak of that."""
    found = _UNDONE.search(text) if len(text.split()) <= _LONGEST else None
    if found is None:
        return False
    said = {stem(word) for word in re.findall(r"[^\W\d_]+", question.casefold())}
    return stem(found.group().casefold().split()[-1]) not in said
