"""Differences of one attribute: between two things, or between the greatest and the least value."""

import re
from collections.abc import Sequence
from typing import Final

from pog_agent.models.query import (
    Aggregate,
    Arithmetic,
    Column,
    Combination,
    GraphPattern,
    Query,
    ScalarValue,
    VariableValue,
)
from pog_agent.models.query_draft import QueryDraft
from pog_agent.reading.composing.forms.combining import combined, renamed
from pog_agent.reading.composing.forms.operands import (
    Operand,
    edge_to,
    joined_operands,
    two_numbers,
    value_column,
)
from pog_agent.reading.composing.forms.subquestions import Span, WholeQuestion
from pog_agent.reading.composing.writing.unwritten import UnwrittenError
from pog_agent.reading.extremes import degree_of

_WHAT: Final = r"^\W*(?:what|how\s+(?:big|large|great))\s+(?:is|was)\s+the\s+difference\s+"
_IN: Final = re.compile(
    rf"{_WHAT}in\s+(?P<value>.+?)\s+between\s+(?P<one>.+?)\s+and\s+(?P<other>.+?)\W*$", re.IGNORECASE
)
_OF_TWO: Final = re.compile(
    rf"{_WHAT}between\s+the\s+(?P<value>.+?)\s+of\s+(?P<one>.+?)\s+and\s+"
    r"(?:(?:the\s+(?P<again>.+?)|that|the\s+one)\s+of\s+)?(?P<other>.+?)\W*$",
    re.IGNORECASE,
)
_EXTREMES: Final = re.compile(
    rf"{_WHAT}between\s+the\s+(?P<one>[a-z]+)\s+and\s+(?:the\s+)?(?P<other>[a-z]+)\s+(?P<value>[a-z]+\b.*?)\W*$",
    re.IGNORECASE,
)
_BARE: Final = re.compile(r"(?:the\s+)?(?:[a-z]+est|(?:most|least)\s+[a-z]+)", re.IGNORECASE)
_SUPERLATIVE: Final = re.compile(rf"{_BARE.pattern}\s+(?=\w)", re.IGNORECASE)
NAME: Final = "difference"


def difference(question: WholeQuestion) -> QueryDraft | None:
    """The query for a question that asks for a difference; None for any other question."""
    extremes = _EXTREMES.match(question.text)
    if extremes is not None and all(degree_of(extremes[name]) for name in ("one", "other")):
        return _of_extremes(question, extremes)
    named = _IN.match(question.text) or _OF_TWO.match(question.text)
    return _of_values(question, named) if named is not None else None


def _of_values(question: WholeQuestion, match: re.Match[str]) -> QueryDraft:
    """The greater of two values without the lesser one."""
    groups = match.re.groupindex
    values = [match.span("value"), match.span("again" if "again" in groups and match["again"] else "value")]
    things: list[Span] = [match.span("one"), match.span("other")]
    nouns = [_noun(question, one, other) for one, other in (things, things[::-1])]
    parts = [
        question.draft("What is the ", value, " of ", thing, *noun, "?")
        for value, thing, noun in zip(values, things, nouns, strict=True)
    ]
    lexicon = question.vocabulary.lexicon

    def write(queries: Sequence[Query]) -> Query:
        one, other = two_numbers(queries, lexicon)
        union = Combination(
            operation="union",
            variables=("greater", "lesser"),
            patterns=(_ordered(one, other), _ordered(other, one)),
        )
        value = Arithmetic(
            operation="-",
            left=VariableValue(variable="greater", type="number"),
            right=VariableValue(variable="lesser", type="number"),
        )
        return Query(
            pattern=GraphPattern(elements=(union,)), columns=(value_column(NAME, value, one.relation, lexicon),)
        )

    return combined(question, parts, write, NAME)


def _noun(question: WholeQuestion, thing: Span, other: Span) -> tuple[str | Span, ...]:
    """The noun of the other thing, where a thing is a superlative alone: "the largest and the smallest hall"."""
    if not _BARE.fullmatch(question.text[slice(*thing)]):
        return ()
    found = _SUPERLATIVE.match(question.text[slice(*other)])
    return (" ", (other[0] + found.end(), other[1])) if found else (" thing",)


def _of_extremes(question: WholeQuestion, match: re.Match[str]) -> QueryDraft:
    """The greatest value of some things without the least one."""
    parts = [
        question.draft("What is the ", match.span(name), " ", match.span("value"), "?")
        for name in ("one", "other")
    ]

    def write(queries: Sequence[Query]) -> Query:
        one, other = (_extreme(query) for query in queries)
        if queries[0].pattern != queries[1].pattern or one.function == other.function:
            raise UnwrittenError("the two extremes are not those of one attribute")
        scalars = [
            ScalarValue(
                query=Query(form="scalar", pattern=query.pattern, columns=(Column(name="value", expression=own),))
            )
            for query, own in sorted(
                zip(queries, (one, other), strict=True), key=lambda item: item[1].function != "max"
            )
        ]
        value = Arithmetic(operation="-", left=scalars[0], right=scalars[1])
        relation = edge_to(queries[0].pattern, one.over[0]).relation
        return Query(form="scalar", columns=(value_column(NAME, value, relation, question.vocabulary.lexicon),))

    return combined(question, parts, write, NAME)


def _extreme(query: Query) -> Aggregate:
    """The greatest or least value that a ranking of values begins with."""
    is_first = query.ranks is not None and (query.ranks.first, query.ranks.last) == (1, 1)
    if not is_first or len(query.order_by) != 1 or query.is_grouped or query.optionals:
        raise UnwrittenError("a part of the question asks for no greatest or least value")
    values = {column.name: column.expression for column in query.columns}
    key, (answer, *_) = values[query.order_by[0].column], query.columns
    if (
        not isinstance(key, VariableValue)
        or key.type != "number"
        or not isinstance(answer.expression, VariableValue)
    ):
        raise UnwrittenError("the values whose difference is asked for are no numbers")
    if answer.expression.variable != key.variable:
        raise UnwrittenError("a part of the question asks for a thing, not for a value")
    function = "max" if query.order_by[0].descending else "min"
    return Aggregate(function=function, over=(key.variable,), value=key)


def _ordered(greater: Operand, lesser: Operand) -> GraphPattern:
    """Both patterns, where the first value is no less than the other one."""
    names = {greater.variable: "greater", lesser.variable: "lesser"}
    return renamed(joined_operands(greater, lesser, ">="), lambda name: names.get(name, name))
