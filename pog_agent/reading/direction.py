"""Whether a question says a relation the other way round than a path walks it.

It is told from labels that have a direction in English: a predicate with a preposition ("reports to", "replaced
by"), a verb ("manages"), and a role ("pupil of", "parent", "has director"). Where the wording does not decide,
nothing is said.
"""

import re
from collections.abc import Iterable, Iterator

from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_words
from pog_agent.models import TopicEntity
from pog_agent.reading.senses.doers import asked_of, said_doers, said_verbs
from pog_agent.reading.senses.mutual import is_symmetric
from pog_agent.reading.senses.prepositions import OTHER_SIDES, PREPOSITIONS_IN_NAMES, forms_in
from pog_agent.reading.senses.role_sides import DONE_UNDER, deeds_of, is_of_belonging, role_sides
from pog_agent.reading.senses.roles import converse_role, is_verb_of_role, same_role

_NAME = "\ue000"
"""Stands for the name of the topic, as the patterns have it."""
_HYPHEN = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")
"""Names of relations are written with it or without: "follow-up of"."""


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
    asked = english_pattern("direction", "behind_preposition").match(question)
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
    if len(words) > 1 and words[-1] in english_words("side_preposition"):
        yield _of_other_side(text, *words[-2:])
    if len(words) > 1 and words[-1] in PREPOSITIONS_IN_NAMES:
        yield _of_predicate(text, words)
        if words[-1] == "of" and len(words) == 2:
            role = _of_role(text, words[0])
            yield None if role is None else not role
        if words[-1] == "by" and len(words) == 2:
            doer = english_pattern("words", "doer_noun")
            yield _asks_for_role(text, [form for form in forms_in(text, words[0]) if doer.search(form)])
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
        if _is_said("belongs_to_topic", text):
            yield False
        yield True if _is_said("topic_belongs", text) else None


def _is_said(way: str, text: str, forms: Iterable[str] = (), **given: str) -> bool:
    """Whether a text says something in a way, by a pattern, with one of some forms of a word."""
    return english_pattern("direction", way, forms=_any_of(forms), **given).search(text) is not None


def _any_of(forms: Iterable[str]) -> str:
    return "|".join(map(re.escape, forms))


def _of_deed(text: str, verb: str) -> bool | None:
    """Whether the marked topic does what a verb says, or it is done to or under it; None if not told."""
    forms = forms_in(text, verb)
    is_under = forms and verb in DONE_UNDER and _is_said("done_under", text, forms)
    return False if is_under else _of_verb(text, verb)


def _of_other_side(text: str, verb: str, side: str) -> bool | None:
    """True where the topic has another side of a deed than a relation leads to: who sold, for "sold to".

    So does "lent to X" for "lent by". The topic is no end of such a relation then.
    """
    forms = forms_in(text, verb)
    if not forms:
        return None
    said = english_pattern("direction", "other_side", forms=_any_of(forms)).search(text)
    is_another = said is not None and said["side"] != side
    return True if is_another or (said is None and side != "by" and _of_verb(text, verb) is True) else None


def _of_predicate(text: str, words: list[str]) -> bool | None:
    """ "Who reports to X" is asked of the edges into X, "who does X report to" of those out of it."""
    forms, behind = forms_in(text, words[0]), re.escape(" ".join(words[1:]))
    if not forms:
        return None
    if _is_said("phrase_of_topic", text, forms, behind=behind):
        return False
    if _is_said("phrase_behind_topic", text, forms, behind=behind):
        return True
    return _of_way(text) if words[-1] in ("into", "to") else None


def _of_way(text: str) -> bool | None:
    """Whether a way begins at the marked topic ("from X onto Y"), or ends there; None if neither is said."""
    begins, ends = (_is_said(way, text) for way in ("from_topic", "to_topic"))
    return None if begins == ends else begins


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
    if _is_said("role_of_another", text, said):
        return False
    return True if _is_said("role_of_topic", text, said) else None


def _of_verb(text: str, verb: str) -> bool | None:
    """ "Who manages X" is asked of the edges into X, "whom does X manage" of those out of it."""
    forms = forms_in(text, verb)
    if not forms:
        return None
    if _is_said("topic_does", text, forms):
        return True
    return False if _is_said("done_to_topic", text, forms) else None
