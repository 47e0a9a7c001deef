"""Ages, today and when something happened."""

import re
from collections.abc import Sequence
from datetime import date
from typing import Final

from pog_agent.models import ElementReading
from pog_agent.models.findings.finding import finding
from pog_agent.models.query import (
    Arithmetic,
    Column,
    ConstantValue,
    DateDifference,
    Expression,
    Operator,
    Query,
    VariableValue,
)
from pog_agent.models.query_draft import QueryDraft
from pog_agent.reading.composing.forms.combining import combined, with_contrary
from pog_agent.reading.composing.forms.dated.origins import TimeSpan, from_origin, only_date
from pog_agent.reading.composing.forms.dated.times import (
    dates_named,
    dates_of_event,
    day,
    drafts_of,
    is_exact,
    value_beside,
    without_end,
    year_of,
    years_between,
)
from pog_agent.reading.composing.forms.operands import Operand, joined_operands, operand_of, two_operands
from pog_agent.reading.composing.forms.subquestions import Span, WholeQuestion
from pog_agent.reading.composing.writing.unwritten import UnwrittenError
from pog_agent.reading.extremes import ORIGINS
from pog_agent.reading.schema.lexicon import SchemaLexicon
from pog_agent.terms import XSD, Term, literal

_NOW: Final = re.compile(r"^\W*how\s+old\s+(?:is|are)\s+(?P<thing>.+?)(?:\s+(?:now|today))?\W*$", re.IGNORECASE)
_THEN: Final = re.compile(
    r"^\W*how\s+old\s+(?:was|were)\s+(?P<thing>.+?)\s+when\s+(?:he|she|it|they)\s+(?:was\s+|were\s+)?(?P<verb>[a-z]+)"
    r"\W*$",
    re.IGNORECASE,
)
_IN_YEAR: Final = re.compile(
    r"^\W*how\s+old\s+(?:was|were)\s+(?P<thing>.+?)\s+in\s+(?:the\s+year\s+)?(?P<year>\d{4})\W*$", re.IGNORECASE
)
_OLDER: Final = re.compile(
    r"^\W*(?:by\s+)?how\s+(?:many\s+years|(?P<much>much))\s+(?P<word>older|younger)\s+(?:is|was|are)\s+(?P<one>.+?)\s+than\s+(?P<other>.+?)"
    r"\W*$",
    re.IGNORECASE,
)
_AGES: Final = (("age",), ("current", "age"), ("age", "in", "years"), ("age", "years"))
YEARS: Final = "years"


def age(question: WholeQuestion, today: date) -> QueryDraft | None:
    """The query for a question that asks how old something is; None for any other."""
    now, then, in_year = (form.match(question.text) for form in (_NOW, _THEN, _IN_YEAR))
    if now is not None:
        return _stored_age(question, now.span("thing")) or _age_now(question, now.span("thing"), today)
    if then is not None:
        return _age_then(question, then)
    if in_year is not None:
        return _age_in_year(question, in_year)
    older = _OLDER.match(question.text)
    return _years_older(question, older) if older is not None else None


def _stored_age(question: WholeQuestion, thing: Span) -> QueryDraft | None:
    """The age that the graph tells itself."""
    lexicon = question.vocabulary.lexicon
    names = [
        lexicon.label(relation)
        for relation in lexicon.attributes
        if lexicon.is_numeric(relation) and any(form.words in _AGES for form in lexicon.forms.get(relation, ()))
    ]
    drafts = [question.draft("What is the ", name, " of ", thing, "?") for name in names]
    found = [draft for draft in drafts if draft.query and not draft.flaws and not draft.reading.unread]
    if len(found) != 1:
        return None
    return combined(question, found, lambda queries: queries[0], "age")


def _age_now(question: WholeQuestion, thing: Span, today: date) -> QueryDraft:
    lexicon = question.vocabulary.lexicon

    def write(start: Operand) -> TimeSpan:
        value: Expression
        if is_exact(start.value) and isinstance(start.value, VariableValue):
            value = DateDifference(unit="years", start=start.value, end=day(today))
        else:
            this_year = ConstantValue(term=literal(str(today.year), XSD + "integer"))
            value = Arithmetic(operation="-", left=this_year, right=year_of(start.value))
        query = Query(pattern=start.pattern, columns=(Column(name=YEARS, expression=value),))
        flaws = () if is_exact(start.value) else (finding("only-years"),)
        return TimeSpan(query, flaws, without_end(start, lexicon))

    told = f"completed years up to today, {today.isoformat()}"
    return from_origin(question, dates_named(ORIGINS, lexicon), thing, write, told)


def _age_then(question: WholeQuestion, match: re.Match[str]) -> QueryDraft:
    lexicon = question.vocabulary.lexicon
    events = dates_of_event(match["verb"], lexicon)

    def write(start: Operand) -> TimeSpan:
        return _up_to(start, events, lexicon, match["verb"])

    return from_origin(question, dates_named(ORIGINS, lexicon), match.span("thing"), write, "completed years")


def _up_to(start: Operand, events: tuple[Term, ...], lexicon: SchemaLexicon, verb: str) -> TimeSpan:
    """The years from a date to the only one of some others that the same thing has."""
    event = only_date(start, events, lexicon, f"the graph has no one date for {verb!r}")
    pattern, end = value_beside(start, event, lexicon)
    query = Query(pattern=pattern, columns=(Column(name=YEARS, expression=years_between(start.value, end)),))
    element = ElementReading(role="relation", text=lexicon.label(event), asked_by=verb, likeness=1.0)
    return TimeSpan(query, () if is_exact(start.value, end) else (finding("only-years"),), (), (element,))


def _age_in_year(question: WholeQuestion, match: re.Match[str]) -> QueryDraft:
    lexicon = question.vocabulary.lexicon
    year = ConstantValue(term=literal(match["year"], XSD + "integer"))

    def write(start: Operand) -> TimeSpan:
        value = Arithmetic(operation="-", left=year, right=year_of(start.value))
        flaw = finding("age-one-less", match["year"])
        return TimeSpan(Query(pattern=start.pattern, columns=(Column(name=YEARS, expression=value),)), (flaw,))

    return from_origin(
        question, dates_named(ORIGINS, lexicon), match.span("thing"), write, f"years to {match['year']}"
    )


def _years_older(question: WholeQuestion, match: re.Match[str]) -> QueryDraft:
    """The years from the origin of the older thing to that of the younger one."""
    lexicon = question.vocabulary.lexicon
    is_younger = match["word"].lower() == "younger"
    unit = YEARS if match["much"] else ""
    parts = [drafts_of(question, dates_named(ORIGINS, lexicon), match.span(name)) for name in ("one", "other")]
    if any(len(found) != 1 for found in parts):
        return QueryDraft(reason="the graph has no one date from which the age of both is counted")

    def write(queries: Sequence[Query], operator: Operator, *, is_turned: bool, unit: str) -> Query:
        one, other = two_operands(queries, lexicon)
        if one.relation != other.relation:
            raise UnwrittenError("the ages are not counted from the same date")
        first, last = (other, one) if is_turned else (one, other)
        years = Column(name=YEARS, expression=years_between(first.value, last.value), unit=unit)
        return Query(pattern=joined_operands(first, last, operator), columns=(years,))

    drafts = [found[0] for found in parts]
    values = [operand_of(draft.query, lexicon, "one").value for draft in drafts if draft.query is not None]
    flaws = () if is_exact(*values) else (finding("only-years"),)
    draft = combined(
        question,
        drafts,
        lambda queries: write(queries, "<", is_turned=is_younger, unit=unit),
        "completed years",
        flaws=flaws,
    )
    return with_contrary(draft, drafts, lambda queries: write(queries, "<=", is_turned=not is_younger, unit=YEARS))
