"""By how much one value or count exceeds another one: "how much heavier", "how many more"."""

import re
from collections.abc import Callable, Sequence
from typing import Final

from pog_agent.models.query import Arithmetic, Column, ComparisonTest, GraphPattern, Operator, Query
from pog_agent.models.query_draft import QueryDraft
from pog_agent.reading.composing.forms.combining import combined, with_contrary
from pog_agent.reading.composing.forms.operands import (
    counted_things,
    is_count,
    joined_operands,
    two_numbers,
    value_column,
)
from pog_agent.reading.composing.forms.pairs import measured_pair, named_pair, vague_word
from pog_agent.reading.composing.forms.subquestions import WholeQuestion
from pog_agent.reading.composing.writing.unwritten import not_read
from pog_agent.reading.extremes import AGES, LOW_WORDS, degree_of_comparative

_MEASURED: Final = re.compile(
    r"^\W*(?:by\s+)?how\s+much\s+(?P<word>[a-z]+er|(?:more|less)\s+[a-z]+)\s+(?:is|are|was|were)\s+(?P<one>.+?)"
    r"\s+than\s+(?P<other>.+?)\W*$",
    re.IGNORECASE,
)
_DONE: Final = re.compile(
    r"^\W*(?:by\s+)?how\s+(?P<how>much)\s+(?P<word>more|less)\s+(?P<asked>(?:.+?\s+)?(?:does|do|did)\s+.+?)\s+than\s+(?P<other>.+?)"
    r"(?:\s+(?:does|do|did))?\W*$",
    re.IGNORECASE,
)
_COUNTED: Final = re.compile(
    r"^\W*(?:by\s+)?how\s+(?P<how>many)\s+(?P<word>more|fewer|less)\s+(?P<asked>.+?)\s+than\s+(?P<other>.+?)\W*$",
    re.IGNORECASE,
)
_LESS: Final = frozenset({"less", "fewer"})
NAME: Final = "difference"
NOT_ALIKE: Final = "it is not clear what is compared"

Write = Callable[[Sequence[Query], bool, Operator], Query]
"""The query for what the first has more than the second, or the other way round; `>` or `>=` compares them."""


def excess(question: WholeQuestion) -> QueryDraft | None:
    """The query for a question by how much one thing has more than another; None for any other question.

    It has no result where there is less. Then another query says by how much it is the other way round.
    """
    match = next(filter(None, (form.match(question.text) for form in (_MEASURED, _DONE, _COUNTED))), None)
    if match is None:
        return None
    vague = vague_word(question, match.span("other"))
    if vague:
        return QueryDraft(reason=not_read(vague))
    return _measured(question, match) if match.re is _MEASURED else _of_pair(question, match)


def _measured(question: WholeQuestion, match: re.Match[str]) -> QueryDraft | None:
    """How much more of what an adjective measures one thing has than another."""
    adjective = degree_of_comparative(match["word"])
    if adjective is None or adjective in AGES:
        return None
    parts = measured_pair(question, adjective, match.span("one"), match.span("other"))
    is_less = (adjective in LOW_WORDS) != match["word"].lower().startswith("less")

    def write(queries: Sequence[Query], is_turned: bool, operator: Operator) -> Query:
        return _of_values(question, queries, is_turned, operator)

    return _either_way(question, parts, write, is_less=is_less)


def _of_pair(question: WholeQuestion, match: re.Match[str]) -> QueryDraft:
    """How many more things there are, or how much more, in the first of two plainer questions."""
    pair = named_pair(question, match.span("asked"), match.span("other"))
    if pair is None:
        return QueryDraft(reason=NOT_ALIKE)
    parts = [question.draft("How ", match.span("how"), " ", *asked, "?") for asked in pair]

    def write(queries: Sequence[Query], is_turned: bool, operator: Operator) -> Query:
        if all(map(is_count, queries)):
            return _of_counts(queries, is_turned, operator)
        return _of_values(question, queries, is_turned, operator)

    return _either_way(question, parts, write, is_less=match["word"].lower() in _LESS)


def _either_way(
    question: WholeQuestion, parts: Sequence[QueryDraft], write: Write, *, is_less: bool
) -> QueryDraft:
    draft = combined(question, parts, lambda queries: write(queries, is_less, ">"), NAME)
    return with_contrary(draft, parts, lambda queries: write(queries, not is_less, ">="))


def _of_values(question: WholeQuestion, queries: Sequence[Query], is_turned: bool, operator: Operator) -> Query:
    lexicon = question.vocabulary.lexicon
    one, other = two_numbers(queries, lexicon)
    more, less = (other, one) if is_turned else (one, other)
    pattern = joined_operands(more, less, operator)
    value = Arithmetic(operation="-", left=more.value, right=less.value)
    return Query(pattern=pattern, columns=(value_column(NAME, value, one.relation, lexicon),))


def _of_counts(queries: Sequence[Query], is_turned: bool, operator: Operator) -> Query:
    one, other = (counted_things(query).number for query in queries)
    more, less = (other, one) if is_turned else (one, other)
    test = ComparisonTest(left=more, operator=operator, right=less)
    value = Arithmetic(operation="-", left=more, right=less)
    pattern = GraphPattern(conditions=(test,))
    return Query(form="scalar", pattern=pattern, columns=(Column(name=NAME, expression=value),))
