"""Who gives and who takes: which side of an exchange a question asks for, and which a relation tells.

What is sold by one is bought from them, and what is sold to one is bought by them.
"""

import re
from collections.abc import Sequence
from typing import Final, Literal

from pog_agent.models import TopicEntity
from pog_agent.reading.question_words import name_places
from pog_agent.reading.senses.doers import source_does
from pog_agent.words import stem

Side = Literal["giver", "taker"]
_KINDS: Final = tuple(
    (frozenset(map(stem, giving.split())), frozenset(map(stem, taking.split())))
    for giving, taking in (
        ("sell", "buy purchase acquire"),
        ("lend loan", "borrow"),
        ("give award donate hand", "receive get accept"),
        ("teach instruct tutor", "learn"),
        ("send ship post", "receive get"),
        ("export", "import"),
        ("let lease", "rent hire"),
        ("deliver supply", "receive get"),
    )
)
"""Verbs by which one gives something, and those by which the other takes it."""
_VERBS: Final = frozenset[str]().union(*(verbs for kind in _KINDS for verbs in kind))
_OF_PERSONS: Final = frozenset(map(stem, ("teach", "instruct", "tutor", "supply")))
"""Of these, whom it is done to may be the other party: who is taught learns."""
_PARTIES: Final = frozenset(
    map(
        stem,
        "beneficiary client creditor customer debtor donor landlord pupil recipient student tenant vendor".split(),  # noqa: SIM905
    )
)
"""Nouns for one side of an exchange that have another stem than its verb."""
_VERB_OF_NAME: Final = re.compile(
    r"^\s+(?P<verb>[^\W\d_]+)(?=\s*(?:$|[?.!,]|\b(?:at|before|after|during|for|from|in|on|to)\b))", re.IGNORECASE
)
"""Behind a name, its verb without an object."""
_HELPED: Final = re.compile(r"\b(?:did|do|does|had|has|have)\s+(?:the\s+|an?\s+)?$", re.IGNORECASE)
_OF_PARTY: Final = re.compile(r"^\W*(?:from|to|by|with)\b|\b(?:from|to|with)\W*$", re.IGNORECASE)
_AUXILIARIES: Final = frozenset("are been did do does had has have is was were".split())  # noqa: SIM905
_SUBJECTS: Final = frozenset("he i it she they we you".split())  # noqa: SIM905
_HAVING_DONE: Final = re.compile(
    r"^\s+(?:(?:ever|never|not|also|already|once|personally)\s+)*(?P<verb>[^\W\d_]+)\b(?!\s+by\b)", re.IGNORECASE
)
_DOING: Final = re.compile(
    r"\b(?:did|do|does|had|has|have|that|which|whom|what)\s+(?:the\s+|an?\s+)?$", re.IGNORECASE
)
"""Before the name of who does something."""
_DONE_WITH: Final = re.compile(
    r"(?P<words>(?:\b[^\W\d_]+\s+){1,4})(?P<by>by|from|to)\s+(?:the\s+|an?\s+)?$", re.IGNORECASE
)
_SIDES: Final[tuple[Side, Side]] = ("giver", "taker")
_TO: Final = frozenset({"to"})
_FROM: Final = frozenset({"from", "off"})


def exchange_verbs() -> Sequence[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The stems of the verbs for either side of each kind of exchange."""
    return [(tuple(sorted(giving)), tuple(sorted(taking))) for giving, taking in _KINDS]


def other_party(question: str, relation: str) -> str:
    """The verb by which a question asks for one side of an exchange, where the relation tells the other.

    `question` is without the names of its topics. It is empty where both mean the same side, or no exchange.
    """
    words = re.findall(r"[^\W\d_]+", question.casefold())
    label = re.findall(r"[^\W\d_]+", relation.casefold())
    for giving, taking in _KINDS:
        sides: Sequence[tuple[frozenset[str], frozenset[str], Side]] = (
            (giving, taking, "giver"),
            (taking, giving, "taker"),
        )
        for verbs, others, doer in sides:
            said = next((word for word in words if stem(word) in verbs), "")
            told = next((place for place, word in enumerate(label) if stem(word) in others), None)
            if said and told is not None and not any(stem(word) in others for word in words):
                asked, tells = _asked(words, said, doer), _told(label[told + 1 :], _opposite(doer))
                if asked is not None and tells is not None and asked != tells:
                    return said
            is_of_one = words[:1] == ["who"] and not any(stem(word) in others for word in words)
            if said and is_of_one and _asked(words, said, doer) == doer and is_opposite(relation, said):
                return said
    return ""


def verb_of_thing(question: str, topics: Sequence[TopicEntity]) -> str:
    """The verb by which a question asks what a topic gave or took; empty where it does not.

    "What did X sell" and "what did X lend to Y" ask for a thing, "to whom did X sell" does not.
    """
    is_of_thing = re.match(r"\W*what\b", question, re.IGNORECASE) is not None
    for start, end, _ in name_places(question, topics) if not _OF_PARTY.search(question) else ():
        said = _VERB_OF_NAME.search(question[end:]) if _HELPED.search(question[:start]) else None
        verb = said["verb"] if said else ""
        if stem(verb.casefold()) in (_VERBS if is_of_thing else _VERBS - _OF_PERSONS):
            return verb
    return ""


def is_party(role: str) -> bool:
    """Whether a relation leads to one side of an exchange: "buyer", "sold to", "recipient"."""
    words = re.findall(r"[^\W\d_]+", role.casefold())
    if words[-1:] and words[-1] in _TO | _FROM | {"by"}:
        return any(stem(word) in _VERBS for word in words)
    return any(stem(word) in _PARTIES for word in words[-1:]) or any(
        source_does(role, verb) is False for verb in _VERBS
    )


def is_opposite(role: str, verb: str) -> bool:
    """Whether a relation leads to who does the opposite of what a verb says: the "buyer" does not sell."""
    others = (kind[not side] for kind in _KINDS for side in (0, 1) if stem(verb.casefold()) in kind[side])
    return any(source_does(role, other) is False for verbs in others for other in verbs)


def side_of_role(role: str) -> Side | None:
    """The side of an exchange that a relation leads to: "seller" and "bought from" lead to who gave."""
    words = re.findall(r"[^\W\d_]+", role.casefold())
    for kind in _KINDS:
        for verbs, doer in zip(kind, _SIDES, strict=True):
            if words[-1:] and words[-1] in _TO | _FROM | {"by"}:
                if any(stem(word) in verbs for word in words[:-1]):
                    return _told(words[-1:], doer)
            elif any(source_does(role, verb) is False for verb in verbs):
                return doer
    return None


def side_of_name(question: str, start: int, end: int) -> Side | None:
    """The side of an exchange that the name at these characters is said to be: "did X sell it", "sold to X"."""
    before = question[:start]
    behind = _HAVING_DONE.match(question[end:]) if _DOING.search(before) else None
    beside = _DONE_WITH.search(before)
    verbs_before = {stem(word) for word in beside["words"].casefold().split()} if beside else set[str]()
    for kind in _KINDS:
        for verbs, doer in zip(kind, _SIDES, strict=True):
            if behind is not None and stem(behind["verb"].casefold()) in verbs:
                return doer
            if beside is not None and not verbs.isdisjoint(verbs_before):
                said = beside["by"].casefold()
                return doer if said == "by" else "taker" if said == "to" else "giver"
    return None


def _asked(words: Sequence[str], verb: str, doer: Side) -> Side | None:
    """The side that is asked for by a verb whose subject is `doer`."""
    place = words.index(verb)
    is_asking = words[:1] in (["who"], ["which"], ["what"])
    is_active = is_asking and (_AUXILIARIES | _SUBJECTS).isdisjoint(words[:place])
    if is_active:
        return doer
    beside = {*words[place + 1 : place + 2], *words[-1:], *words[:1]}
    if _turned(doer) & beside:
        return _opposite(doer)
    return doer if "by" in beside else None


def _told(behind: Sequence[str], doer: Side) -> Side | None:
    """The side that a relation leads to, by the preposition behind its verb whose subject is `doer`."""
    if _turned(doer) & {*behind[:1]}:
        return _opposite(doer)
    return doer if behind[:1] == ["by"] else None


def _turned(doer: Side) -> frozenset[str]:
    return _TO if doer == "giver" else _FROM


def _opposite(side: Side) -> Side:
    return "taker" if side == "giver" else "giver"
