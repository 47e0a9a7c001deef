"""Whether a question says a relation the other way round than a path walks it.

It is told from labels that have a direction in English: a predicate with a preposition ("reports to", "replaced
by"), a verb ("manages"), and a role ("pupil of", "parent", "has director"). Where the wording does not decide,
nothing is said.
"""

import re
from collections.abc import Iterator, Sequence

from pog_agent.models import TopicEntity
from pog_agent.reading.senses.doers import asked_of, said_verbs
from pog_agent.reading.stems import begins_alike, verbs_of_doer
from pog_agent.terms import humanize
from pog_agent.words import stem

_PREPOSITIONS = frozenset({"at", "by", "for", "from", "in", "into", "of", "on", "through", "to", "under", "with"})
_BEHIND_HEADS = _PREPOSITIONS | {"per"}
_AMOUNTS = frozenset({"amount", "count", "name", "number", "percent", "percentage", "quantity", "total", "value"})
_LONGEST_SYMBOL = 2
"""So many letters at the end of a name are no noun but a unit ("height cm")."""
_SYMMETRIC = re.compile(
    r"adjacent|adjoin|border|colleague|connected|cousin|equal|(?<!best )friend|married|neighbou?r|next|partner"
    r"|related|same|sibling|brother|sister|similar|spouse|twin"
)
_MUTUAL = re.compile(
    r"(?:(?:is|are|was|has|have|shares?)\s+)?(?:an?\s+)?"
    r"(?:next to|adjacent(?: to)?|adjoin\w*(?: to)?|border(?:s|ing|ed by)?(?: with| on)?"
    r"|neighbou?r(?:s|ing)?(?: of| to)?|spouse(?: of)?|married(?: to)?|sibling(?: of)?|cousin(?: of)?"
    r"|colleague(?: of)?|twin(?:ned)?(?: with| of| to)?|twin (?:town|city|school)(?: of)?)"
)
"""Relations that hold both ways whatever their things are."""
_OFTEN_MUTUAL = re.compile(r"(?!best friend).*\b(?:brother|friend|partner|sister)(?: of| with)?")
"""Relations that may hold both ways: the brother of a man is one whose brother he is."""
_ROLES = tuple(
    (frozenset(ours.split()), frozenset(theirs.split()))
    for ours, theirs in (
        ("parent mother father mum mom dad", "child children kid son daughter offspring"),
        ("grandparent grandmother grandfather", "grandchild grandson granddaughter"),
        ("teacher mentor tutor advisor master", "pupil student disciple mentee apprentice"),
        ("manager boss supervisor superior chief", "subordinate report assistant"),
        ("employer", "employee worker staff"),
        ("predecessor precursor", "successor heir follower"),
        ("seller vendor supplier", "buyer customer client"),
        ("lender creditor", "borrower debtor"),
        ("host landlord", "guest tenant"),
        ("ancestor forefather", "descendant"),
    )
)
"""Roles in English with those of the other side: whose child somebody is, is their parent."""
_RELATIVES = {
    stem(word): {stem(plain) for plain in plain_words.split()}
    for words, plain_words in (
        ("mother father mum mom dad", "parent"),
        ("son daughter", "child kid offspring"),
        ("brother sister", "sibling"),
        ("grandmother grandfather", "grandparent"),
    )
    for word in words.split()
}
"""What relatives are called by their sex, each with the words that do not tell it."""
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
_FINAL_PREPOSITION = re.compile(
    r"\bwhat\s+(?:does|do|did|is|are|was|were|has|have|had)\b.*?\b(?P<verb>[a-z]+)\s+"
    r"(?P<preposition>about|against|as|at|by|for|from|in|into|of|on|over|through|to|under|with)\W*$"
)
_SIDES = frozenset({"by", "from", "to"})
"""Prepositions in the names of relations that lead to one side of a deed ("sold to")."""
_NAME = "\ue000"
_DETERMINER = r"(?:(?:the|an?|its|their)\s+)?"
_ASKING = r"(?:who|whom|what|which)\b"


def is_symmetric(relation: str) -> bool:
    """Whether a label is one of a relation that means the same both ways ("adjoining", "sibling of")."""
    return _SYMMETRIC.search(relation.casefold()) is not None


def is_converse_role(noun: str, words: Sequence[str]) -> bool:
    """Whether a noun is for the other side of a role than words name or say by a verb: pupil, "taught by"."""
    said = set(map(stem, words))
    sides = (*_ROLES, *((theirs, ours) for ours, theirs in _ROLES))
    doing = ({stem(verb) for role in theirs for verb in (role, *verbs_of_doer(role))} for ours, theirs in sides)
    ours = (set(map(stem, own)) for own, _ in sides)
    return any(stem(noun) in own and not said.isdisjoint(done) for own, done in zip(ours, doing, strict=True))


def is_mutual(relation: str) -> bool | None:
    """Whether a relation holds both ways wherever it is written one way ("next to"); None where it may hold so."""
    label = " ".join(relation.casefold().split())
    return None if _OFTEN_MUTUAL.fullmatch(label) else _MUTUAL.fullmatch(label) is not None


def leads_to_role(relation: str, noun: str, onward: bool) -> bool | None:
    """Whether a step by a relation that names a role leads to the one in it; None where it names another.

    "has part", "part", "machine.part" and "part list" lead to the part along the arrow, "part of" against it.
    """
    words = (relation if " " in relation else humanize(relation)).casefold().removesuffix(" list").split()
    wanted = stem(noun.casefold().split()[-1])
    if words and stem(words[-1]) == wanted:
        return onward
    is_role_of = len(words) > 1 and words[-1] in ("of", "to") and stem(words[-2]) == wanted
    return not onward if is_role_of else None


def narrows(noun: str, relation: str) -> bool:
    """Whether a noun stands in the name of a relation before what that leads to: "floor" in "floor area (m2)"."""
    words: list[str] = re.findall(r"[^\W\d_]+", re.sub(r"\(.*?\)", " ", relation.casefold()))
    end = next((place for place, word in enumerate(words) if place and word in _BEHIND_HEADS), len(words))
    head = [word for word in words[:end] if len(word) > _LONGEST_SYMBOL][-1:]
    stems = [stem(word) for word in words]
    is_other = bool(head) and head[0] not in _AMOUNTS and stem(head[0]) != stem(noun.casefold())
    return stem(noun.casefold()) in stems and is_other


def is_against_the_wording(question: str, topic: TopicEntity, relation: str, onward: bool) -> bool:
    """Whether a question says a relation of a topic the other way round than the step from the topic is walked."""
    label = " ".join(relation.casefold().split())
    if is_symmetric(label):
        return False
    text = _with_mark(question, topic)
    said = {onward for onward in _said(text, label.split()) if onward is not None}
    return len(said) == 1 and onward not in said


def is_other_end(question: str, relation: str, *, answer_is_target: bool) -> bool:
    """Whether a question asks for the other end of a relation than its answer: who leads, or who is led."""
    if is_symmetric(relation):
        return False
    asked = ((asked_of(question, verb), does) for verb, does in said_verbs(question, relation))
    return any(side is not None and (side == "doer") != (does != answer_is_target) for side, does in asked)


def is_of_another_doer(question: str, topic: TopicEntity, relation: str, verb: str) -> bool:
    """Whether a question asks by a verb for its doer, whom the relation does not tell ("bought from")."""
    words = relation.casefold().split()
    if len(words) < 2 or words[-1] not in OTHER_SIDES:
        return False
    text = _with_mark(question, topic)
    return _of_verb(text, verb) is False


def other_way(question: str, relation: str, onward: bool = True) -> str:
    """How a question says another way than a relation of its verb, in words; empty where it does not.

    "Where does it flow into" is not asked of "flows through", "made of" not of "made in", "to whom was it sold"
    not of "sold by", who reported somebody not of "reports to". Against the arrow (not `onward`) what is exported
    to a place comes from others.
    """
    *words, last = relation.casefold().split()
    text = re.sub(r"\bof\s+(?=(?:all|them|these|those)\b)", "among ", question.casefold())
    verbs = _forms(text, *words)
    own = next((sense for sense in _SENSES if last in sense), None)
    if own is None or not verbs:
        return ""
    senses = "|".join(sorted(word for sense in _SENSES for word in sense))
    no_noun = r"(?<!\bits\s)(?<!\bthe\s)(?<!\ba\s)"
    verb = rf"{no_noun}\b({'|'.join(map(re.escape, verbs))})"
    said: list[tuple[str, str]] = re.findall(rf"{verb}\s+({senses})\b", text)
    fronted = re.match(rf"\W*({senses})\s+whom?\b", text)
    said += [(verb, fronted[1]) for verb in verbs] if fronted else []
    said = [(verb, way) for verb, way in said if way not in words]
    is_doer = re.search(rf"\bwho\s+(?:{'|'.join(map(re.escape, verbs))})\b", text) is not None
    if is_doer and words[1:] == [] and last == "by" and onward:
        said = [(verb, way) for verb, way in said if way not in _EVENTS]
    beside = [way for verb, way in said if way != "of" or (verb in words and own & _PLACES)]
    if own in _WAYS:
        beside += re.findall(rf"\b({'|'.join(sorted(word for way in _WAYS for word in way))})\b", text)
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
    if words[-1] in _PREPOSITIONS:
        is_same = any({said, words[-1]} <= sense for sense in _SENSES if sense is not _PLACES)
        return "" if is_same else said
    return said if said not in ("at", "in", "on") else ""


def is_done_by_another(relation: str, words: Sequence[str]) -> bool:
    """Whether a relation tells who does something else than words say: who took an order did not order.

    Nor did the rider of a winner win.
    """
    label = relation.casefold().split()
    if len(label) < 3 or label[-1] != "by":
        return False
    return stem(label[-2]) not in set(map(stem, words)) and begins_alike(words, label[:-2])


def gender_flaw(words: Sequence[str], relation: str) -> str:
    """Why a relation does not tell what words ask for: who of the parents the mother is; empty where it does."""
    names = set(map(stem, re.findall(r"[^\W\d_]+", relation.casefold())))
    untold = (word for word in words if names & _RELATIVES.get(stem(word), set()) and stem(word) not in names)
    return next((f"{relation!r} does not tell who is the {word}" for word in untold), "")


def _with_mark(question: str, topic: TopicEntity) -> str:
    """The question in lower case, the name of the topic replaced by one character."""
    text = " ".join(question.casefold().replace("’", "'").split())
    for name in sorted({topic.mention, topic.label} - {""}, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name.casefold())}(?!\w)", _NAME, text)
    return text


def _said(text: str, words: list[str]) -> Iterator[bool | None]:
    """Each way in which the text says a relation of the marked topic: True along the arrow, False against it."""
    for verb, source_does in said_verbs(text, " ".join(words)):
        is_doer = _of_verb(text, verb)
        yield None if is_doer is None else is_doer == source_does
    if len(words) > 1 and words[-1] in _SIDES:
        yield _of_other_side(text, *words[-2:])
    if len(words) > 1 and words[-1] in _PREPOSITIONS:
        yield _of_predicate(text, words)
        if words[-1] == "of" and len(words) == 2:
            role = _of_role(text, words[0])
            yield None if role is None else not role
        if words[-1] == "by" and len(words) == 2:
            yield _of_role(text, words[0])
    elif len(words) == 2 and words[0] == "has":
        yield _of_role(text, words[1])
    elif len(words) > 1 and _PREPOSITIONS.isdisjoint(words):
        yield _asks_for_role(text, [" ".join(words[words[0] == "has" :])])
    elif len(words) == 1:
        role = _of_role(text, words[0])
        yield role if role is None or not _is_verb_of_doer(words[0]) else not role


def _of_other_side(text: str, verb: str, side: str) -> bool | None:
    """True where the topic has another side of a deed than a relation leads to: who sold, for "sold to".

    So does "lent to X" for "lent by". The topic is no end of such a relation then.
    """
    forms = "|".join(re.escape(form) for form in _forms(text, verb))
    if not forms:
        return None
    beside = rf"(?:\s+[^\s?{_NAME}]+){{0,4}}?\s+(?P<side>by|from|to)\s+{_DETERMINER}{_NAME}"
    said = re.search(rf"\b(?:{forms})\b{beside}", text)
    is_another = said is not None and said["side"] != side
    return True if is_another or (said is None and side != "by" and _of_verb(text, verb) is True) else None


def _of_predicate(text: str, words: list[str]) -> bool | None:
    """ "Who reports to X" is asked of the edges into X, "who does X report to" of those out of it."""
    forms = "|".join(re.escape(form) for form in _forms(text, words[0]))
    if not forms:
        return None
    phrase = rf"\b(?:{forms})\s+{re.escape(' '.join(words[1:]))}"
    if re.search(rf"{phrase}\s+{_DETERMINER}{_NAME}", text):
        return False
    return True if re.search(rf"{_NAME}(?!'s)[^?]*{phrase}\s*(?:$|[?.!,])", text) else None


def _of_role(text: str, noun: str) -> bool | None:
    """ "The parent of X" and "X's parent" ask for the one in the role, "whose parent is X" for the other."""
    own = _asks_for_role(text, _forms(text, *_alike(noun)))
    other = _asks_for_role(text, _forms(text, *_converse(noun)))
    return own if other is None else not other if own is None else None


def _alike(noun: str) -> set[str]:
    return {noun}.union(*(side for pair in _ROLES for side in pair if stem(noun) in map(stem, side)))


def _is_verb_of_doer(word: str) -> bool:
    """Whether a word is the verb of a role, and no noun for it: the boss of a shop is who "manages" it."""
    roles = set().union(*(side for pair in _ROLES for side in pair))
    doers = {role for role in roles if stem(role) == stem(word)}
    return word.endswith("s") and bool(doers) and doers.isdisjoint((word, word.removesuffix("s")))


def _converse(noun: str) -> set[str]:
    sides = (*_ROLES, *((theirs, ours) for ours, theirs in _ROLES))
    return set().union(*(theirs for ours, theirs in sides if stem(noun) in map(stem, ours)))


def _asks_for_role(text: str, words: list[str]) -> bool | None:
    """Whether a text asks for the one in a role of the marked topic, or for the one whose role that is."""
    if not words:
        return None
    forms = "|".join(map(re.escape, words))
    owner = (
        rf"whose\s+(?:{forms})\s+(?:is|was|are|were)\s+{_DETERMINER}{_NAME}",
        rf"(?:has|have|had|with)\s+{_DETERMINER}{_NAME}\s+as\s+(?:\w+\s+)?(?:{forms})\b",
        rf"{_NAME}\s+(?:is|was)\s+(?:the|an?)\s+(?:{forms})\s+of",
        rf"(?:is|was)\s+{_NAME}\s+(?:the|an?)\s+(?:{forms})\b",
    )
    role = (
        rf"\b(?:{forms})\s+of\s+{_DETERMINER}{_NAME}(?!')",
        rf"{_NAME}\s?'s?\s+(?:{forms})\b",
        rf"\b(?:{forms})\s+(?:does|did|do)\s+{_DETERMINER}{_NAME}\s+have",
    )
    if any(re.search(pattern, text) for pattern in owner):
        return False
    return True if any(re.search(pattern, text) for pattern in role) else None


def _of_verb(text: str, verb: str) -> bool | None:
    """ "Who manages X" is asked of the edges into X, "whom does X manage" of those out of it."""
    forms = "|".join(re.escape(form) for form in _forms(text, verb))
    if not forms:
        return None
    doing = (
        rf"\b(?:does|did|do)\s+{_DETERMINER}{_NAME}(?!')\s+(?:{forms})\b",
        rf"\b(?:has|have|had)\s+{_DETERMINER}{_NAME}(?!')\s+(?:{forms})\b(?!\s+by\b)",
        rf"\b(?:{forms})\s+by\s+{_DETERMINER}{_NAME}",
        rf"^\W*{_DETERMINER}{_NAME}\s+(?:{forms})\b(?!\s+by\b)",
    )
    done_to = (
        rf"\b(?:is|are|was|were)\s+{_DETERMINER}{_NAME}\s+(?:{forms})\s+by\b",
        rf"{_NAME}\s+(?:is|are|was|were)\s+(?:{forms})\s+by\b",
        rf"\bby\s+{_ASKING}[^?]*{_NAME}\s+(?:{forms})\b",
        rf"{_ASKING}[^?{_NAME}]*\b(?:{forms})\s+{_DETERMINER}{_NAME}(?!')",
    )
    if any(re.search(pattern, text) for pattern in doing):
        return True
    return False if any(re.search(pattern, text) for pattern in done_to) else None


def _forms(text: str, *words: str) -> list[str]:
    """The words of a text with the stem of one of some words."""
    wanted = {stem(word) for word in words}
    return sorted({found for found in re.findall(r"[^\W\d_]+", text) if stem(found) in wanted})
