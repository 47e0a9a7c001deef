"""Whose something is: which relations tell who has a thing, and where a question asks for that."""

import re
from collections.abc import Collection, Mapping
from typing import Final, Literal

from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_table, english_words
from pog_agent.words import stem

_OWNER: Final = english_words("owner")
_OWNED: Final[Mapping[str, str]] = english_table("lexicon", "owned")
_OWNS: Final = english_words("owns")
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
    prepositions = {**_OWNED, **english_table("lexicon", "kept")}
    for place, word in enumerate(words):
        is_of = words[place + 1 : place + 2] == ["of"]
        preposition = prepositions.get(word, "")
        beside = [*words[:place], *words[place + 1 + (is_of or bool(preposition)) :]]
        if any(other not in english_words("still_owner") and stem(other) not in named for other in beside):
            continue
        worth = 1.0 if word in _OWNER | _OWNS | _OWNED.keys() else OF_KEEPERS
        if word in _OWNER | english_words("keeper"):
            return ("source" if is_of else "target"), worth
        if preposition and words[place + 1 : place + 2] == [preposition]:
            return "target", worth
        if word in _OWNS | english_words("keeps"):
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
    asked = english_pattern("owning", "whose").match(question)
    return tuple(re.findall(r"[^\W\d_]+", asked["behind"].casefold())[:_MOST_BEHIND]) if asked else ()
