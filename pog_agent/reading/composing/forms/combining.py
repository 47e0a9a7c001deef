"""One query of the queries of plainer questions, with all that speaks against any of them."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from pydantic import ValidationError

from pog_agent.models import ElementReading, Reading, SpanReading
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.models.query import GraphPattern, Query
from pog_agent.models.query_draft import QueryDraft, ReadQuery
from pog_agent.reading.composing.forms.subquestions import WholeQuestion, operation_spans
from pog_agent.reading.composing.writing.unwritten import IncomparableError, UnwrittenError

Write = Callable[[Sequence[Query]], Query]
Rename = Callable[[str], str]
_NAMES: Final = ("variable", "source", "target", "name", "column")
_LISTS_OF_NAMES: Final = ("variables", "columns", "over")


def combined(
    question: WholeQuestion,
    parts: Sequence[QueryDraft],
    write: Write,
    operation: str,
    *,
    flaws: Sequence[Finding] = (),
    presupposed: Sequence[Query] = (),
    elements: Sequence[ElementReading] = (),
    spans: Sequence[SpanReading] = (),
) -> QueryDraft:
    """The query that is written of those of some parts; no query where a part has none, or nothing is written.

    Each other reading of a part gives another reading of the whole. `operation` says what is computed; `elements`
    and `spans` are what it reads besides the parts.
    """
    queries = [part.query for part in parts if part.query is not None]
    if len(queries) < len(parts):
        missing = next(part for part in parts if part.query is None)
        return QueryDraft(reason=missing.reason, refused=missing.refused)
    try:
        query = write(queries)
    except (UnwrittenError, ValidationError) as error:
        return QueryDraft(reason=_why(error), refused=isinstance(error, IncomparableError))
    reads = [ReadQuery(query=part.query, reading=part.reading, flaws=part.flaws) for part in parts if part.query]
    whole = _read(question, query, reads, operation, (flaws, elements, spans))
    rivals, unwritten = list[ReadQuery](), list[Finding]()
    for place, part in enumerate(parts):
        for rival in part.rivals:
            others = [*reads[:place], rival, *reads[place + 1 :]]
            try:
                other = write([item.query for item in others])
            except (UnwrittenError, ValidationError) as error:
                unwritten = [finding("reading-unwritten", _why(error))]
                continue
            rivals.append(_read(question, other, others, operation, (flaws, elements, spans)))
    return QueryDraft(
        query=query,
        reading=whole.reading,
        flaws=(*whole.flaws, *unwritten),
        rivals=tuple(rivals),
        asks_for_one=query.form == "rows" and not query.is_grouped,
        presupposed=(*(item for part in parts for item in part.presupposed), *presupposed),
        untold=tuple(item for part in parts for item in part.untold),
        reason="; ".join(dict.fromkeys(part.reason for part in parts if part.reason)),
    )


def each_there(parts: Sequence[QueryDraft]) -> tuple[Query, ...]:
    """That the graph has what each of some plainer questions asks for."""
    patterns = [part.query.pattern for part in parts if part.query is not None]
    return tuple(Query(form="exists", pattern=pattern) for pattern in patterns if pattern.elements)


def renamed(pattern: GraphPattern, name_of: Rename) -> GraphPattern:
    """The same pattern with other names of its variables."""
    return GraphPattern.model_validate(_renamed(pattern.model_dump(), name_of))


def _renamed(value: Any, name_of: Rename) -> Any:
    if isinstance(value, dict):
        return {key: _renamed_field(key, item, name_of) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_renamed(item, name_of) for item in value]
    return value


def _renamed_field(key: str, value: Any, name_of: Rename) -> Any:
    if key in _NAMES and isinstance(value, str):
        return name_of(value)
    if key in _LISTS_OF_NAMES and all(isinstance(item, str) for item in value):
        return [name_of(item) for item in value]
    return _renamed(value, name_of)


def _read(
    question: WholeQuestion,
    query: Query,
    parts: Sequence[ReadQuery],
    operation: str,
    added: tuple[Sequence[Finding], Sequence[ElementReading], Sequence[SpanReading]],
) -> ReadQuery:
    flaws, elements, own_spans = added
    spans = tuple(dict.fromkeys([*(span for part in parts for span in part.reading.spans), *own_spans]))
    given = [*(item for part in parts for item in part.reading.elements), *elements]
    asking = operation_spans(question, Reading(spans=spans, elements=tuple(given)), operation)
    asked_by = " ".join(span.text for span in asking) or question.text
    done = ElementReading(role="operation", text=operation, asked_by=asked_by, likeness=1.0)
    reading = Reading(
        spans=tuple(sorted((*spans, *asking), key=lambda span: span.start)),
        elements=tuple(dict.fromkeys([*given, done])),
    )
    told = dict.fromkeys([*(flaw for part in parts for flaw in part.flaws), *flaws])
    return ReadQuery(query=query, reading=reading, flaws=tuple(told))


def _why(error: UnwrittenError | ValidationError) -> str:
    return str(error) if isinstance(error, UnwrittenError) else "the parts make no query together"
