"""Roles in the names of relations, and which words are for the same role or for its other side."""

import re
from collections.abc import Sequence

from pog_agent.language.lexicon import english_table, english_words
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.reading.stems import verbs_of_doer
from pog_agent.terms import humanize
from pog_agent.words import stem

_LONGEST_SYMBOL = 2
"""So many letters at the end of a name are no noun but a unit ("height cm")."""


def _pairs(kind: str) -> list[tuple[frozenset[str], frozenset[str]]]:
    sides = (pair.split("|") for pair in english_table("lexicon", "roles")[kind])
    return [(frozenset(ours.split()), frozenset(theirs.split())) for ours, theirs in sides]


_ROLES = _pairs("converse")
_RELATIVES = {stem(word): set(map(stem, plain)) for words, plain in _pairs("relatives") for word in words}
"""What relatives are called by their sex, each with the words that do not tell it."""


def converse_roles() -> Sequence[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The nouns for either side of each pair of roles."""
    return [(tuple(sorted(ours)), tuple(sorted(theirs))) for ours, theirs in _ROLES]


def is_converse_role(noun: str, words: Sequence[str]) -> bool:
    """Whether a noun is for the other side of a role than words name or say by a verb: pupil, "taught by"."""
    said = set(map(stem, words))
    sides = (*_ROLES, *((theirs, ours) for ours, theirs in _ROLES))
    doing = ({stem(verb) for role in theirs for verb in (role, *verbs_of_doer(role))} for ours, theirs in sides)
    ours = (set(map(stem, own)) for own, _ in sides)
    return any(stem(noun) in own and not said.isdisjoint(done) for own, done in zip(ours, doing, strict=True))


def leads_to_role(relation: str, noun: str, onward: bool) -> bool | None:
    """Whether a step by a relation that names a role leads to the one in it; None where it names another.

    "has part", "part", "machine.part" and "part list" lead to the part along the arrow, "part of" against it.
    """
    words = (relation if " " in relation else humanize(relation)).casefold().removesuffix(" list").split()
    last = noun.casefold().split()[-1]
    wanted = stem(last)
    if last.endswith("ed") and wanted != last:
        return None  # what is "published" is no publisher
    if words[:1] == ["parent"] and len(words) > 1 and "parent" not in noun.casefold():
        return None  # a company that belongs to another one has a "parent company"
    if words and stem(words[-1]) == wanted:
        return onward
    is_role_of = len(words) > 1 and words[-1] in ("of", "to") and stem(words[-2]) == wanted
    return not onward if is_role_of else None


def narrows(noun: str, relation: str) -> bool:
    """Whether a noun stands in the name of a relation before what that leads to: "floor" in "floor area (m2)"."""
    words: list[str] = re.findall(r"[^\W\d_]+", re.sub(r"\(.*?\)", " ", relation.casefold()))
    ends = english_words("preposition_of_relation") | {"per"}
    end = next((place for place, word in enumerate(words) if place and word in ends), len(words))
    head = [word for word in words[:end] if len(word) > _LONGEST_SYMBOL][-1:]
    stems = [stem(word) for word in words]
    is_other = bool(head) and head[0] not in english_words("of_amount") and stem(head[0]) != stem(noun.casefold())
    return stem(noun.casefold()) in stems and is_other


def gender_flaw(words: Sequence[str], relation: str) -> Finding | None:
    """Why a relation does not tell what words ask for: who of the parents the mother is; None where it does."""
    names = set(map(stem, re.findall(r"[^\W\d_]+", relation.casefold())))
    untold = (word for word in words if names & _RELATIVES.get(stem(word), set()) and stem(word) not in names)
    return next((finding("doer-not-told", relation, f"is the {word}") for word in untold), None)


def same_role(noun: str) -> set[str]:
    """A noun, and the nouns for the same role ("parent": "mother", "father", ...)."""
    return {noun}.union(*(side for pair in _ROLES for side in pair if stem(noun) in map(stem, side)))


def converse_role(noun: str) -> set[str]:
    """The nouns for the other side of a role ("parent": "child", ...)."""
    sides = (*_ROLES, *((theirs, ours) for ours, theirs in _ROLES))
    return set().union(*(theirs for ours, theirs in sides if stem(noun) in map(stem, ours)))


def is_verb_of_role(word: str) -> bool:
    """Whether a word is the verb of a role, and no noun for it: the boss of a shop is who "manages" it."""
    roles = set().union(*(side for pair in _ROLES for side in pair))
    doers = {role for role in roles if stem(role) == stem(word)}
    return word.endswith("s") and bool(doers) and doers.isdisjoint((word, word.removesuffix("s")))
