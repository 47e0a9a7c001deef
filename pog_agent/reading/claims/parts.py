"""Claims that state several things at once, taken apart."""

import re
from collections.abc import Sequence
from itertools import permutations
from typing import Final

from pog_agent.errors import SettingError
from pog_agent.models import Claim
from pog_agent.reading.claims.recasting import read_claim

_SINGULAR: Final = {"are": "is", "were": "was", "have": "has"}
_ARTICLE: Final = r"(?:(?:the|an?)\s+)?"
_AGAIN: Final = re.compile(r"\s+and\s+(?=(?:is|was|has|had|does|did)\b|[a-z]+(?:s|ed)\b)")


def parts_of(claim: Claim, names: Sequence[str]) -> tuple[Claim, ...]:
    """The claims that a claim states together; none where it states one thing.

    Two things of which the same is said ("both A and B are ...", "neither A nor B is ..."), or two facts of the
    thing at the beginning ("A is ... and has ..."). `names` are those of the things in it. Of "A and B are ..."
    without "both" nothing is read: what is said may hold of them together alone.
    """
    plain = claim.text.rstrip(" .!")
    if claim.negated:
        return ()
    texts = _of_two_things(plain, names) or _of_one_thing(plain, names)
    try:
        parts = tuple(map(read_claim, texts))
    except SettingError:
        return ()
    if any(part.unread for part in parts):
        return ()
    denied = plain.lower().startswith("neither ")
    return tuple(part.model_copy(update={"negated": part.negated != denied}) for part in parts)


def _of_two_things(plain: str, names: Sequence[str]) -> tuple[str, ...]:
    for one, other in permutations(names, 2):
        first, second = (f"(?P<{key}>{_ARTICLE}{re.escape(name)})" for key, name in (("one", one), ("two", other)))
        forms = (
            rf"both\s+{first}\s+and\s+{second}\s+(?P<verb>[a-z]+)",
            rf"{first}\s+and\s+{second}\s+both\s+(?P<verb>[a-z]+)",
            rf"{first}\s+and\s+{second}\s+(?P<verb>are|were|have)\s+both",
            rf"neither\s+{first}\s+nor\s+{second}\s+(?P<verb>[a-z]+)",
        )
        matches = (re.match(rf"{form}\s+(?P<rest>.+)$", plain, re.IGNORECASE) for form in forms)
        found = next(filter(None, matches), None)
        if found is not None:
            verb = _SINGULAR.get(found["verb"].lower(), found["verb"])
            return tuple(f"{_capital(found[key])} {verb} {found['rest']}" for key in ("one", "two"))
    return ()


def _of_one_thing(plain: str, names: Sequence[str]) -> tuple[str, ...]:
    sides = _AGAIN.split(plain)
    for name in names:
        subject = re.match(rf"{_ARTICLE}{re.escape(name)}(?=\s)", plain, re.IGNORECASE)
        if subject is not None and len(sides) == 2 and len(sides[0]) > subject.end():
            return sides[0], f"{subject.group()} {sides[1]}"
    return ()


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
