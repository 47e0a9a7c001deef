"""How often something was done to a thing, or how many it has, as a condition: "pruned more than once"."""

import re
from collections.abc import Sequence
from typing import Final

from pog_agent.models.query import ComparisonTest, GraphPattern, Operator, Query, number_constant
from pog_agent.models.query_draft import QueryDraft
from pog_agent.reading.composing.forms.combining import combined, each_there
from pog_agent.reading.composing.forms.operands import counted_things
from pog_agent.reading.composing.forms.subquestions import WholeQuestion
from pog_agent.reading.composing.stated.numbers import NUMBERS
from pog_agent.reading.question_words import name_places
from pog_agent.terms import Term
from pog_agent.words import stem

_BOUND: Final = r"(?P<bound>more\s+than|at\s+least|less\s+than|fewer\s+than|at\s+most|only|just|exactly)"
_N: Final = rf"(?P<n>\d+|{'|'.join(NUMBERS)})"
_TIMES: Final = rf"{_BOUND}\s+(?:(?P<adverb>once|twice)|{_N}\s+times)\W*$"
_THINGS_DONE: Final = re.compile(
    rf"^\W*(?:which|what)\s+(?P<things>.+?)\s+(?:has|have|had|was|were|is|are|got)\s+(?:been\s+)?(?P<verb>[a-z]+)\s+{_TIMES}",
    re.IGNORECASE,
)
_THING_DONE: Final = re.compile(
    rf"^\W*(?:has|have|had|was|were|is|are)\s+(?P<thing>.+?)\s+(?:been\s+)?(?P<verb>[a-z]+)\s+{_TIMES}",
    re.IGNORECASE,
)
_HAS_NUMBER: Final = re.compile(
    rf"^\W*(?P<does>does|do|did)\s+(?P<thing>.+?)\s+(?P<verb>[a-z]+)\s+{_BOUND}\s+{_N}\s+"
    r"(?P<noun>[a-z][a-z ]*?)\W*$",
    re.IGNORECASE,
)
_OPERATORS: Final[dict[str, Operator]] = {
    "more than": ">",
    "at least": ">=",
    "less than": "<",
    "fewer than": "<",
    "at most": "<=",
}
_ADVERBS: Final = {"once": 1, "twice": 2}
_DOERS: Final = ("er", "or", "ist")
_LEAST_SHARED: Final = 5
"""So many letters a verb and the noun of its event begin with in common: "inspected", "inspection"."""
OPERATION: Final = "how often"


def number_of_times(question: WholeQuestion) -> QueryDraft | None:
    """The query for which things, or whether one thing, had something done to them so often; None for others."""
    things = _THINGS_DONE.match(question.text)
    if things is not None:
        return _which_things(question, things)
    match = _THING_DONE.match(question.text) or _HAS_NUMBER.match(question.text)
    if match is None or not _is_one_name(question, match):
        return None
    if match.re is _HAS_NUMBER:
        verb = match["does"].lower()
        count = question.draft(
            "How many ", match.span("noun"), f" {verb} ", match.span("thing"), " ", match.span("verb"), "?"
        )
        return _compared(question, match, count)
    event = _event(question, match["verb"])
    if event is None:
        return None
    count = question.with_class(match.span("verb"), *event).draft(
        "How many ", match.span("verb"), " does ", match.span("thing"), " have?"
    )
    return _compared(question, match, count)


def _which_things(question: WholeQuestion, match: re.Match[str]) -> QueryDraft | None:
    event = _event(question, match["verb"])
    if event is None:
        return None
    said = re.sub(r"^(?:only|just)\b", "exactly", " ".join(match["bound"].lower().split()))
    plain = question.with_class(match.span("verb"), *event).draft(
        "Which ", match.span("things"), f" have {said} {_number(match)} ", match.span("verb"), "?"
    )
    return combined(question, (plain,), lambda queries: queries[0], OPERATION)


def _compared(question: WholeQuestion, match: re.Match[str], count: QueryDraft) -> QueryDraft:
    """Whether a count is so great."""
    bound = " ".join(match["bound"].lower().split())

    def write(queries: Sequence[Query]) -> Query:
        counted = counted_things(queries[0])
        number = number_constant(str(_number(match)))
        test = ComparisonTest(left=counted.number, operator=_OPERATORS.get(bound, "="), right=number)
        named = tuple(item for item in counted.pattern.elements if item.kind == "constant")
        return Query(form="exists", pattern=GraphPattern(elements=named, conditions=(test,)))

    return combined(question, (count,), write, OPERATION, presupposed=each_there((count,)))


def _number(match: re.Match[str]) -> int:
    found = match.groupdict()
    if found.get("adverb"):
        return _ADVERBS[match["adverb"].lower()]
    text = match["n"].lower()
    return NUMBERS.get(text) or int(text)


def _event(question: WholeQuestion, verb: str) -> tuple[Term, str] | None:
    """The one class of events that a verb has the noun of, with its label: "inspected", "inspection"."""
    lexicon, found = question.vocabulary.lexicon, []
    for class_ in lexicon.summary.classes:
        label = lexicon.class_label(class_.iri).casefold()
        is_shared = label[:_LEAST_SHARED] == verb.lower()[:_LEAST_SHARED] and len(label) > _LEAST_SHARED
        if " " not in label and not label.endswith(_DOERS) and (stem(label) == stem(verb.lower()) or is_shared):
            found.append((class_.iri, label))
    return found[0] if len(found) == 1 else None


def _is_one_name(question: WholeQuestion, match: re.Match[str]) -> bool:
    """Whether a name stands for the thing, and no other one in the question."""
    start, end = match.span("thing")
    places = name_places(question.text, question.topics)
    return len(places) == 1 and start <= places[0][0] and places[0][1] <= end
