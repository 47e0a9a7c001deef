"""Claims that compare one value of two things, and claims that state several things at once."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Final, Literal

from pog_agent.errors import SettingError
from pog_agent.models import Claim
from pog_agent.reading.claims.recasting import read_claim

Order = Literal["<", ">"]

_ORDERS: Final[dict[str, Order]] = {
    "before": "<",
    "earlier than": "<",
    "after": ">",
    "later than": ">",
    "fewer": "<",
    "less": "<",
    "more": ">",
}
_SINGULAR: Final = {"are": "is", "were": "was", "have": "has"}
_ARTICLE: Final = r"(?:(?:the|an?)\s+)?"
_SPAN_OF_TIME: Final = re.compile(
    r"\b(?:second|minute|hour|day|night|week|fortnight|month|season|year|decade|generation)s?$|\bcentur(?:y|ies)$",
    re.IGNORECASE,
)
"""What stands so before "before" says by how much: it is not compared."""
_AGAIN: Final = re.compile(r"\s+and\s+(?=(?:is|was|has|had|does|did)\b|[a-z]+(?:s|ed)\b)")


@dataclass(frozen=True)
class ComparedThings:
    """The values of two things that a claim compares, as the questions for them: the first is less, or more."""

    one: str
    other: str
    order: Order


def compared_things(claim: Claim, one: str, other: str) -> ComparedThings | None:
    """The questions for a date or number that a claim compares, of two things in the order in which it names them.

    "Ann was born before Bob", "Ann has more dogs than Bob"; None for anything else, such as "two years before".
    """
    first, second = (f"{_ARTICLE}{re.escape(name)}" for name in (one, other))
    dated = re.match(
        rf"(?P<left>\w+\s+)(?P<one>{first})(?P<right>\s+[^?]+?)\s+(?P<order>before|after|(?:earli|lat)er\s+than)\s+"
        rf"(?P<other>{second})\?$",
        claim.question,
        re.IGNORECASE,
    )
    counted = re.match(
        rf"(?P<left>does|did)\s+(?P<one>{first})\s+have\s+(?P<order>more|fewer|less)\s+(?P<nouns>[a-z][a-z ]*?)\s+"
        rf"than\s+(?P<other>{second})\?$",
        claim.question,
        re.IGNORECASE,
    )
    found = dated or counted
    if found is None or (dated is not None and _SPAN_OF_TIME.search(dated["right"])):
        return None
    left, things = found["left"].lower(), (found["one"], found["other"])
    if dated is not None:
        asked = [f"When {left}{thing}{dated['right']}?" for thing in things]
    else:
        asked = [f"How many {found['nouns']} {left} {thing} have?" for thing in things]
    return ComparedThings(asked[0], asked[1], _ORDERS[" ".join(found["order"].lower().split())])


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
