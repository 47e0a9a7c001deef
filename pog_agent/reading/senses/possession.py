"""Whose something is: which relations tell who has a thing, and where a question asks for that."""

import re
from collections.abc import Collection
from typing import Final, Literal

from pog_agent.words import stem

_OWNERS: Final = frozenset({"owner", "possessor", "proprietor"})
_KEEPERS: Final = frozenset({"bearer", "holder", "keeper", "tenant"})
_OWNED: Final = {"belong": "to", "belonging": "to", "belongs": "to", "owned": "by", "possessed": "by"}
_KEPT: Final = {"held": "by", "kept": "by", "leased": "by", "rented": "by"}
_OWN: Final = frozenset({"owns", "possesses"})
_KEEP: Final = frozenset({"has", "holds", "keeps", "leases", "rents"})
_OF_NOW: Final = frozenset("current has is legal present registered".split())  # noqa: SIM905
"""Words in the names of relations beside those for an owner that leave them one: the "current owner"."""
_WHOSE: Final = re.compile(
    r"^\W*(?:(?:at|by|for|from|in|of|on|to|with)\s+)?whose\s+(?P<behind>[^,;?]*?)"
    r"(?=\b(?:are|did|do|does|had|has|have|is|was|were)\b|[,;?]|$)",
    re.IGNORECASE,
)
_MOST_BEHIND: Final = 3
"""So many words behind "whose" may be the noun, with adjectives before it."""
OF_KEEPERS: Final = 0.95
"""How well a relation to who keeps or rents something tells whose it is, beside 1 for who owns it."""


def possession(relation: str, nouns: Collection[str] = ()) -> tuple[Literal["source", "target"], float] | None:
    """At which end of a relation stands who has what is at the other one, and how well it tells that (0 to 1).

    None where it tells no owner, or a former one. Of things called by some `nouns`, it may name these, too: "plot
    holder", "has dog".
    """
    words: list[str] = re.findall(r"[^\W\d_]+", relation.casefold())
    named = set(map(stem, nouns))
    for place, word in enumerate(words):
        is_of = words[place + 1 : place + 2] == ["of"]
        preposition = _OWNED.get(word, _KEPT.get(word, ""))
        beside = [*words[:place], *words[place + 1 + (is_of or bool(preposition)) :]]
        if any(other not in _OF_NOW and stem(other) not in named for other in beside):
            continue
        worth = 1.0 if word in _OWNERS | _OWN | _OWNED.keys() else OF_KEEPERS
        if word in _OWNERS | _KEEPERS:
            return ("source" if is_of else "target"), worth
        if preposition and words[place + 1 : place + 2] == [preposition]:
            return "target", worth
        if word in _OWN | _KEEP:
            return "source", worth
    return None


def asks_whose(question: str, kinds: Collection[str]) -> str:
    """The noun behind "whose" that names one of some classes, of which whose it is is asked; empty without."""
    named = {stem(kind.casefold().split()[-1]) for kind in kinds if kind.split()}
    return next((word for word in _nouns_behind_whose(question) if stem(word) in named), "")


def tells_whose(question: str, relation: str) -> bool:
    """Whether a question asks whose something is, and a relation tells it."""
    nouns = _nouns_behind_whose(question)
    return bool(nouns) and possession(relation, nouns) is not None


def _nouns_behind_whose(question: str) -> tuple[str, ...]:
    """The first words behind "whose" at the beginning of a question, up to its verb, in lower case."""
    asked = _WHOSE.match(question)
    return tuple(re.findall(r"[^\W\d_]+", asked["behind"].casefold())[:_MOST_BEHIND]) if asked else ()
