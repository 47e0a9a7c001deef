"""How many times as much one value or count is as another one."""

import re
from collections.abc import Sequence
from typing import Final

from pog_agent.models.query import (
    Arithmetic,
    Column,
    Combination,
    Expression,
    GraphPattern,
    Operator,
    Query,
    VariableValue,
)
from pog_agent.models.query_draft import QueryDraft
from pog_agent.reading.composing.forms.combining import combined, renamed, with_contrary
from pog_agent.reading.composing.forms.operands import (
    Operand,
    counted_things,
    is_count,
    joined_operands,
    numbers_of,
)
from pog_agent.reading.composing.forms.pairs import measured_pair, named_pair, vague_word, valued_pair
from pog_agent.reading.composing.forms.subquestions import WholeQuestion
from pog_agent.reading.composing.writing.numbers import NumberWriter
from pog_agent.reading.composing.writing.unwritten import IncomparableError, UnwrittenError, not_read
from pog_agent.reading.extremes import AGES, ATTRIBUTES, LOW_WORDS, degree_of_comparative
from pog_agent.reading.schema.lexicon import SchemaLexicon

_RATIO: Final = re.compile(
    r"^\W*what\s+(?:is|was)\s+the\s+ratio\s+(?:(?:of|between)\s+)(?P<one>.+?)\s+(?:to|and)\s+(?P<other>.+?)\W*$",
    re.IGNORECASE,
)
_AS: Final = re.compile(
    r"^\W*how\s+many\s+times\s+as\s+(?P<word>[a-z]+)\s+(?:is|are|was|were)\s+(?P<one>.+?)\s+as\s+(?P<other>.+?)\W*$",
    re.IGNORECASE,
)
_THAN: Final = re.compile(
    r"^\W*how\s+many\s+times\s+(?P<word>[a-z]+er|more\s+[a-z]+)\s+(?:is|are|was|were)\s+(?P<one>.+?)"
    r"\s+than\s+(?P<other>.+?)\W*$",
    re.IGNORECASE,
)
_COUNTS: Final = re.compile(
    r"^\W*how\s+many\s+times\s+as\s+(?P<word>many|much)\s+(?P<asked>.+?)\s+as\s+(?P<other>.+?)\W*$", re.IGNORECASE
)
NAME: Final = "ratio"
UNCLEAR: Final = "it is not clear of what the ratio is meant"


def ratio(question: WholeQuestion) -> QueryDraft | None:
    """The query for a question that asks for a ratio of two values or counts; None for any other question."""
    match = next(filter(None, (form.match(question.text) for form in (_COUNTS, _RATIO, _AS, _THAN))), None)
    if match is None:
        return None
    vague = vague_word(question, match.span("other"))
    if vague:
        return QueryDraft(reason=not_read(vague))
    if match.re is _COUNTS:
        pair = named_pair(question, match.span("asked"), match.span("other"))
        if pair is None:
            return QueryDraft(reason=UNCLEAR)
        return _of_parts(
            question, [question.draft("How ", match.span("word"), " ", *asked, "?") for asked in pair]
        )
    if match.re is _RATIO:
        parts = valued_pair(question, match.span("one"), match.span("other"))
        return QueryDraft(reason=UNCLEAR) if parts is None else _of_parts(question, parts)
    return _measured(question, match)


def _measured(question: WholeQuestion, match: re.Match[str]) -> QueryDraft:
    """The ratio of what an adjective measures; with "than" only where the first thing has more of it."""
    plain = match.re is _AS
    adjective = match["word"].lower() if plain else degree_of_comparative(match["word"])
    if adjective is None or adjective not in ATTRIBUTES or adjective in AGES or (plain and adjective in LOW_WORDS):
        return QueryDraft(reason=f"what {match['word']!r} multiplies is not clear")
    parts = measured_pair(question, adjective, match.span("one"), match.span("other"))
    if plain:
        return _of_parts(question, parts)
    return _exceeding(question, parts, is_less=adjective in LOW_WORDS)


def _exceeding(question: WholeQuestion, parts: Sequence[QueryDraft], *, is_less: bool) -> QueryDraft:
    lexicon = question.vocabulary.lexicon

    def write(queries: Sequence[Query], operator: Operator, *, is_turned: bool) -> Query:
        one, other = _numbers(queries, lexicon)
        more, less = (other, one) if is_turned else (one, other)
        return _divided(more, less, lexicon, (operator,))

    draft = combined(question, parts, lambda queries: write(queries, ">", is_turned=is_less), NAME)
    return with_contrary(
        draft,
        parts,
        lambda queries: write(queries, ">=", is_turned=not is_less),
        by="by a factor of",
        of_equals="1",
    )


def _of_parts(question: WholeQuestion, parts: Sequence[QueryDraft]) -> QueryDraft:
    """The first of two values or counts, divided by the second."""
    lexicon = question.vocabulary.lexicon

    def write(queries: Sequence[Query]) -> Query:
        if all(map(is_count, queries)):
            one, other = (counted_things(query).number for query in queries)
            value = Arithmetic(operation="/", left=one, right=other)
            return Query(form="scalar", pattern=GraphPattern(), columns=(Column(name=NAME, expression=value),))
        return _divided(*_numbers(queries, lexicon), lexicon, (">=", "<"))

    return combined(question, parts, write, NAME)


def _divided(one: Operand, other: Operand, lexicon: SchemaLexicon, operators: Sequence[Operator]) -> Query:
    """One value divided by the other one in its unit, where both are in one of some relations."""
    names = {one.variable: "first", other.variable: "second"}
    patterns = tuple(
        renamed(joined_operands(one, other, operator), lambda name: names.get(name, name))
        for operator in operators
    )
    pattern = patterns[0]
    if len(patterns) > 1:
        union = Combination(operation="union", variables=("first", "second"), patterns=patterns)
        pattern = GraphPattern(elements=(union,))
    dividend, divisor = (VariableValue(variable=name, type="number") for name in ("first", "second"))
    written: Expression = divisor
    if one.relation != other.relation:
        written = NumberWriter(lexicon).converted(divisor, other.relation, one.relation)
    value = Arithmetic(operation="/", left=dividend, right=written)
    return Query(pattern=pattern, columns=(Column(name=NAME, expression=value),))


def _numbers(queries: Sequence[Query], lexicon: SchemaLexicon) -> tuple[Operand, Operand]:
    """Two numbers that have a ratio: no years, and in units that begin at zero. Raises `UnwrittenError`."""
    operands = numbers_of(queries, lexicon)
    for operand in operands:
        unit, label = lexicon.unit(operand.relation), lexicon.label(operand.relation)
        if lexicon.is_of_time(operand.relation):
            raise UnwrittenError(f"the values of {label!r} are years, which have no ratio")
        if unit is not None and unit.offset:
            raise IncomparableError(f"the values of {label!r} are in {unit.text}, which have no ratio")
    return operands
