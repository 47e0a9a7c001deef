"""The year, month or decade of what happened to a thing, and how many things it happened to in each."""

import re
from collections.abc import Sequence
from typing import Final, Literal

from pog_agent.models.query import Aggregate, Column, DatePart, Query, VariableValue
from pog_agent.models.query_draft import QueryDraft
from pog_agent.reading.composing.forms.combining import Write, combined
from pog_agent.reading.composing.forms.dates import check_computable, dates_of_event, drafts_of
from pog_agent.reading.composing.forms.operands import operand_of
from pog_agent.reading.composing.forms.subquestions import Span, WholeQuestion
from pog_agent.reading.composing.writing.unwritten import UnwrittenError
from pog_agent.terms import Term

_WHEN: Final = re.compile(
    r"^\W*(?:(?:in|during)\s+)?(?:which|what)\s+(?P<part>year|month|decade)\s+(?:was|were|is|did|has|had)\s+(?P<thing>.+?)"
    r"\s+(?P<verb>[a-z]+)\W*$",
    re.IGNORECASE,
)
_PER: Final = re.compile(
    r"^\W*how\s+many\s+(?P<rest>.+?)(?:\s+(?:was|were|are|did))?\s+(?P<verb>(?!there\b)[a-z]+)\s+(?:per|in\s+each|in\s+every|each|every)"
    r"\s+(?P<part>year|decade)\W*$",
    re.IGNORECASE,
)
Part = Literal["year", "month", "decade"]


def period(question: WholeQuestion) -> QueryDraft | None:
    """The query for a question that asks for years, months or decades; None for any other question."""
    when, per = _WHEN.match(question.text), _PER.match(question.text)
    if when is not None:
        return _when(question, _event_drafts(question, when, when.span("thing")), _part(when))
    if per is None:
        return None
    start, end = per.span("rest")
    if question.noun_end(start) != end:
        return QueryDraft(reason="it is not clear what is counted")
    return _per(question, _event_drafts(question, per, (start, end)), _part(per))


def _part(match: re.Match[str]) -> Part:
    found: dict[str, Part] = {"year": "year", "month": "month", "decade": "decade"}
    return found[match["part"].lower()]


def _event_drafts(question: WholeQuestion, match: re.Match[str], thing: Span) -> tuple[QueryDraft, ...]:
    """What is composed for the dates of what a verb says happened."""
    events: tuple[Term, ...] = dates_of_event(match["verb"], question.vocabulary.lexicon)
    return drafts_of(question, events, thing)


def _when(question: WholeQuestion, drafts: Sequence[QueryDraft], part: Part) -> QueryDraft:
    """The part of the one date of a thing."""
    lexicon = question.vocabulary.lexicon

    def write(queries: Sequence[Query]) -> Query:
        operand = operand_of(queries[0], lexicon, "one")
        check_computable(operand.value)
        if isinstance(operand.value, VariableValue) and operand.value.type == "number":
            if part != "year":
                raise UnwrittenError(f"the graph has a number and not a date, which has no {part}")
            return Query(pattern=operand.pattern, columns=(Column(name=part, expression=operand.value),))
        column = Column(name=part, expression=DatePart(part=part, variable=operand.variable))
        return Query(pattern=operand.pattern, columns=(column,))

    return _of_one_date(question, drafts, write, part)


def _per(question: WholeQuestion, drafts: Sequence[QueryDraft], part: Part) -> QueryDraft:
    """How many things of a class have their date in each part."""
    lexicon = question.vocabulary.lexicon

    def write(queries: Sequence[Query]) -> Query:
        operand = operand_of(queries[0], lexicon, "one")
        check_computable(operand.value)
        if isinstance(operand.value, VariableValue) and operand.value.type == "number":
            raise UnwrittenError("the graph has numbers and no dates to count by")
        columns = (
            Column(name=part, expression=DatePart(part=part, variable=operand.variable)),
            Column(name="number", expression=Aggregate(function="count", over=(operand.thing,))),
        )
        return Query(pattern=operand.pattern, columns=columns)

    return _of_one_date(question, drafts, write, f"number in each {part}")


def _of_one_date(question: WholeQuestion, drafts: Sequence[QueryDraft], write: Write, told: str) -> QueryDraft:
    if len(drafts) != 1:
        return QueryDraft(reason="the graph has no one date for what happened")
    return combined(question, drafts, write, told)
