"""Whether a question says a relation the other way round than a path walks it.

It is told from labels that have a direction in English: a predicate with a preposition ("reports to", "replaced
by"), a verb ("manages"), and a role ("pupil of", "parent", "has director"). Where the wording does not decide,
nothing is said.
"""

import re
from collections.abc import Iterator

from pog_agent.models import TopicEntity
from pog_agent.reading.senses.doers import asked_of, said_doers, said_verbs
from pog_agent.reading.senses.mutual import is_symmetric
from pog_agent.reading.senses.prepositions import OTHER_SIDES, PREPOSITIONS_IN_NAMES, forms_in
from pog_agent.reading.senses.role_sides import DONE_UNDER, deeds_of, is_of_belonging, role_sides
from pog_agent.reading.senses.roles import converse_role, is_verb_of_role, same_role

_SIDES = frozenset({"by", "from", "to"})
"""Prepositions in the names of relations that lead to one side of a deed ("sold to")."""
_DOER = re.compile(r"(?:er|or|ist|ian)s?$")
_NAME = "\ue000"
_HYPHEN = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")
"""Names of relations are written with it or without: "follow-up of"."""
_DETERMINER = r"(?:(?:the|an?|its|their)\s+)?"
_BEHIND_PREPOSITION = re.compile(
    r"\W*(?P<preposition>at|by|from|in|into|on|to|under|with)\s+(?:what|which|whom)\b", re.IGNORECASE
)
_WHICH_ONE = r"(?:(?:current|first|former|last|main|only|original|own|present)\s+)?"
_ASKING = r"(?:who|whom|what|which)\b"


def is_against_the_wording(question: str, topic: TopicEntity, relation: str, onward: bool) -> bool:
    """Whether a question says a relation of a topic the other way round than the step from the topic is walked."""
    said = said_direction(question, topic, relation)
    return said is not None and onward != said


def said_direction(question: str, topic: TopicEntity, relation: str) -> bool | None:
    """Whether a question says a relation of a topic along the arrow (True) or against it; None if not told."""
    label = _HYPHEN.sub(" ", " ".join(relation.casefold().split()))
    if is_symmetric(label):
        return None
    text = _with_mark(question, topic)
    said = {onward for onward in _said(text, label.split()) if onward is not None}
    return said.pop() if len(said) == 1 else None


def is_other_end(question: str, relation: str, *, answer_is_target: bool) -> bool:
    """Whether a question asks for the other end of a relation than its answer: who leads, or who is led."""
    if is_symmetric(relation):
        return False
    if not answer_is_target and _asks_behind_preposition(question, relation):
        return True
    asked = ((asked_of(question, verb), does) for verb, does in said_verbs(question, relation))
    return any(side is not None and (side == "doer") != (does != answer_is_target) for side, does in asked)


def _asks_behind_preposition(question: str, relation: str) -> bool:
    """Whether "in which" asks for what a relation leads to: "in which place is it contained", `contained in`."""
    asked = _BEHIND_PREPOSITION.match(question)
    words = relation.casefold().split()
    is_same = asked is not None and words[1:2] == [asked["preposition"].casefold()]
    return is_same and bool(forms_in(question.casefold(), words[0]))


def is_of_another_doer(question: str, topic: TopicEntity, relation: str, verb: str) -> bool:
    """Whether a question asks by a verb for its doer, whom the relation does not tell ("bought from")."""
    words = relation.casefold().split()
    if len(words) < 2 or words[-1] not in OTHER_SIDES:
        return False
    text = _with_mark(question, topic)
    return _of_verb(text, verb) is False


def _with_mark(question: str, topic: TopicEntity) -> str:
    """The question in lower case and without hyphens, the name of the topic replaced by one character."""
    text = " ".join(question.casefold().replace("’", "'").split())
    for name in sorted({topic.mention, topic.label} - {""}, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name.casefold())}(?!\w)", _NAME, text)
    return _HYPHEN.sub(" ", text)


def _said(text: str, words: list[str]) -> Iterator[bool | None]:
    """Each way in which the text says a relation of the marked topic: True along the arrow, False against it."""
    for verb, source_does in said_verbs(text, " ".join(words)):
        is_doer = _of_verb(text, verb)
        yield None if is_doer is None else is_doer == source_does
    yield from _said_of_roles(text, " ".join(words))
    for noun, source_does in said_doers(text, " ".join(words)):
        is_asked_for = _asks_for_role(text, [noun])
        yield None if is_asked_for is None else is_asked_for != source_does
    if len(words) > 1 and words[-1] in _SIDES:
        yield _of_other_side(text, *words[-2:])
    if len(words) > 1 and words[-1] in PREPOSITIONS_IN_NAMES:
        yield _of_predicate(text, words)
        if words[-1] == "of" and len(words) == 2:
            role = _of_role(text, words[0])
            yield None if role is None else not role
        if words[-1] == "by" and len(words) == 2:
            yield _asks_for_role(text, [form for form in forms_in(text, words[0]) if _DOER.search(form)])
    elif len(words) == 2 and words[0] == "has":
        yield _of_role(text, words[1])
    elif len(words) > 1 and PREPOSITIONS_IN_NAMES.isdisjoint(words):
        if words[0].endswith("s"):
            yield _of_verb(text, words[0])
        yield _asks_for_role(text, [" ".join(words[words[0] == "has" :])])
    elif len(words) == 1:
        role = _of_role(text, words[0])
        yield role if role is None or not is_verb_of_role(words[0]) else not role


def _said_of_roles(text: str, label: str) -> Iterator[bool | None]:
    """The same by the roles of both ends: whose boss she is, is told of `reports to`, too."""
    sides = role_sides(label)
    target, source = (_asks_for_role(text, forms_in(text, *side)) if side else None for side in sides[::-1])
    yield target
    yield None if source is None else not source
    for nouns, is_source in ((sides.source, True), (sides.target, False)):
        for does in (_of_deed(text, verb) for verb in deeds_of(nouns)):
            yield None if does is None else does == is_source
    if is_of_belonging(label):
        belongs = r"\bbelong(?:s|ed|ing)?"
        if re.search(rf"{belongs}\s+to\s+{_DETERMINER}{_NAME}", text):
            yield False
        yield True if re.search(rf"{_NAME}\s+{belongs}\b", text) else None


def _of_deed(text: str, verb: str) -> bool | None:
    """Whether the marked topic does what a verb says, or it is done to or under it; None if not told."""
    forms = "|".join(map(re.escape, forms_in(text, verb)))
    is_under = (
        forms
        and verb in DONE_UNDER
        and re.search(rf"\b(?:{forms})\s+(?:to|under|with|from)\s+{_DETERMINER}{_NAME}", text)
    )
    return False if is_under else _of_verb(text, verb)


def _of_other_side(text: str, verb: str, side: str) -> bool | None:
    """True where the topic has another side of a deed than a relation leads to: who sold, for "sold to".

    So does "lent to X" for "lent by". The topic is no end of such a relation then.
    """
    forms = "|".join(re.escape(form) for form in forms_in(text, verb))
    if not forms:
        return None
    beside = rf"(?:\s+[^\s?{_NAME}]+){{0,4}}?\s+(?P<side>by|from|to)\s+{_DETERMINER}{_NAME}"
    said = re.search(rf"(?<!\bthe )(?<!\ban )(?<!\ba )\b(?:{forms})\b{beside}", text)
    is_another = said is not None and said["side"] != side
    return True if is_another or (said is None and side != "by" and _of_verb(text, verb) is True) else None


def _of_predicate(text: str, words: list[str]) -> bool | None:
    """ "Who reports to X" is asked of the edges into X, "who does X report to" of those out of it."""
    forms = "|".join(re.escape(form) for form in forms_in(text, words[0]))
    if not forms:
        return None
    phrase = rf"\b(?:{forms})\s+{re.escape(' '.join(words[1:]))}"
    if re.search(rf"{phrase}\s+{_DETERMINER}{_NAME}", text):
        return False
    if re.search(rf"{_NAME}(?!'s)[^?]*{phrase}\s*(?:$|[?.!,])", text) or re.search(rf"{_NAME}\s+{phrase}\s", text):
        return True
    return _of_way(text) if words[-1] in ("into", "to") else None


def _of_way(text: str) -> bool | None:
    """Whether a way begins at the marked topic ("from X onto Y"), or ends there; None if neither is said."""
    begins, ends = (re.search(rf"\b(?:{way})\s+{_DETERMINER}{_NAME}", text) for way in ("from", "(?:in|on)?to"))
    return None if bool(begins) == bool(ends) else bool(begins)


def _of_role(text: str, noun: str) -> bool | None:
    """ "The parent of X" and "X's parent" ask for the one in the role, "whose parent is X" for the other."""
    own = _asks_for_role(text, forms_in(text, *same_role(noun)))
    other = _asks_for_role(text, forms_in(text, *converse_role(noun)))
    return own if other is None else not other if own is None else None


def _asks_for_role(text: str, words: list[str]) -> bool | None:
    """Whether a text asks for the one in a role of the marked topic, or for the one whose role that is."""
    said = [word for word in words if word in text]
    if not said:
        return None
    forms = "|".join(map(re.escape, said))
    owner = (
        rf"whose\s+(?:{forms})\s+(?:is|was|are|were)\s+{_DETERMINER}{_NAME}",
        rf"(?:has|have|had|with)\s+{_DETERMINER}{_NAME}\s+as\s+(?:\w+\s+)?(?:{forms})\b",
        rf"{_NAME}\s+(?:is|was)\s+(?:the|an?)\s+(?:{forms})\s+(?:of|to)",
        rf"(?<!\bfor ){_NAME}[^?]*\bas\s+(?:the|an?|its|their)\s+(?:{forms})(?:\s+(?:for|of|to))?\W*$",
        rf"(?:is|was)\s+{_NAME}\s+(?:the|an?)\s+(?:{forms})\b",
        rf"(?:is|was)\s+{_NAME}\s+(?:the|an?)\s+(?:[\w-]+\s+){{1,2}}(?:{forms})(?:\s+(?:of|to|for))?\W*$",
        rf"whose\s+(?:[\w-]+\s+){{1,2}}(?:{forms})\s+(?:is|was|are|were)\s+{_DETERMINER}{_NAME}",
    )
    role = (
        rf"(?<!\bon the )\b(?:{forms})\s+(?:for|of)\s+{_DETERMINER}{_NAME}(?!')",
        rf"{_NAME}\s?'s?\s+{_WHICH_ONE}(?:{forms})\b",
        rf"\b(?:{forms})\s+(?:does|did|do)\s+{_DETERMINER}{_NAME}\s+have",
    )
    if any(re.search(pattern, text) for pattern in owner):
        return False
    return True if any(re.search(pattern, text) for pattern in role) else None


def _of_verb(text: str, verb: str) -> bool | None:
    """ "Who manages X" is asked of the edges into X, "whom does X manage" of those out of it."""
    forms = "|".join(re.escape(form) for form in forms_in(text, verb))
    if not forms:
        return None
    doing = (
        rf"\b(?:does|did|do)\s+{_DETERMINER}{_NAME}(?!')\s+(?:{forms})\b",
        rf"\b(?:has|have|had)\s+{_DETERMINER}{_NAME}(?!')\s+(?:{forms})\b(?!\s+by\b)",
        rf"\b(?:{forms})\s+by\s+{_DETERMINER}{_NAME}",
        rf"^\W*{_DETERMINER}{_NAME}\s+(?:{forms})\b(?!\s+by\b)",
        rf"(?<!\bis )(?<!\bare )(?<!\bwas )(?<!\bwere )\b(?:after|before|since|until|when|where)\s+"
        rf"{_DETERMINER}{_NAME}\s+(?:{forms})\W*$",
        rf"\b(?:that|which|whom?)\s+{_DETERMINER}{_NAME}\s+(?:{forms})\b(?!\s+by\b)",
    )
    done_to = (
        rf"\b(?:is|are|was|were)\s+{_DETERMINER}{_NAME}\s+(?:{forms})\s+by\b",
        rf"{_NAME}\s+(?:is|are|was|were)\s+(?:{forms})\s+by\b",
        rf"\bby\s+{_ASKING}[^?]*{_NAME}\s+(?:being\s+)?(?:{forms})\b",
        rf"{_ASKING}[^?{_NAME}]*\b(?:{forms})\s+{_DETERMINER}{_NAME}(?!')",
    )
    if any(re.search(pattern, text) for pattern in doing):
        return True
    return False if any(re.search(pattern, text) for pattern in done_to) else None
