"""The verb of a plain question, told by where it stands: "who runs X", "when was X built"."""

import re
from typing import Final

_WHO_DOES: Final = re.compile(r"\bwho\s+(?P<verb>[a-z]+)\b", re.IGNORECASE)
_DONE: Final = re.compile(
    r"\b(?:is|are|was|were|does|do|did)\b.*?(?P<before>\b[a-z]+\s+)?(?P<verb>[a-z]+)(?P<behind>\s+(?:at|in|on|by)\s+X)?\W*$",
    re.IGNORECASE,
)
_HELPING: Final = frozenset("is are was were does do did has had have".split())  # noqa: SIM905
_BEFORE_NOUNS: Final = frozenset(
    "a an at by for from her his in its my of on our s the their to with your".split()  # noqa: SIM905
)


def asked_verb(question: str, name: str) -> str:
    """The verb behind "who", or the one at the end, where the topic has a `name`; empty where none stands there.

    Words that a preposition, an article or a genitive stands before are none.
    """
    said = rf"\b(?:(?:the|an?)\s+)?{re.escape(name)}(?!\w)"
    text = re.sub(said, "X", question, flags=re.IGNORECASE)
    does, done = _WHO_DOES.search(text), _DONE.search(text)
    if does and does["verb"].casefold() not in _HELPING:
        return does["verb"].casefold()
    is_noun = done is None or (done["before"] or "").strip().casefold() in _BEFORE_NOUNS
    return "" if done is None or is_noun or done["verb"] == "X" else done["verb"].casefold()
