"""From a resolved draft to the query that yields its answer over the whole graph."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from pydantic import ValidationError

from pog_agent.answering.proof.cited_shape import ANSWER, VALUE, PatternWriter, joined, shapes_of, united
from pog_agent.answering.resolution import Cited, Resolution, alike_citations, by_topics
from pog_agent.models import EXTREMES, AnswerDraft, Operation
from pog_agent.models.query import (
    Aggregate,
    Column,
    ComparisonTest,
    Constant,
    ConstantValue,
    DatePart,
    Expression,
    GraphPattern,
    OrderKey,
    Query,
    RankWindow,
    TextTest,
    VariableValue,
)
from pog_agent.models.query_draft import KEY_PREFIX
from pog_agent.query.local.literals import DATE, DATETIME, DOUBLE, INTEGER, YEAR, parse_literal
from pog_agent.reading.answer_type import DatePartName
from pog_agent.terms import Term, is_literal, literal_language

KEY = f"{KEY_PREFIX}{VALUE}"
"""The column of the values by which an extreme is chosen."""


@dataclass(frozen=True)
class ComposedQuery:
    """A query, None where no query yields the answer; then `lacking` says why."""

    query: Query | None
    lacking: str = ""


def judged_query(
    draft: AnswerDraft,
    resolution: Resolution,
    topics: Collection[Term],
    *,
    leaves_out: bool = False,
    by_date: bool = False,
) -> Query | None:
    """The query that an answer is held against its question by; None where no path shows it or no query says it.

    It may give more than the answer: what a question states of the facts on a path is no part of it. An extreme
    is a rank here, `by_date` or by numbers, and what the question `leaves_out` by name is left out by tests.
    """
    writer = PatternWriter(differing=False, with_nodes=False)
    restrictions = _left_out(resolution) if leaves_out else GraphPattern()
    try:
        if draft.operation == "exists":
            return _existence(resolution, writer) if resolution.showing else None
        if not resolution.cited:
            return None
        if draft.operation in EXTREMES:
            found = _candidates(draft, resolution, frozenset(topics), restrictions, writer)
            return _ranked_somehow(found, draft.operation, by_date=by_date)
        parts = [_united_of(items, writer) for items in by_topics(resolution.cited, frozenset(topics))]
        pattern = joined([*parts, restrictions])
        if draft.operation == "count":
            return _counting(pattern)
        return Query(pattern=pattern, columns=(_column(ANSWER),))
    except (ValidationError, _InexpressibleError):
        return None


def _left_out(resolution: Resolution) -> GraphPattern:
    """Tests that leave out what a draft does."""
    own = VariableValue(variable=ANSWER)
    tests = (
        ComparisonTest(left=own, operator="!=", right=ConstantValue(term=term)) for term in resolution.left_out
    )
    return GraphPattern(conditions=tuple(tests))


def _ranked_somehow(candidates: Query, operation: Operation, *, by_date: bool) -> Query:
    """The candidates in an order by their values, of whatever kind these are."""
    variable = key_variable(candidates)
    key = DatePart(part="year", variable=variable) if by_date else VariableValue(variable=variable, type="number")
    return candidates.model_copy(
        update={
            "columns": (_column(ANSWER), Column(name=KEY, expression=key)),
            "order_by": (OrderKey(column=KEY, descending=operation in ("latest", "largest")),),
            "ranks": RankWindow(last=1),
        }
    )


class _InexpressibleError(Exception):
    """Something of an answer is no part of a query; the message says what."""


def query_of(
    draft: AnswerDraft, resolution: Resolution, topics: Collection[Term], *, differing: bool = True
) -> ComposedQuery:
    """The query whose result over the whole graph is the answer: its first column, its truth or its value.

    Citations of the same topics are united, those of different topics joined. With `differing`, the query says
    that no node stands twice on a path; without, it is shorter, and the same in most graphs. For an extreme, the
    rows are all candidates with their values in the column `KEY`, if these are not the answers: `ranked` chooses
    of them. No query yields a no, a profile, and what blank nodes stand for; nor answers that are read from paths
    if some have no name, if a condition restricts them, or if they are spellings of one value.
    """
    try:
        return ComposedQuery(_composed(draft, resolution, frozenset(topics), PatternWriter(differing)))
    except _InexpressibleError as error:
        return ComposedQuery(None, str(error))
    except ValidationError as error:
        return ComposedQuery(None, str(error.errors()[0]["msg"]).removeprefix("Value error, "))


def _composed(draft: AnswerDraft, resolution: Resolution, topics: frozenset[Term], writer: PatternWriter) -> Query:
    if draft.kind == "profile":
        raise _InexpressibleError("a profile shows a part of what the graph has")
    if draft.operation == "exists":
        return _existence(resolution, writer)
    if draft.operation == "none":
        _refuse_inexpressible(resolution)
    restrictions = _restrictions(draft, resolution)
    if draft.operation in EXTREMES:
        return _candidates(draft, resolution, topics, restrictions, writer)
    parts = [_united_of(items, writer) for items in by_topics(resolution.cited, topics)]
    pattern = joined([*parts, restrictions])
    if draft.operation == "count":
        return _counting(pattern)
    return Query(pattern=pattern, columns=(_column(ANSWER),))


def _counting(pattern: GraphPattern) -> Query:
    number = Column(name="number", expression=Aggregate(function="count", over=(ANSWER,)))
    return Query(form="scalar", pattern=pattern, columns=(number,))


def _refuse_inexpressible(resolution: Resolution) -> None:
    if any(item.carrying is not None for item in resolution.cited):
        raise _InexpressibleError("what a question states of the facts on a path is no part of the query")
    if resolution.nameless:
        raise _InexpressibleError("a query does not tell which nodes have a name")


def _column(variable: str) -> Column:
    return Column(name=variable, expression=VariableValue(variable=variable))


def _united_of(cited: Sequence[Cited], writer: PatternWriter) -> GraphPattern:
    return united([writer.pattern(shape) for shape in writer.shapes(cited)], (ANSWER,))


def _existence(resolution: Resolution, writer: PatternWriter) -> Query:
    """A yes is that every path exists that shows it."""
    if not resolution.showing:
        raise _InexpressibleError("a no cites no path")
    parts = []
    for item, ends in resolution.showing:
        (shape,) = shapes_of([item])
        if ends:
            shape.terms[item.position] = tuple(ends)
        parts.append(writer.pattern(shape, is_answer=False))
    return Query(form="exists", pattern=joined(parts))


def _restrictions(draft: AnswerDraft, resolution: Resolution) -> GraphPattern:
    """The answers that `only` names, and what tells one spelling of each value from the others.

    That is a language; where none does, an operation is over the terms themselves.
    """
    candidates, values = resolution.candidates, resolution.terms
    elements = (Constant(variable=ANSWER, terms=tuple(candidates)),) if draft.only and candidates else ()
    if set(candidates) == set(values):
        return GraphPattern(elements=elements)
    tags = {literal_language(term) or "" for term in values if is_literal(term)}
    tag = min(tags, key=len) if tags else ""
    if not tag or set(values) != {term for term in candidates if _is_in(term, tag)}:
        if draft.operation != "none":
            return GraphPattern(elements=(Constant(variable=ANSWER, terms=tuple(values)),))
        raise _InexpressibleError("a query does not tell which literals are spellings of one value")
    return GraphPattern(elements=elements, conditions=(TextTest(variable=ANSWER, test="language", text=tag),))


def _is_in(term: Term, tag: str) -> bool:
    """Whether a language is the one of a tag or one of its regions."""
    return is_literal(term) and f"{literal_language(term) or ''}-".casefold().startswith(f"{tag}-".casefold())


def _candidates(
    draft: AnswerDraft,
    resolution: Resolution,
    topics: frozenset[Term],
    restrictions: GraphPattern,
    writer: PatternWriter,
) -> Query:
    """The answers that an extreme is chosen from, with their values."""
    groups = by_topics(resolution.cited, topics)
    parts, columns = [], [_column(ANSWER)]
    if draft.key_position is not None and draft.key_position != resolution.cited[0].position:
        alike = alike_citations(resolution.cited)
        shapes = [writer.pattern(shape, key_position=draft.key_position) for shape in writer.shapes(alike)]
        parts = [united(shapes, (ANSWER, VALUE))]
        groups = [items for items in groups if items != alike]
        columns.append(Column(name=KEY, expression=VariableValue(variable=VALUE)))
    parts += [_united_of(items, writer) for items in groups]
    return Query(pattern=joined([*parts, restrictions]), columns=tuple(columns))


def key_variable(candidates: Query) -> str:
    """The variable by which an extreme is chosen from candidates: their values, or the answers themselves."""
    return ANSWER if len(candidates.columns) == 1 else VALUE


def ranked(candidates: Query, values: Collection[Term], operation: Operation) -> Query | None:
    """The candidates at the first place of an order by their values, with those that tie.

    None where no query orders these values, which are all that the candidates have: they must be numbers, years,
    or dates of one kind.
    """
    key = _ordered_value(key_variable(candidates), values)
    if key is None:
        return None
    return Query(
        pattern=candidates.pattern,
        columns=(_column(ANSWER), Column(name=KEY, expression=key)),
        order_by=(OrderKey(column=KEY, descending=operation in ("latest", "largest")),),
        ranks=RankWindow(last=1),
    )


def parts_of_dates(dates: Query, part: DatePartName) -> Query:
    """The years, months or decades of the dates that a query yields."""
    column = Column(name=part, expression=DatePart(part=part, variable=ANSWER))
    return Query(pattern=dates.pattern, columns=(column,))


def restricted(candidates: Query, values: Sequence[Term]) -> Query:
    """The candidates that have one of some values. Raises `ValidationError` for values that no query can name."""
    constant = Constant(variable=key_variable(candidates), terms=tuple(values))
    return Query(
        pattern=joined([candidates.pattern, GraphPattern(elements=(constant,))]), columns=candidates.columns
    )


def _ordered_value(variable: str, values: Collection[Term]) -> Expression | None:
    """How a variable is read: as a number, a date or a year, if all the values are one of these."""
    read = [parse_literal(term) for term in values]
    kinds = {item.kind for item in read}
    if kinds and all(INTEGER <= kind <= DOUBLE for kind in kinds):
        return VariableValue(variable=variable, type="number")
    if kinds == {YEAR}:
        return DatePart(part="year", variable=variable)
    zoned = {item.zoned for item in read}
    if kinds in ({DATE}, {DATETIME}) and len(zoned) == 1:
        type_ = "date" if kinds == {DATE} else "dateTime"
        return VariableValue(variable=variable, type=type_, zoned=zoned.pop())
    return None
