"""Two plainer questions in the place of one that compares: the same words are said of both."""

import re
from collections.abc import Sequence
from typing import Final

from pog_agent.models.query_draft import QueryDraft
from pog_agent.reading.composing.forms.subquestions import Span, WholeQuestion
from pog_agent.reading.extremes import OF_ANYTHING
from pog_agent.reading.question_words import name_places
from pog_agent.words import PREPOSITIONS

Parts = Sequence[str | Span]
_ARTICLE: Final = re.compile(r"(?:the|an?)\s+", re.IGNORECASE)
_VALUE_OF: Final = re.compile(r"the\s+(?P<value>.+?)\s+of\s+(?P<thing>.+)", re.IGNORECASE)
_SAME_OF: Final = re.compile(r"(?:that|the\s+one)\s+of\s+(?P<thing>.+)", re.IGNORECASE)
_MANY: Final = re.compile(
    r"\b(?:any|anything|anyone|all|every|each|others?|else|both|most|average|mean|rest)\b", re.IGNORECASE
)
_NUMBER_OF: Final = re.compile(r"(?:the\s+)?(?:total\s+)?number\s+of\s+(?P<things>.+)", re.IGNORECASE)
_THERE: Final = re.compile(r"\s+(?:are|were)\s+there$", re.IGNORECASE)
_COPULA: Final = re.compile(r"(?P<noun>.+?\s+(?:is|are|was|were))\s+(?P<claim>.+)", re.IGNORECASE)
_ANY_VALUE_OF: Final = re.compile(r"(?:the\s+)?(?P<value>[^'’]+?)\s+of\s+(?P<thing>.+)", re.IGNORECASE)
_GENITIVE: Final = re.compile(r"(?P<thing>.+?)(?:['’]s|(?<=s)['’])\s+(?P<value>.+)")
_ECHO: Final = re.compile(r"\s+(?:does|do|did|has|have|had|is|are|was|were)$", re.IGNORECASE)


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


def valued_pair(question: WholeQuestion, one: Span, other: Span) -> list[QueryDraft] | None:
    """Two counts of things or two values that a question names; None where it is unclear what they are.

    They are two classes ("halls", "courses"), two numbers ("the number of halls in Leeds"), two values ("the price
    of A", "that of B"), or two attributes of one thing ("the height", "the width of A").
    """
    numbers = [_matched(_NUMBER_OF, question, span) for span in (one, other)]
    if all(numbers):
        return [question.draft("How many ", found.span("things"), "?") for found in numbers if found]
    nouns = [without_article(question, span) for span in (one, other)]
    if any(numbers) or all(question.class_at(noun) for noun in nouns):
        are_all = not any(numbers)
        return [question.draft("How many ", noun, " are there?") for noun in nouns] if are_all else None
    values = [_value_of(question, span) for span in (one, other)]
    same = _matched(_SAME_OF, question, other)
    if values[0] is not None and same is not None:
        values[1] = values[0][0], same.span("thing")
    elif values[0] is None and values[1] is not None and question.class_at(nouns[0]) is None:
        values[0] = nouns[0], values[1][1]
    found = [value for value in values if value is not None]
    drafts = [question.draft("What is the ", value, " of ", thing, "?") for value, thing in found]
    return drafts if len(drafts) == len(values) else None


def named_pair(question: WholeQuestion, asked: Span, other: Span) -> tuple[Parts, Parts] | None:
    """What is said of one thing and of another in its place, without "how"; None where that is unclear.

    They are two classes ("halls than courses are held in Leeds"), two things that are named ("seats does A have
    than B"), or two claims of things of a class ("halls are heated than unheated").
    """
    return (
        _of_classes(question, asked, other)
        or _of_names(question, asked, other)
        or _of_claims(question, asked, other)
    )


def _of_classes(question: WholeQuestion, asked: Span, other: Span) -> tuple[Parts, Parts] | None:
    there = _THERE.search(question.text, *asked)
    one = (asked[0], there.start() if there else asked[1])
    start = other[0]
    end = question.noun_end(start)
    if question.class_at(one) is None or end is None or end > other[1]:
        return None
    said: Parts = ((end, other[1]),) if end < other[1] else (" are there",)
    if there and end < other[1]:
        return None
    return (one, *said), ((start, end), *said)


def _of_names(question: WholeQuestion, asked: Span, other: Span) -> tuple[Parts, Parts] | None:
    """One name stands in the place of the other one, perhaps with the same preposition before it."""
    echo = _ECHO.search(question.text, *other)
    other = (other[0], echo.start() if echo else other[1])
    places = name_places(question.text, question.topics)
    first = [(start, end) for start, end, _ in places if asked[0] <= start and end <= asked[1]]
    second = [(start, end) for start, end, _ in places if other[0] <= start and end == other[1]]
    if len(first) != 1 or len(second) != 1:
        return None
    before = question.text[other[0] : second[0][0]].split()
    words = question.text[asked[0] : first[0][0]].split()
    is_repeated = not before or words[len(words) - len(before) :] == before
    if not is_repeated or (before and before[0].lower() not in PREPOSITIONS | {"the"}):
        return None
    return (asked,), ((asked[0], first[0][0]), second[0], (first[0][1], asked[1]))


def _of_claims(question: WholeQuestion, asked: Span, other: Span) -> tuple[Parts, Parts] | None:
    copula = _matched(_COPULA, question, asked)
    if copula is None:
        return None
    start, end = copula.span("claim")
    words = question.text[slice(*other)].lower().split()
    if words == ["not"]:
        return (asked,), (copula.span("noun"), " not ", (start, end))
    if words[0] not in PREPOSITIONS:
        return (asked,), (copula.span("noun"), " ", other)
    same = re.compile(rf"\b{words[0]}\b", re.IGNORECASE).search(question.text, start, end)
    return ((asked,), ((asked[0], same.start()), other)) if same else None


def without_article(question: WholeQuestion, span: Span) -> Span:
    """The words without an article before them."""
    found = _ARTICLE.match(question.text, *span)
    return (found.end(), span[1]) if found else span


def _value_of(question: WholeQuestion, span: Span) -> tuple[Span, Span] | None:
    """The words for a value and for the thing that has it: "the price of A", "A's price"."""
    found = _matched(_ANY_VALUE_OF, question, span) or _matched(_GENITIVE, question, span)
    return (found.span("value"), found.span("thing")) if found else None


def _matched(form: re.Pattern[str], question: WholeQuestion, span: Span) -> re.Match[str] | None:
    return form.fullmatch(question.text, *span)
