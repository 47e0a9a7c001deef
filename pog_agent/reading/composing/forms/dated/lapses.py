"""How long something lasted, and how much time lies between two events."""

import re
from collections.abc import Sequence
from typing import Final

from pog_agent.models import ElementReading
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.models.query import Arithmetic, Column, DateDifference, DatePart, Expression, Query, VariableValue
from pog_agent.models.query_draft import QueryDraft, ReadQuery
from pog_agent.reading.composing.forms.combining import combined, with_contrary
from pog_agent.reading.composing.forms.dated.origins import TimeSpan, from_origin, only_date
from pog_agent.reading.composing.forms.dated.times import (
    ENDS,
    FINISHES,
    STARTS,
    dates_named,
    dates_of_event,
    drafts_of,
    is_exact,
    value_beside,
    year_of,
    years_between,
)
from pog_agent.reading.composing.forms.operands import Operand, joined_operands, operand_of, two_operands
from pog_agent.reading.composing.forms.subquestions import Span, WholeQuestion
from pog_agent.reading.composing.writing.unwritten import UnwrittenError
from pog_agent.reading.extremes import ORIGINS
from pog_agent.reading.question_words import name_places
from pog_agent.reading.schema.lexicon import SchemaLexicon
from pog_agent.terms import XSD, Term

_LASTED: Final = re.compile(
    r"^\W*how\s+(?:long|many\s+days)\s+did\s+(?P<thing>.+?)\s+(?P<verb>last|take|run)\W*$", re.IGNORECASE
)
_EXISTED: Final = re.compile(
    r"^\W*(?:for\s+)?how\s+(?:many\s+years|long)\s+did\s+(?P<thing>.+?)\s+(?P<verb>exist|survive)\W*$",
    re.IGNORECASE,
)
_BETWEEN: Final = re.compile(
    r"^\W*how\s+(?:many\s+(?P<unit>years|days)|long)\s+(?:passed|elapsed|lie|lay|was\s+it|(?:are|were)\s+there)\s+"
    r"between\s+the\s+(?P<first>[a-z]+)\s+and\s+(?:the\s+)?(?P<last>[a-z]+)\s+of\s+(?P<thing>.+?)\W*$",
    re.IGNORECASE,
)
_APART: Final = re.compile(
    r"^\W*how\s+(?:many\s+(?P<unit>years|days)|long)\s+(?P<word>after|before)\s+(?P<other>.+?)\s+(?:was|were|did)\s+"
    r"(?P<one>.+?)\s+(?P<verb>come\s+out|[a-z]+)\W*$",
    re.IGNORECASE,
)
_ARTICLE: Final = re.compile(r"(?:the\s+)?", re.IGNORECASE)
_ENDINGS: Final = frozenset({"end", "ending", "close", "finish"})
YEARS: Final = "years"
DAYS: Final = "days"
NO_END: Final = "the graph has no one date of an end"


def lapse(question: WholeQuestion) -> QueryDraft | None:
    """The query for a question how long something lasted, or what time lies between two events; else None."""
    apart = _APART.match(question.text)
    if apart is not None and all(_is_name(question, apart.span(name)) for name in ("one", "other")):
        return _apart(question, apart)
    between = _BETWEEN.match(question.text)
    if between is not None:
        return _between(question, between)
    existed = _EXISTED.match(question.text)
    if existed is not None:
        ends = dates_named(ENDS, question.vocabulary.lexicon)
        return _within(question, existed, _dates(question, ORIGINS), ends, ("verb", YEARS))
    lasted = _LASTED.match(question.text)
    return _duration(question, lasted) if lasted is not None else None


def _duration(question: WholeQuestion, match: re.Match[str]) -> QueryDraft | None:
    """The days from the start to the end, unless the graph has a duration itself."""
    plain = question.draft((0, len(question.text)))
    if plain.query is not None and not plain.flaws and not plain.reading.unread:
        return None
    ends = dates_named(FINISHES, question.vocabulary.lexicon)
    return _within(
        question, match, _dates(question, STARTS), ends, ("verb", DAYS), flaws=(finding("days-at-both-ends"),)
    )


def _between(question: WholeQuestion, match: re.Match[str]) -> QueryDraft:
    """The time from one date of a thing to another one, each of which a noun names."""
    lexicon = question.vocabulary.lexicon
    first, last = match["first"].lower(), match["last"].lower()
    starts, flaws = dates_of_event(first, lexicon), list[Finding]()
    if first in STARTS and not starts:
        starts = dates_named(STARTS, lexicon) or dates_named(ORIGINS, lexicon)
        flaws = [] if dates_named(STARTS, lexicon) else [finding("date-uncertain", first)]
    ends = dates_of_event(last, lexicon)
    if last in _ENDINGS and not ends:
        ends = dates_named(FINISHES, lexicon) or dates_named(ENDS, lexicon)
    return _within(question, match, starts, ends, ("last", _unit(match)), flaws=flaws)


def _within(
    question: WholeQuestion,
    match: re.Match[str],
    starts: tuple[Term, ...],
    ends: tuple[Term, ...],
    told: tuple[str, str],
    *,
    flaws: Sequence[Finding] = (),
) -> QueryDraft:
    """The time from one of some dates of a thing to the only other one of it; `told` are its word and the unit."""
    lexicon = question.vocabulary.lexicon
    word, unit = told

    def write(start: Operand) -> TimeSpan:
        finish = only_date(start, tuple(item for item in ends if item not in starts), lexicon, NO_END)
        pattern, end = value_beside(start, finish, lexicon)
        element = ElementReading(role="relation", text=lexicon.label(finish), asked_by=match[word], likeness=1.0)
        query = Query(pattern=pattern, columns=(Column(name=unit, expression=_lapse(start.value, end, unit)),))
        is_told = is_exact(start.value, end) or _are_years((start.relation, finish), lexicon)
        own = () if is_told else (finding("only-years"),)
        return TimeSpan(query, (*flaws, *own), (), (element,))

    return from_origin(question, starts, match.span("thing"), write, f"{unit} from the start to the end")


def _apart(question: WholeQuestion, match: re.Match[str]) -> QueryDraft:
    """The time from what happened to one thing until it happened to the other one."""
    lexicon = question.vocabulary.lexicon
    relations = dates_of_event(match["verb"], lexicon)
    parts = [drafts_of(question, relations, match.span(name)) for name in ("one", "other")]
    if any(len(found) != 1 for found in parts):
        return QueryDraft(reason=f"the graph has no one date for {match['verb']!r} of both")
    drafts = [found[0] for found in parts]
    unit, is_after = _unit(match), match["word"].lower() == "after"

    def write(queries: Sequence[Query], *, is_turned: bool, by_year: bool = False) -> Query:
        one, other = two_operands(queries, lexicon)
        if one.relation != other.relation:
            raise UnwrittenError("the two dates are not those of one event")
        first, last = (other, one) if is_turned else (one, other)
        value = _years_apart(first, last) if by_year else _lapse(first.value, last.value, unit)
        columns = (Column(name=unit, expression=value),)
        return Query(pattern=joined_operands(first, last, "<="), columns=columns)

    draft = combined(question, drafts, lambda queries: write(queries, is_turned=is_after), f"{unit} between them")
    if draft.query is None:
        return draft
    queries = [part.query for part in drafts if part.query is not None]
    operands = [operand_of(query, lexicon, "one") for query in queries]
    is_of_days = is_exact(*(item.value for item in operands))
    if not (is_of_days or _are_years([item.relation for item in operands], lexicon)):
        draft = draft.model_copy(update={"flaws": (*draft.flaws, finding("only-years"))})
    elif unit == YEARS and is_of_days:
        # Nobody tells whether full years are meant, or how far apart the years of the calendar are.
        by_year = write(queries, is_turned=is_after, by_year=True)
        rival = ReadQuery(query=by_year, reading=draft.reading, flaws=draft.flaws)
        draft = draft.model_copy(update={"rivals": (*draft.rivals, rival)})
    return with_contrary(draft, drafts, lambda queries: write(queries, is_turned=not is_after))


def _unit(match: re.Match[str]) -> str:
    return (match["unit"] or YEARS).lower()


def _lapse(start: VariableValue | DatePart, end: VariableValue | DatePart, unit: str) -> Expression:
    """The days or years from one date to another. Raises `UnwrittenError` for days between mere years."""
    if unit == YEARS:
        return years_between(start, end)
    if not (isinstance(start, VariableValue) and isinstance(end, VariableValue) and is_exact(start, end)):
        raise UnwrittenError("the start and the end are no days")
    return DateDifference(unit="days", start=start, end=end)


def _years_apart(first: Operand, last: Operand) -> Expression:
    return Arithmetic(operation="-", left=year_of(last.value), right=year_of(first.value))


def _are_years(relations: Sequence[Term], lexicon: SchemaLexicon) -> bool:
    """Whether dates are told by their years alone: then no question asks for full years."""
    return all(lexicon.is_year_number(item) or lexicon.datatypes(item) == {XSD + "gYear"} for item in relations)


def _dates(question: WholeQuestion, words: tuple[str, ...]) -> tuple[Term, ...]:
    return dates_named(words, question.vocabulary.lexicon)


def _is_name(question: WholeQuestion, span: Span) -> bool:
    """Whether a span is one name, with or without an article."""
    start = span[0] + len(_ARTICLE.match(question.text, *span)[0])  # type: ignore[index]
    return any((start, span[1]) == (begin, end) for begin, end, _ in name_places(question.text, question.topics))
