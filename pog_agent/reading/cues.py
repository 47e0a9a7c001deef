"""Words of a question that ask for something to be done: negations, exceptions, comparisons, counts, extremes."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from pog_agent.language.english import ASKS_WHETHER, NOT, NUMBER_OF, one_of
from pog_agent.language.qualifiers import alike_qualifiers
from pog_agent.models import EXTREMES, Operation, TopicEntity
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.reading.stems import begins_alike
from pog_agent.reading.wording import without_topics
from pog_agent.words import FUNCTION_WORDS, IRREGULAR_VERBS, PREPOSITIONS, stem

NEGATION = re.compile(
    rf"\b(?:{NOT}|neither|nor|no(?!\.)|nobody|none|nothing|nowhere|without|except(?:\s+for)?|excluding|besides|outside|only|other\s+than"
    r"|apart\s+from|solely|single-handed(?:ly)?|on\s+(?:his|her|its|their)\s+own"
    r"|by\s+(?:him|her|it|them)sel(?:f|ves))\b",
    re.IGNORECASE,
)
"""What denies something, or says that nobody else takes part."""
_WITH = re.compile(r"with|alongside|opposite", re.IGNORECASE)
_EXCLUDING = r"(?P<cue>except(?:\s+for)?|excluding|besides|other\s+than|apart\s+from|with|alongside|opposite)"
"""What leaves out things by name. Who did something with Ann is not Ann herself."""
_COMPARISON = re.compile(
    r"\b(?:(?:\w+\s+)?than|or|between|before|(?:since|until)(?!\s+(?:what|when|which))|at\s+least|at\s+most"
    r"|(?<!\blook )(?<!\blooks )(?<!\blooked )(?<!\blooking )after|compared)\b",
    re.IGNORECASE,
)
_ORDINAL = re.compile(r"\b(?:second|third|fourth|fifth|sixth|\d+(?:st|nd|rd|th))\b(?!\s+century)", re.IGNORECASE)
_MOST_OF_A_KIND = re.compile(
    r"\b(?:most|fewest|least)\s+(?:(?:other|different)\s+)?(?!\w*(?:ou|s)s\b)\w+s\b", re.IGNORECASE
)
NO_VERB = r"(?!(?<=\blast)\s+(?:at\s+(?:least|most)|between|for|less|longer|more|over|under|until|\d))"
"""Behind "last" it tells no superlative but how long something lasts."""
_SUPERLATIVE = re.compile(
    r"\b(?:longest\s+ago|(?:most|least)\s+[a-z]{3,}|most|least|fewest|best|worst|[a-z]{2,}est|first|last)\b(?!\s+name)"
    + NO_VERB,
    re.IGNORECASE,
)
_LASTS = re.compile(r"\bhow\s+(?:long|many\s+\w+)\s+(?:does|do|did|will)\b.*\blast\W*$", re.IGNORECASE)
"""Here "last" is a verb at the end."""
_NO_SUPERLATIVES = frozenset(
    """
    arrest bequest chest conquest contest crest digest forest guest harvest honest inquest interest invest
    manifest modest northwest priest protest quest rainforest request southwest suggest unrest
    """.split()  # noqa: SIM905 (words that end like superlatives)
)
_COUNT = re.compile(NUMBER_OF + r"|\b(?:how\s+many|count(?:\s+of)?|total)\b", re.IGNORECASE)
_YES_NO = re.compile(rf"(?:^|[,;:.]\s+){ASKS_WHETHER}|\bwhether\b|\bright\?$", re.IGNORECASE)
_EVERY = re.compile(r"(?<!\bat )\b(?:all|every|each)\b", re.IGNORECASE)
"""In a yes/no question, these ask that none is otherwise."""

_TOTAL = re.compile(
    r"^\W*(?:how\s+(?:much|many)|what)\b.*?\b(?P<total>together|altogether|combined|in\s+(?:total|all))\W*$",
    re.IGNORECASE,
)
_SAMENESS = re.compile(r"\b(?:same|different)\b", re.IGNORECASE)

UNSURE = re.compile(
    r"\b(?:may|might|could|would|perhaps|possibly|probably|presumably|allegedly|reportedly|supposedly|rumou?r\w*"
    r"|claim(?:s|ed)?|disputed|fictional|if)\b",
    re.IGNORECASE,
)
"""What leaves open whether a statement is so."""
OTHER_TIMES = re.compile(
    r"(?<!\bis )(?<!\bare )(?<!\bwas )(?<!\bwere )(?<!\bbe )\bused\s+to\b|\buse\s+to\b|\bno\s+longer\b|\banymore\b"
    r"|\b(?:former|previous)(?:ly)?\b|\boriginally\b|\b(?-i:will)\b|\bgoing\s+to\s+be\b",
    re.IGNORECASE,
)
"""What was so once or is to be so, where a graph says what is."""
_SAYS_PAST = re.compile(
    r"\b(?:was|were|did|had|been|ever|once|used\s+to|former(?:ly)?|previous(?:ly)?|past|ex)\b", re.IGNORECASE
)
_FORMER = frozenset({"ex", "former", "formerly", "past", "previous", "previously", "prior"})
_SAYS_PRESENT = re.compile(r"\b(?:am|is|are|do|does|has|have)\b|['’]s\s+(?:the|an?)\b", re.IGNORECASE)
_LAST_NOW = frozenset(
    "belong chair coach employ lead live manage own reside run serve study teach train work".split()  # noqa: SIM905
)
_LASTING = frozenset(map(stem, _LAST_NOW | {"head", "hold"}))
"""Verbs of what goes on for a time: their past tells that it is over."""
_OF_STATES = frozenset({"as", "at", "for", "in", "on", "under", "with"})
_DOES_NOW = re.compile(r"\b(?:who|that|(?:which|what)\s+[^\W\d_]+)\s+(?P<verb>[^\W\d_]+s)\b", re.IGNORECASE)
_NO_VERBS = frozenset({"always", "has", "his", "is", "its", "this", "was"})
_DO_HAVE = re.compile(r"\b(?:do|does)\b(?P<subject>.*)\bhave\b", re.IGNORECASE)
_IS_OR_DOES = re.compile(r"\b(?:is|are|do|does)\b", re.IGNORECASE)
_OF_TIME = re.compile(
    r"\b(?:when|since|until|till|long|ever|ends?|ended|years?|dates?|days?|did|has|have|had)\b", re.IGNORECASE
)
WHY_OR_HOW = re.compile(
    r"\bwhy\b|\bhow\s+come\b|\bhow(?=\s+(?:am|are|can|could|did|do|does|had|has|have|is|should|was|were|will)\b)",
    re.IGNORECASE,
)
"""What asks for a reason or a manner."""
_HOW_DONE = re.compile(r"\bhow\s+(?:is|are|was|were)\b.*\b([^\W\d_]+)\W*$", re.IGNORECASE)
"""How something is "heated" is told by its `heating`."""
_REASONS = frozenset(
    map(
        stem, ["cause", "because", "how", "manner", "means", "method", "motive", "purpose", "reason", "why", "way"]
    )
)
_WH = r"(?:who|whom|whose|what|which|where|when|why|how)"
_SECOND_QUESTION = re.compile(
    rf"\band\s+(?P<second>(?:(?:at|by|for|from|in|of|on|to|with)\s+)?{_WH})\b", re.IGNORECASE
)
_FIRST_QUESTION = re.compile(rf"^(?P<before>.*?)\b{_WH}\b", re.IGNORECASE)
_RELATIVE = re.compile(r"\b(?:that|which|who|whom|whose|where)\b", re.IGNORECASE)
_SHARED = re.compile(
    r"\b(?:same|share[sd]?|sharing|other|others|another|also|else|with|together|alongside|beside|fellow|co-?\w+|both"
    r"|siblings?|brothers?|sisters?|too|joint(?:ly)?|each)\b",
    re.IGNORECASE,
)
"""What asks for things that have something in common."""
ASKS_FOR_A_KIND = re.compile(r"\b(?:kind|type|sort|class|category|what\s+(?:is|are|was|were)\W*$)", re.IGNORECASE)
KIND_OF = re.compile(r"\b(?:kind|type|sort)s?\s+of\b", re.IGNORECASE)
_NESTED = re.compile(
    r"\bof\b|\bwhose\b|(?<=s)['’](?!\w)|(?<!\bwhat)(?<!\bwho)(?<!\bwhere)(?<!\bthat)(?<!\bit)['’]s(?!\w)"
    r"|\b(?!(?:about|and|at|by|for|from|in|know|me|of|on|or|since|tell|to|under|until|with)\b)[^\W_]+\s+"
    r"(?:that|which|who|whom|where)\b"
    r"|\b(?!(?:be|been|is|are|was|were)\b)[a-z]+\s+[a-z]+(?:ed|en|ld|wn)\s+(?:by|for|from|in|on|with)\b",
    re.IGNORECASE,
)
"""A genitive, a relative clause ("the town that"), a participle ("films directed by")."""
_AGGREGATE = re.compile(
    rf"\b(?:average|mean|sum|altogether|combined|per|each|every|all|difference|{one_of('share')}"
    r"|times\s+as|how\s+(?:much|many)\s+(?:more|less|fewer)|more|less|fewer|over|above|under|below|both|either)\b",
    re.IGNORECASE,
)


def asks_for_computing(question: str, topics: Sequence[TopicEntity]) -> bool:
    """Whether a question has words that ask for more than what stands at the end of a path.

    These ask for counts, extremes, comparisons, negations, groups or aggregates.
    """
    rest = without_topics(question, topics)
    return bool(_COUNT.search(rest) or _AGGREGATE.search(rest) or unread_cues(rest, ()))


@dataclass(frozen=True)
class Exclusion:
    """Words that leave things out by name ("besides Ann", "with Ann"): the cue, and where both begin and end."""

    cue: str
    start: int
    end: int


def exclusion_of(question: str, names: Sequence[str]) -> Exclusion | None:
    """The words that leave out things of all these names and of no other; None where the question does not."""
    said = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    listed = rf"(?:the\s+)?(?:{said})(?:(?:\s*,\s*|\s+)(?:(?:and|or)\s+)?(?:the\s+)?(?:{said}))*(?!\w)(?!['’]s)"
    found = re.search(rf"\b{_EXCLUDING}\s+{listed}", question, re.IGNORECASE) if names else None
    if found is None or re.match(r"\s*(?:,\s*|\s)(?:and|or)\b", question[found.end() :], re.IGNORECASE):
        return None
    are_all = all(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", found.group(), re.IGNORECASE) for name in names)
    return Exclusion(found.group("cue"), *found.span()) if are_all else None


def asks_for_shared(rest: str) -> bool:
    """Whether a question without the names of its topics asks for things that have something in common."""
    return _SHARED.search(rest) is not None


def is_left_out(question: str, name: str) -> bool:
    """Whether a question names something only to leave it out: "besides Ann", "apart from the Thames"."""
    excluded = exclusion_of(question, [name])
    return excluded is not None and not _WITH.fullmatch(excluded.cue) and question.count(name) == 1


def unread_cues(rest: str, named: Collection[str], operation: Operation = "none") -> list[str]:
    """What a question asks to be done that the `operation` of the answer does not do, each cue once.

    `rest` is the question without the names of its topics, `named` the words of the cited relations and names: a
    word that is part of these ("highest point", "founded before") is read.
    """
    cues = (NEGATION, _COMPARISON, _ORDINAL, _MOST_OF_A_KIND, OTHER_TIMES)
    idle = [found.group() for cue in cues for found in cue.finditer(rest)]
    if _YES_NO.search(rest):
        idle += _EVERY.findall(rest)
    if operation not in EXTREMES:
        idle += superlatives(rest)
    idle = [cue for cue in idle if not _ORDINAL.fullmatch(cue) or not cue.istitle()]
    stems = {stem(word) for text in named for word in re.findall(r"\w+", text)}
    return [cue for cue in dict.fromkeys(idle) if not all(_is_among(word, stems) for word in cue.split())]


def _is_among(word: str, stems: Collection[str]) -> bool:
    """Whether the stem of a word is among some, or that of a word which qualifies as it does."""
    return any(stem(other) in stems for other in (word, *alike_qualifiers(word.casefold())))


def asked_total(question: str) -> str:
    """The words at the end of a question that ask for a sum: "what did they cost together"; empty without."""
    found = _TOTAL.search(question)
    return found["total"] if found else ""


def undone_by_paths(rest: str) -> list[str]:
    """What a yes/no question asks of what it names besides how it is joined: to compare it, or to deny it.

    `rest` is the question without the names of its topics. That no path joins them is no answer to it.
    """
    return [*unread_cues(rest, (), "exists"), *dict.fromkeys(_SAMENESS.findall(rest))]


def of_the_past(question: str, relation: str) -> bool:
    """Whether a relation tells what was, where a question asks what is.

    So do "former landlord" and, of what lasts, a verb in the past ("worked at"); "founded in" is done once.
    """
    if _SAYS_PAST.search(question):
        return False
    label = re.findall(r"[^\W\d_]+", relation.casefold())
    if _FORMER & set(label):
        return True
    if len(label) < 2 or stem(label[0]) not in _LASTING or label[-1] not in _OF_STATES:
        return False
    forms = {word for word in re.findall(r"[^\W\d_]+", question.casefold()) if stem(word) == stem(label[0])}
    return bool(forms) and label[0] not in forms and label[0] not in (stem(label[0]), f"{stem(label[0])}s")


def second_question(question: str) -> str:
    """What begins a second question behind "and" ("who wrote it and when"); empty where there is none.

    In "towns that lie here and which have a mill", a second clause begins so.
    """
    first, second = _FIRST_QUESTION.search(question), _SECOND_QUESTION.search(question)
    if first is None or second is None or second.start() < first.end() - 1:
        return ""
    before = re.findall(r"[^\W\d_]+", first["before"].casefold())
    is_clause = _RELATIVE.search(question[first.end() : second.start()]) is not None
    return "" if is_clause or not set(before) <= FUNCTION_WORDS | PREPOSITIONS else second["second"]


def asks_what_was(question: str, relation: str) -> bool:
    """Whether a question asks what was so by a relation: "who was the owner", "who owned"."""
    if _SAYS_PAST.search(question):
        return True
    words = re.findall(r"[^\W\d_]+", question.casefold())
    pasts = [word for word in words if word.endswith("ed") or word in IRREGULAR_VERBS]
    return begins_alike(pasts, [relation]) and not _SAYS_PRESENT.search(question)


def asks_what_is(question: str) -> bool:
    """Whether a question asks what is so, and not when or how long: "where does she work", "who owns it"."""
    rest = _DO_HAVE.sub(r"\g<subject>", question)
    is_of_time = _SAYS_PAST.search(question) or _OF_TIME.search(rest)
    does = any(found["verb"].casefold() not in _NO_VERBS for found in _DOES_NOW.finditer(question))
    does = does or not _LAST_NOW.isdisjoint(question.casefold().split())
    return (does or _IS_OR_DOES.search(question) is not None) and not is_of_time


def is_former(relation: str, of: str) -> bool:
    """Whether a relation tells what was, and another one what is: "former owner", "previously owned by"."""
    own, other = (set(re.findall(r"[^\W\d_]+", text.casefold())) - FUNCTION_WORDS for text in (relation, of))
    rest = own - _FORMER
    return rest < own and _FORMER.isdisjoint(other) and len(rest) == len(other) and begins_alike(rest, other)


def asks_for_reason(question: str, relations: Collection[str]) -> str:
    """The word that asks for a reason or a manner which none of the relations tells by its name; empty without."""
    found = WHY_OR_HOW.search(question)
    told = {stem(word) for text in relations for word in re.findall(r"[^\W\d_]+", text.casefold())}
    done = _HOW_DONE.search(question)
    if done and any(text.casefold().endswith("ing") and stem(text) == stem(done[1]) for text in relations):
        return ""
    return found.group() if found and told.isdisjoint(_REASONS) else ""


def is_nested(question: str) -> bool:
    """Whether a question names its thing by others: by a genitive, a relative clause or a participle."""
    return _NESTED.search(KIND_OF.sub("kind", question)) is not None


def superlatives(text: str) -> list[str]:
    """The superlatives of a text, without words that only end like one, and without names."""
    lasts = _LASTS.search(text)
    verb = text.casefold().rfind("last") if lasts else -1
    found = ((match.group(), match.start()) for match in _SUPERLATIVE.finditer(text) if match.start() != verb)
    return [
        word
        for word, start in found
        if word.casefold() not in _NO_SUPERLATIVES and not (start and word[0].isupper())
    ]


def asking_words(question: str, operation: Operation) -> str:
    """The words of a question that ask for an operation; empty where none do."""
    if operation in EXTREMES:
        return next(iter(superlatives(question)), "")
    found = (_COUNT if operation == "count" else _YES_NO).search(question)
    return found.group().strip(" ,;:.") if found else ""


def unasked_operation(question: str, operation: Operation) -> Finding | None:
    """Why a question does not ask for an operation; None where it does."""
    if operation == "none" or asking_words(question, operation):
        return None
    if operation == "exists":
        return finding("operation-unasked", "yes or no")
    return finding("operation-unasked", "a count" if operation == "count" else f"the {operation}")
