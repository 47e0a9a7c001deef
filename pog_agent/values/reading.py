"""From an RDF literal, a plain text or a name to a typed value. No text raises an error."""

import re
from collections.abc import Callable
from decimal import Decimal

from pog_agent.terms import XSD, LiteralTerm, humanize, literal_datatype, literal_value, local_name
from pog_agent.values.dates import moment_span, time_span, year_span
from pog_agent.values.durations import duration_span
from pog_agent.values.numbers import WrittenNumber, lexical_number, written_number
from pog_agent.values.quantities import measured, numeric, written_quantity
from pog_agent.values.typed import Kind, Span, TypedValue, refused
from pog_agent.values.units import unit_scale

PLAUSIBLE_YEARS = range(1000, 2101)
"""Numbers that are years where they stand beside dates."""

_NUMBERS = frozenset(
    XSD + name
    for name in (
        *("integer", "decimal", "double", "float", "int", "long", "short", "byte"),
        *("nonNegativeInteger", "positiveInteger", "nonPositiveInteger", "negativeInteger"),
        *("unsignedInt", "unsignedLong", "unsignedShort", "unsignedByte"),
    )
)
_INFINITIES = {
    **{text: Decimal("Infinity") for text in ("INF", "+INF", "inf")},
    **{text: Decimal("-Infinity") for text in ("-INF", "-inf")},
}
"""As XML Schema and, in small letters, rdflib write them."""
_NOT_NUMBERS = ("NaN", "nan")
_WITH_INFINITIES = (XSD + "double", XSD + "float")
_SPANS: dict[str, tuple[Kind, Callable[[str], Span | None]]] = {
    **{XSD + name: ("date", moment_span) for name in ("date", "dateTime", "dateTimeStamp", "gYear", "gYearMonth")},
    XSD + "time": ("time", time_span),
    **{XSD + name: ("duration", duration_span) for name in ("duration", "dayTimeDuration", "yearMonthDuration")},
}
_TEXTS = (None, XSD + "string", XSD + "normalizedString", XSD + "token")
_CUSTOM = ("https://w3id.org/cdt/", "http://w3id.org/lindt/custom_datatypes#")
_SHORTEST_UNIT_WORD = 3
_BLANKS = " \t\r\n"

_MAY_BE_VALUE = re.compile(r"[0-9+\-\u2212.,]|[^\w\s]|[A-Z]{2,3}[ $]")
_YEAR_OF_NUMBER = re.compile(r"[0-9]{4}")
_YEAR_AND_TWO_DIGITS = re.compile(r"[0-9]{2}([0-9]{2})-([0-9]{2})")
_DIGITS = re.compile(r"[0-9]+")
_NUMBER_IN_NAME = re.compile(r"(?<![^\s(\[-])([0-9]+)(?![^\s,:;)\]-])(?: ([^\W\d_]+))?")
_NO_VALUE = "no number, date or quantity"


def read_literal(term: LiteralTerm) -> TypedValue:
    """The value of an RDF literal, by its datatype; a text or a literal with a language is read as plain text."""
    text, datatype = literal_value(term).strip(_BLANKS), literal_datatype(term)
    if datatype in _TEXTS:
        return read_text(text)
    if datatype in _NUMBERS:
        return _typed_number(text, datatype)
    name = local_name(datatype)
    if datatype in _SPANS:
        kind, span_of = _SPANS[datatype]
        span = span_of(text)
        return TypedValue(text, kind, span=span) if span else refused(text, f"no valid {name}")
    if datatype.startswith(XSD):
        return refused(text, f"values of the datatype {name} have no order")
    return _custom(text, datatype)


def read_text(text: str) -> TypedValue:
    """The value of a plain text: a number, a date or a quantity if all of it is one, else a text.

    Times of day and durations are read from typed literals only: "10:30" may be either.
    """
    text = text.strip(_BLANKS)
    if not _MAY_BE_VALUE.match(text):
        return refused(text, _NO_VALUE)
    number = written_number(text)
    if number is not None:
        return _with_year(numeric(text, number))
    span = moment_span(text)
    if span is not None:
        season = _YEAR_AND_TWO_DIGITS.fullmatch(text)
        if season and season[2] > season[1]:
            return refused(text, "it may be a month or a span of years")
        return TypedValue(text, "date", span=span)
    return written_quantity(text) or refused(text, _NO_VALUE)


def read_name(name: str) -> TypedValue:
    """The value of a name: what the whole name says, else the only number in it, as in "2014 World Series".

    A number is taken with a unit behind it ("10 km run"). A name with several numbers is refused.
    """
    value = read_text(name)
    if value.span is not None:
        return value
    digits = set(_DIGITS.findall(name))
    if len(digits) > 1:
        return refused(name, "several numbers in the name")
    found = _NUMBER_IN_NAME.search(name)
    if found is None:
        return refused(name, "no date or number in the name")
    number = Decimal(found[1])
    written = WrittenNumber(number, number)
    scale = unit_scale(found[2]) if found[2] and found[2].islower() else None
    if scale is not None:
        return measured(name, written, scale)
    return _with_year(numeric(name, written), found[1])


def _typed_number(text: str, datatype: str) -> TypedValue:
    """A number of XML Schema. It never has a comma, and only a float or double may be infinite."""
    value = lexical_number(text)
    if value is None and datatype in _WITH_INFINITIES:
        value = _INFINITIES.get(text)
    if value is None:
        return refused(text, "not a number" if text in _NOT_NUMBERS else f"no valid {local_name(datatype)}")
    return _with_year(TypedValue(text, "number", span=Span.point(value)))


def _custom(text: str, datatype: str) -> TypedValue:
    """A literal whose datatype is a unit ("kilometre"), or says that a unit of UCUM is in the text.

    Numbers of any other datatype compare among themselves: what their unit is does not matter then.
    """
    number, _, unit = text.partition(" ")
    value = lexical_number(number)
    if value is None or (unit and not datatype.startswith(_CUSTOM)):
        return refused(text, f"no number of the datatype {local_name(datatype)}")
    written, name = WrittenNumber(value, value), local_name(datatype)
    if unit:
        scale = unit_scale(unit, ucum=True)
        return measured(text, written, scale) if scale else refused(text, f"{unit!r} is no known unit")
    if len(name) >= _SHORTEST_UNIT_WORD and name[0].islower():
        scale = unit_scale(humanize(name))
        if scale is not None:
            return measured(text, written, scale)
    return numeric(text, written, datatype)


def _with_year(value: TypedValue, digits: str | None = None) -> TypedValue:
    """A number with the year that it may mean, for where dates stand beside it."""
    written = value.text if digits is None else digits
    if not _YEAR_OF_NUMBER.fullmatch(written) or int(written) not in PLAUSIBLE_YEARS:
        return value
    return value._replace(as_year=year_span(int(written)))
