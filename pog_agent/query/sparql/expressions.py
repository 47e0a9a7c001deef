"""Values, tests and guards in SPARQL.

A *guard* is the test that a variable has a value of the type that it is read as. It makes engines agree on what is
compared with what: some order texts and numbers, others give an error.
"""

import re
from collections.abc import Callable, Iterable, Mapping

from pog_agent.kg.sparql.terms import checked_tag, write_iri, write_term, write_text
from pog_agent.models.query import (
    ComparisonTest,
    ConstantValue,
    DateDifference,
    DatePart,
    Expression,
    Query,
    TermNumber,
    TextTest,
    VariableValue,
)
from pog_agent.models.query_walk import value_type, walk
from pog_agent.terms import XSD, is_literal, literal_datatype, literal_value

_WITH_YEAR = tuple(XSD + name for name in ("date", "dateTime", "gYear", "gYearMonth"))
_WITH_MONTH = tuple(XSD + name for name in ("date", "dateTime", "gYearMonth"))
_PLAIN_NUMBER = re.compile(r"(0|[1-9][0-9]*)(\.[0-9]+)?")
MOST_NESTED = 10
"""So many terms of a table of numbers are tested by one IF in another."""
_ZONE = '"(Z|[+-][0-9]{2}:[0-9]{2})$"'

Variables = Mapping[str, str]
"""By the variable of a query, how the text writes it: `?name`, or an IRI that is written in its place."""
Scalars = Callable[[Query], str]
"""Gives the variable that has the value of a scalar query in this group."""


def write_expression(
    expression: Expression, variables: Variables, scalars: Scalars, for_virtuoso: bool = False
) -> str:
    """The value of an expression without aggregates."""
    if expression.kind == "variable":
        own = variables[expression.variable]
        return f"STR({own})" if expression.type == "text" else own
    if expression.kind == "constant":
        return write_constant(expression)
    if expression.kind == "arithmetic":
        left, right = (
            write_expression(side, variables, scalars, for_virtuoso)
            for side in (expression.left, expression.right)
        )
        return write_arithmetic(expression.operation, left, right, for_virtuoso)
    if expression.kind == "term_number":
        return _term_number(expression, variables, for_virtuoso)
    if expression.kind == "date_part" or expression.kind == "date_difference":  # noqa: PLR1714 (mypy narrows)
        return _of_dates(expression, variables, scalars)
    if expression.kind == "scalar":
        return scalars(expression.query)
    raise ValueError(f"the aggregate {expression.function!r} stands outside of a group")


def write_arithmetic(operation: str, left: str, right: str, for_virtuoso: bool) -> str:
    """A computation in brackets. The quotient of integers is a decimal, but in Virtuoso an integer."""
    left = f"{left} * 1.0" if for_virtuoso and operation == "/" else left
    return f"({left} {operation} {right})"


def write_constant(constant: ConstantValue) -> str:
    """The term; a string without its language, as it is compared with the text of others."""
    if not is_literal(constant.term):
        return write_term(constant.term)
    text, kind = literal_value(constant.term), value_type(constant)
    if kind == "text":
        return write_text(text)
    is_plain = kind == "number" and _PLAIN_NUMBER.fullmatch(text)
    if is_plain and literal_datatype(constant.term) == XSD + ("decimal" if "." in text else "integer"):
        return text
    return write_term(constant.term)


def write_comparison(test: ComparisonTest, write: Callable[[Expression], str]) -> str:
    """The test of two values; whether two terms are the same is no question of their values."""
    left, right = write(test.left), write(test.right)
    if value_type(test.left) == "term":
        return f"{'' if test.operator == '=' else '!'}sameTerm({left}, {right})"
    return f"{left} {test.operator} {right}"


def write_text_test(test: TextTest, variables: Variables) -> str:
    """The test of a string, ignoring case, or of its language."""
    own = variables[test.variable]
    if test.test == "language":
        return f"LANGMATCHES(LANG({own}), {write_text(checked_tag(test.text))})"
    sides = f"LCASE(STR({own}))", f"LCASE({write_text(test.text)})"
    if test.test == "equals":
        return " = ".join(sides)
    function = {"starts_with": "STRSTARTS", "contains": "CONTAINS", "ends_with": "STRENDS"}[test.test]
    return f"{function}({', '.join(sides)})"


Read = VariableValue | DatePart | TermNumber
"""What reads the term of a variable, and may fail."""


def reads(expressions: Iterable[Expression]) -> list[Read]:
    """The places where expressions read a variable, each once."""
    parts = (part for expression in expressions for part in walk(expression))
    return list(dict.fromkeys(part for part in parts if isinstance(part, Read)))


def write_guard(read: Read, variables: Variables, for_virtuoso: bool = False) -> str | None:
    """The test that a variable can be read; None where every term can."""
    own = variables[read.variable]
    if read.kind == "term_number":
        return f"({' || '.join(_is_term(own, case.term, for_virtuoso) for case in read.cases)})"
    if read.kind == "date_part":
        return _one_of(own, _WITH_MONTH if read.part == "month" else _WITH_YEAR)
    if read.type == "number":
        # Not a number (NaN) is the only number that does not equal itself. Virtuoso takes a boolean for a number.
        guard = f"isNumeric({own}) && {own} = {own}"
        return f"{guard} && DATATYPE({own}) != {write_iri(XSD + 'boolean')}" if for_virtuoso else guard
    if read.type == "text":
        return write_text_guard(own)
    if read.type == "term":
        return None
    return _date_guard(read, own, for_virtuoso)


def _date_guard(read: VariableValue, own: str, for_virtuoso: bool) -> str:
    guard = f"DATATYPE({own}) = {write_iri(XSD + read.type)}"
    if not for_virtuoso:
        # A date that is none, such as 30 February, has no year.
        guard += f" && YEAR({own}) = YEAR({own})"
    if read.zoned is None:
        return guard
    return f"{guard} && {'' if read.zoned else '!'}REGEX(STR({own}), {_ZONE})"


def write_text_guard(own: str) -> str:
    """The test that a variable is a string."""
    return f'(LANG({own}) != "" || DATATYPE({own}) = {write_iri(XSD + "string")})'


def is_computed(expression: Expression) -> bool:
    """Whether an expression computes anything, so that an engine may fail where a guard does not hold."""
    return any(
        part.kind in ("arithmetic", "date_part", "date_difference", "term_number") for part in walk(expression)
    )


def _one_of(own: str, datatypes: Iterable[str]) -> str:
    return f"DATATYPE({own}) IN ({', '.join(map(write_iri, datatypes))})"


def _of_dates(expression: DatePart | DateDifference, variables: Variables, scalars: Scalars) -> str:
    if expression.kind == "date_part":
        return _date_part(expression, variables)
    return _date_difference(expression, variables, scalars)


def _date_part(expression: DatePart, variables: Variables) -> str:
    own = variables[expression.variable]
    if expression.part == "decade":
        return f"(FLOOR(YEAR({own}) / 10) * 10)"
    return f"{expression.part.upper()}({own})"


def _term_number(expression: TermNumber, variables: Variables, for_virtuoso: bool) -> str:
    """The number of the term, which the guard has found to be one of the cases.

    Of many cases, it is the sum of numbers of which all but one are 0: parsers do not follow deep nesting.
    """
    own = variables[expression.variable]
    if len(expression.cases) > MOST_NESTED:
        tests = ((_is_term(own, case.term, for_virtuoso), case.constant) for case in expression.cases)
        return f"({' + '.join(f'IF({test}, {write_constant(number)}, 0)' for test, number in tests)})"
    *others, last = expression.cases
    written = write_constant(last.constant)
    for case in reversed(others):
        test = _is_term(own, case.term, for_virtuoso)
        written = f"IF({test}, {write_constant(case.constant)}, {written})"
    return written


def _is_term(own: str, term: str, for_virtuoso: bool) -> str:
    """The test that a variable is a term. Virtuoso errs at `sameTerm` in a disjunction and in IF."""
    return f"{own} = {write_term(term)}" if for_virtuoso else f"sameTerm({own}, {write_term(term)})"


def _date_difference(expression: DateDifference, variables: Variables, scalars: Scalars) -> str:
    start, end = (write_expression(side, variables, scalars) for side in (expression.start, expression.end))
    if expression.unit == "days":
        return f"({_day_number(end)} - {_day_number(start)})"
    earlier = f"MONTH({end}) * 100 + DAY({end}) < MONTH({start}) * 100 + DAY({start})"
    return f"(YEAR({end}) - YEAR({start}) - IF({earlier}, 1, 0))"


def _day_number(moment: str) -> str:
    """Days since a fixed day, by the calendar: SPARQL 1.1 has no difference of dates.

    The year begins in March here, so that the leap day is its last one.
    """
    early = f"IF(MONTH({moment}) < 3, 1, 0)"
    year = f"(YEAR({moment}) - {early})"
    month = f"(MONTH({moment}) - 3 + 12 * {early})"
    leaps = f"FLOOR({year} / 4) - FLOOR({year} / 100) + FLOOR({year} / 400)"
    return f"(365 * {year} + {leaps} + FLOOR((153 * {month} + 2) / 5) + DAY({moment}))"
