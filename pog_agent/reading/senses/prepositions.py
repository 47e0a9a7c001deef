"""Prepositions behind a verb that say another way or side than the one in the name of a relation."""

import re

from pog_agent.words import stem

PREPOSITIONS_IN_NAMES = frozenset(
    {"at", "by", "for", "from", "in", "into", "of", "on", "through", "to", "under", "with"}
)
OTHER_SIDES = frozenset({"after", "for", "from", "to"})
"""What stands behind them in the name of a relation is not who does it ("bought from")."""
LEAST_OF_SAME = 0.75
"""So like a relation a verb is that means the same: its other side ("sold" for "bought") is less like it."""
_WAYS = (
    frozenset({"from", "off", "out"}),
    frozenset({"into", "onto", "to", "toward", "towards"}),
    frozenset({"across", "along", "over", "through", "via"}),
    frozenset({"below", "beneath", "under"}),
)
"""Prepositions that tell where something comes from, goes to, goes through and is under."""
_PLACES = frozenset({"at", "for", "in", "inside", "near", "on", "within"})
_EVENTS = frozenset({"at", "in", "on"})
"""Prepositions before what somebody did something at: who performed at a gala is whom it was "performed by"."""
_OBJECTS = frozenset({"after", "from", "to"})
"""Prepositions without which a verb has another object: who reported somebody, who reports to somebody."""
_SENSES = (
    *_WAYS,
    _PLACES,
    frozenset({"after", "for"}),
    *(frozenset({word}) for word in ("about", "against", "by", "of", "with")),
)
"""Prepositions that make the same of a verb: "made in" says where or when, "made of" what from."""
_OF_OTHER_TIMES = frozenset(
    {"ex", "former", "formerly", "last", "never", "next", "non", "not", "previous", "previously"}
)
"""Words in the name of a relation by which it does not tell what is so now, or is so at all."""
_BEING = frozenset("based housed is kept lies live lives located situated stands".split())  # noqa: SIM905
"""Words in the name of a relation that leave it one for where something is."""
_FINAL_PREPOSITION = re.compile(
    r"\bwhat\s+(?:does|do|did|is|are|was|were|has|have|had)\b.*?\b(?P<verb>[a-z]+)\s+"
    r"(?P<preposition>about|against|as|at|by|for|from|in|into|of|on|over|through|to|under|with)\W*$"
)


def other_way(question: str, relation: str, onward: bool = True) -> str:
    """How a question says another way than a relation of its verb, in words; empty where it does not.

    "Where does it flow into" is not asked of "flows through", "made of" not of "made in", "to whom was it sold"
    not of "sold by", who reported somebody not of "reports to". Against the arrow (not `onward`) what is exported
    to a place comes from others.
    """
    *words, last = relation.casefold().split()
    text = re.sub(r"\bof\s+(?=(?:all|them|these|those)\b)", "among ", question.casefold())
    verbs = forms_in(text, *words)
    own = next((sense for sense in _SENSES if last in sense), None)
    if own is None or not verbs:
        return ""
    senses = "|".join(sorted(word for sense in _SENSES for word in sense))
    no_noun = r"(?<!\bits\s)(?<!\bthe\s)(?<!\ba\s)"
    verb = rf"{no_noun}\b({'|'.join(map(re.escape, verbs))})"
    said: list[tuple[str, str]] = re.findall(rf"{verb}\s+({senses})\b(?!\s+(?:me|us)\b)", text)
    fronted = re.match(rf"\W*({senses})\s+whom?\b", text)
    said += [(verb, fronted[1]) for verb in verbs] if fronted else []
    said = [(verb, way) for verb, way in said if way not in words]
    if own & _PLACES and re.search(r"\bwhere\b", text):
        said = [(verb, way) for verb, way in said if way != "of"]
    if last == "of" and not onward:
        said = [(verb, way) for verb, way in said if way != "by"]
    is_doer = re.search(rf"\bwho\s+(?:{'|'.join(map(re.escape, verbs))})\b", text) is not None
    if is_doer and words[1:] == [] and last == "by" and onward:
        said = [(verb, way) for verb, way in said if way not in _EVENTS]
    beside = [way for verb, way in said if way != "of" or (verb in words and own & _PLACES)]
    if own in _WAYS:
        beside += re.findall(rf"\b({'|'.join(sorted(word for way in _WAYS for word in way))})\b", text)
    ends = re.findall(rf"^\W*({senses})\s+(?:what|where|which|whose)\b|\b({senses})\W*$", text)
    if not own.isdisjoint(word for found in ends for word in found):
        return ""
    has_object = re.search(rf"\b(?:do|does|did)\b[^?]*\b(?:{'|'.join(map(re.escape, verbs))})\b", text) is not None
    is_of_object = has_object and re.search(r"\b(?:where|when|how)\b", text) is None
    if not onward and last == "to" and re.match(r"\W*from\s+(?:which|what|where|whom?)\b", text):
        return ""
    if (is_doer or is_of_object) and last in _OBJECTS and not said:
        return f"no {last!r}"
    if own in _WAYS and "to" not in own and not said and not beside and re.search(r"\bwhere\b", text):
        return "'where'"
    if not onward and last == "to":
        beside = [way for way in beside if way != "from"]
    return repr(beside[0]) if beside and own.isdisjoint(beside) else ""


def other_end(question: str, relation: str) -> str:
    """The preposition that ends a question for "what", and that a relation of its verb has not; empty without.

    What somebody lives on is not where they live in; what a hall was renovated for is no year. "In", "at" and "on"
    differ here: what one was trained in is not the school that one was trained at.
    """
    found = _FINAL_PREPOSITION.search(question.casefold())
    words = relation.casefold().split()
    if found is None or stem(found["verb"]) not in map(stem, words):
        return ""
    said = found["preposition"]
    if said in words:
        return ""
    if words[-1] in PREPOSITIONS_IN_NAMES:
        is_same = any({said, words[-1]} <= sense for sense in _SENSES if sense is not _PLACES)
        return "" if is_same else said
    return said if said not in ("at", "in", "on") else ""


def is_unlike_text(said: str, relation: str) -> bool:
    """Whether a relation to a text does not tell what a preposition before the text says, or no word ("").

    "In York" is told by "town", "located in" and "lives in", but not by "born in", "visited from" or "not in".
    """
    words = relation.casefold().split()
    if not _OF_OTHER_TIMES.isdisjoint(words) or said in ("for", "with"):
        return said not in words
    if words[-1] not in PREPOSITIONS_IN_NAMES:
        return False
    is_same = said == words[-1] or any({said, words[-1]} <= sense for sense in _SENSES)
    is_being = len(words) == 1 or not _BEING.isdisjoint(words)
    return bool(said) and not (is_same and (is_being or said not in _PLACES))


def forms_in(text: str, *words: str) -> list[str]:
    """The words of a text with the stem of one of some words."""
    wanted = {stem(word) for word in words}
    return sorted({found for found in re.findall(r"[^\W\d_]+", text) if stem(found) in wanted})
