"""Prepositions behind a verb that say another way or side than the one in the name of a relation."""

import re
from collections.abc import Iterable
from functools import partial

from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_table, english_words
from pog_agent.words import stem

PREPOSITIONS_IN_NAMES = english_words("preposition_of_relation")
OTHER_SIDES = english_words("preposition_of_other_side")
LEAST_OF_SAME = 0.75
"""So like a relation a verb is that means the same: its other side ("sold" for "bought") is less like it."""
_WAYS, _OTHERS = (
    [frozenset(line.split()) for line in english_table("lexicon", "preposition_senses")[kind]]
    for kind in ("ways", "others")
)
_PLACES = english_words("preposition_of_place")
_SENSES = (*_WAYS, _PLACES, *_OTHERS)
"""Prepositions that make the same of a verb: "made in" says where or when, "made of" what from."""


def _any_of(senses: Iterable[frozenset[str]]) -> str:
    return "|".join(sorted(word for sense in senses for word in sense))


def other_way(question: str, relation: str, onward: bool = True) -> str:
    """How a question says another way than a relation of its verb, in words; empty where it does not.

    "Where does it flow into" is not asked of "flows through", "made of" not of "made in", "to whom was it sold"
    not of "sold by", who reported somebody not of "reports to". Against the arrow (not `onward`) what is exported
    to a place comes from others.
    """
    *words, last = relation.casefold().split()
    text = english_pattern("ways", "of_some").sub("among ", question.casefold())
    verbs = forms_in(text, *words)
    own = next((sense for sense in _SENSES if last in sense), None)
    if own is None or not verbs:
        return ""
    pattern = partial(english_pattern, "ways", ways=_any_of(_SENSES), verbs="|".join(map(re.escape, verbs)))
    said: list[tuple[str, str]] = pattern("behind_verb").findall(text)
    fronted = pattern("before_whom").match(text)
    said += [(verb, fronted[1]) for verb in verbs] if fronted else []
    said = [(verb, way) for verb, way in said if way not in words]
    asks_where = english_pattern("ways", "where").search(text) is not None
    if own & _PLACES and asks_where:
        said = [(verb, way) for verb, way in said if way != "of"]
    if last == "of" and not onward:
        said = [(verb, way) for verb, way in said if way != "by"]
    is_doer = pattern("who_does").search(text) is not None
    if is_doer and words[1:] == [] and last == "by" and onward:
        said = [(verb, way) for verb, way in said if way not in english_words("preposition_of_event")]
    beside = [way for verb, way in said if way != "of" or (verb in words and own & _PLACES)]
    if own in _WAYS:
        beside += re.findall(rf"\b({_any_of(_WAYS)})\b", text)
    ends = pattern("at_either_end").findall(text)
    if not own.isdisjoint(word for found in ends for word in found):
        return ""
    has_object = pattern("did_do").search(text) is not None
    is_of_object = has_object and english_pattern("ways", "where_when_how").search(text) is None
    if not onward and last == "to" and english_pattern("ways", "from_which").match(text):
        return ""
    if (is_doer or is_of_object) and last in english_words("preposition_of_object") and not said:
        return f"no {last!r}"
    if own in _WAYS and "to" not in own and not said and not beside and asks_where:
        return "'where'"
    if not onward and last == "to":
        beside = [way for way in beside if way != "from"]
    return repr(beside[0]) if beside and own.isdisjoint(beside) else ""


def other_end(question: str, relation: str) -> str:
    """The preposition that ends a question for "what", and that a relation of its verb has not; empty without.

    What somebody lives on is not where they live in; what a hall was renovated for is no year. "In", "at" and "on"
    differ here: what one was trained in is not the school that one was trained at.
    """
    found = english_pattern("ways", "at_end").search(question.casefold())
    words = relation.casefold().split()
    if found is None or stem(found["verb"]) not in map(stem, words):
        return ""
    said = found["preposition"]
    if said in words:
        return ""
    if words[-1] in PREPOSITIONS_IN_NAMES:
        is_same = any({said, words[-1]} <= sense for sense in _SENSES if sense is not _PLACES)
        return "" if is_same else said
    return said if said not in english_words("preposition_of_event") else ""


def is_unlike_text(said: str, relation: str) -> bool:
    """Whether a relation to a text does not tell what a preposition before the text says, or no word ("").

    "In York" is told by "town", "located in" and "lives in", but not by "born in", "visited from" or "not in".
    """
    words = relation.casefold().split()
    if not english_words("of_other_times").isdisjoint(words) or said in ("for", "with"):
        return said not in words
    if words[-1] not in PREPOSITIONS_IN_NAMES:
        return False
    is_same = said == words[-1] or any({said, words[-1]} <= sense for sense in _SENSES)
    is_being = len(words) == 1 or not english_words("being_at").isdisjoint(words)
    return bool(said) and not (is_same and (is_being or said not in _PLACES))


def forms_in(text: str, *words: str) -> list[str]:
    """The words of a text with the stem of one of some words."""
    wanted = {stem(word) for word in words}
    return sorted({found for found in re.findall(r"[^\W\d_]+", text) if stem(found) in wanted})
