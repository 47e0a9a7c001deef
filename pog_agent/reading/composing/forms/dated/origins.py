"""Spans of time that are counted from one date of a thing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pog_agent.models import ElementReading
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.models.query import Query
from pog_agent.models.query_draft import QueryDraft
from pog_agent.reading.composing.forms.combining import combined
from pog_agent.reading.composing.forms.dated.times import dated_beside, drafts_of
from pog_agent.reading.composing.forms.operands import Operand, operand_of
from pog_agent.reading.composing.forms.subquestions import Span, WholeQuestion
from pog_agent.reading.composing.writing.unwritten import UnwrittenError
from pog_agent.reading.schema.lexicon import SchemaLexicon
from pog_agent.terms import Term


@dataclass(frozen=True)
class TimeSpan:
    """The query for a span of time, what speaks against it, and what it takes for granted."""

    query: Query
    flaws: tuple[Finding, ...] = ()
    presupposed: tuple[Query, ...] = ()
    elements: tuple[ElementReading, ...] = ()


def from_origin(
    question: WholeQuestion,
    relations: tuple[Term, ...],
    thing: Span,
    write: Callable[[Operand], TimeSpan],
    told: str,
) -> QueryDraft:
    """The query for a span that begins with one of some dates of a thing; the other dates are other readings."""
    lexicon = question.vocabulary.lexicon
    found = []
    for draft in drafts_of(question, relations, thing):
        if draft.query is None:
            continue
        try:
            span = write(operand_of(draft.query, lexicon, "one"))
        except UnwrittenError as error:
            return QueryDraft(reason=str(error))
        found.append(
            combined(
                question,
                (draft,),
                lambda queries: write(operand_of(queries[0], lexicon, "one")).query,
                told,
                flaws=span.flaws,
                presupposed=span.presupposed,
                elements=span.elements,
            )
        )
    return _with_rivals(found) if found else QueryDraft(reason="the graph has no date that this is counted from")


def _with_rivals(drafts: Sequence[QueryDraft]) -> QueryDraft:
    """The first draft; the others are other readings of the question."""
    first, *others = drafts
    flaws = [finding("other-origin", len(others))] if others else []
    return first.model_copy(update={"flaws": (*first.flaws, *flaws)})


def only_date(start: Operand, relations: tuple[Term, ...], lexicon: SchemaLexicon, reason: str) -> Term:
    """The one of some dates that the thing of an operand has, too. Raises `UnwrittenError` with the reason."""
    found = list(dated_beside(start, relations, lexicon))
    if len(found) != 1:
        raise UnwrittenError(reason)
    return found[0]
