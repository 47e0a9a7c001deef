"""Two plainer questions in the place of one that compares: the same words are said of both."""

import re
from typing import Final

from pog_agent.models.query_draft import QueryDraft
from pog_agent.reading.composing.forms.subquestions import Span, WholeQuestion
from pog_agent.reading.extremes import OF_ANYTHING

_VALUE_OF: Final = re.compile(r"the\s+(?P<value>.+?)\s+of\s+(?P<thing>.+)", re.IGNORECASE)
_SAME_OF: Final = re.compile(r"(?:that|the\s+one)\s+of\s+(?P<thing>.+)", re.IGNORECASE)
_MANY: Final = re.compile(
    r"\b(?:any|anything|anyone|all|every|each|others?|else|both|most|average|mean|rest)\b", re.IGNORECASE
)


def vague_word(question: WholeQuestion, other: Span) -> str:
    """A word that makes many things of what one is compared with ("any other hall"); empty where there is none."""
    found = _MANY.search(question.text, *other)
    return found.group() if found else ""


def measured_pair(question: WholeQuestion, adjective: str, one: Span, other: Span) -> list[QueryDraft]:
    """What an adjective measures of two things, or two values that it compares ("the price of A", "that of B")."""
    first, second = _matched(_VALUE_OF, question, one), _matched(_VALUE_OF, question, other)
    same = _matched(_SAME_OF, question, other)
    second = second or same
    if first is None or second is None or adjective not in OF_ANYTHING:
        return [question.draft("How ", adjective, " is ", thing, "?") for thing in (one, other)]
    values = [first.span("value"), first.span("value") if second is same else second.span("value")]
    things = [first.span("thing"), second.span("thing")]
    return [
        question.draft("What is the ", value, " of ", thing, "?")
        for value, thing in zip(values, things, strict=True)
    ]


def _matched(form: re.Pattern[str], question: WholeQuestion, span: Span) -> re.Match[str] | None:
    return form.fullmatch(question.text, *span)
