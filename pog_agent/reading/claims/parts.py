"""Claims that state several things at once, taken apart."""

import re
from collections.abc import Sequence
from itertools import permutations

from pog_agent.errors import SettingError
from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_table
from pog_agent.models import Claim
from pog_agent.reading.claims.recasting import read_claim


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
    kinds = ("both_before", "both_between", "both_behind", "neither")
    for names_said in permutations(map(re.escape, names), 2):
        given = dict(zip(("one", "two"), names_said, strict=True))
        matches = (english_pattern("statements", kind, **given).match(plain) for kind in kinds)
        found = next(filter(None, matches), None)
        if found is not None:
            verb = english_table("lexicon", "singular_verbs").get(found["verb"].lower(), found["verb"])
            return tuple(f"{_capital(found[key])} {verb} {found['rest']}" for key in given)
    return ()


def _of_one_thing(plain: str, names: Sequence[str]) -> tuple[str, ...]:
    sides = english_pattern("statements", "and_again").split(plain)
    for name in names:
        subject = english_pattern("statements", "subject", one=re.escape(name)).match(plain)
        if subject is not None and len(sides) == 2 and len(sides[0]) > subject.end():
            return sides[0], f"{subject.group()} {sides[1]}"
    return ()


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
