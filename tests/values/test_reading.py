"""What single literals, texts and names are read as, and what is refused rather than misread."""

from datetime import datetime
from decimal import Decimal
from fractions import Fraction

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from pog_agent.terms import XSD, literal
from pog_agent.values import Span, calendar_day, compare_values, read_literal, read_name, read_text

CDT = "https://w3id.org/cdt/ucum"
DBPEDIA = "http://dbpedia.org/datatype/"


def typed(text: str, datatype: str) -> str:
    return literal(text, datatype if "://" in datatype else XSD + datatype)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("12", "number"),
        ("-3.25", "number"),
        ("\u22123.25", "number"),
        ("2e3", "number"),
        (".5", "number"),
        ("2,25", "number"),
        ("1,234,567", "number"),
        ("1\u202f234\u202f567", "number"),
        ("1'234'567.5", "number"),
        ("1990", "number"),
        ("1990-05", "date"),
        ("1990-05-02", "date"),
        ("1990-05-02T10:00:00Z", "date"),
        ("1990-05-02 10:00:00", "date"),
        ("-0044-03-15", "date"),
        ("12024-01-01", "date"),
        ("12 km", "quantity"),
        ("12km", "quantity"),
        ("2,25 m²", "quantity"),
        ("80 km/h", "quantity"),
        ("5 ft 11 in", "quantity"),
        ("20 °C", "quantity"),
        ("12%", "quantity"),
        ("€5", "quantity"),
        ("US$ 5.20", "quantity"),
        ("5 CHF", "quantity"),
        ("90 min", "duration"),
        ("2 h 30 min", "duration"),
        ("3 years", "duration"),
    ],
)
def test_a_plain_text_that_is_a_value_is_read(text: str, kind: str) -> None:
    value = read_text(text)
    assert (value.kind, value.refusal) == (kind, "")
    assert value.span is not None


NOT_READ = (
    "| |Bohr|Infinity|inf|NaN|nan|1_000|½|1/2|٣|0x10|1e99999|5.|1.2.3|1.50.000|12,34,567|01.234,5,6|5 5|-|+|,|€|#5"
    "|c. 1850|~1850|1850?|1850-1860|1850–1860|1990/91|2003-04|19th century|44 BC|before 1850|1990s"
    "|May 1990|2 May 1990|2.5.2020|05/02/1990|1990-13-02|1990-02-30|1900-02-29|1990-05-02T25:00:00"
    "|1990-05-02T10:00:00+15:00|012345-01-01|10:30|PT5M"
    "|12 monkeys|10 am|10 dB|5 Ls|5 Gal|5 mB|12 cats|3 pins|100m|4K|5 million"
    "|€5 million|5-10 km|5 km (3 mi)|5'11\"|5 in 11 ft|5 ft 11 kg|5 ± 2 km|> 5 km|12 people/km²|1.5 months"
    "|192.168.1.1|978-3-16-148410-0|+49 30 1234567|1 234 567"
)


@pytest.mark.parametrize(
    "text",
    NOT_READ.split("|"),
)
def test_a_plain_text_that_may_mean_something_else_is_refused_with_a_reason(text: str) -> None:
    value = read_text(text)
    assert (value.span, value.kind) == (None, "text")
    assert value.refusal


@pytest.mark.parametrize(
    ("text", "datatype", "kind"),
    [
        ("01", "integer", "number"),
        ("1.", "decimal", "number"),
        ("+1.5E3", "double", "number"),
        ("INF", "double", "number"),
        ("-INF", "float", "number"),
        ("inf", "double", "number"),
        ("1990", "gYear", "date"),
        ("-0044", "gYear", "date"),
        ("12024", "gYear", "date"),
        ("1990-05:00", "gYear", "date"),
        ("2003-04", "gYearMonth", "date"),
        ("1990", "date", "date"),
        ("1990-05-02+02:00", "date", "date"),
        ("1990-05-02T24:00:00", "dateTime", "date"),
        ("1990-05-02T10:00:00.123456789-05:00", "dateTimeStamp", "date"),
        ("10:30:00", "time", "time"),
        ("-P1Y2M3DT4H5M6.5S", "duration", "duration"),
        ("PT90M", "dayTimeDuration", "duration"),
        ("P14M", "yearMonthDuration", "duration"),
        ("12 km", "string", "quantity"),
        ("12.5 km.h-1", CDT, "quantity"),
        ("20 Cel", CDT, "quantity"),
        ("100.5", DBPEDIA + "squareKilometre", "quantity"),
        ("12", DBPEDIA + "inhabitantsPerSquareKilometre", "quantity"),
        ("12", DBPEDIA + "usDollar", "quantity"),
        ("90", DBPEDIA + "minute", "duration"),
    ],
)
def test_a_typed_literal_is_read_by_its_datatype(text: str, datatype: str, kind: str) -> None:
    value = read_literal(typed(text, datatype))
    assert (value.kind, value.refusal) == (kind, "")


@pytest.mark.parametrize(
    ("text", "datatype", "reason"),
    [
        ("NaN", "double", "not a number"),
        ("Infinity", "double", "no valid double"),
        ("INF", "decimal", "no valid decimal"),
        ("nan", "float", "not a number"),
        ("2,25", "decimal", "no valid decimal"),
        ("1,234", "integer", "no valid integer"),
        ("about 5", "integer", "no valid integer"),
        ("90", "gYear", "no valid gYear"),
        ("01990", "gYear", "no valid gYear"),
        ("1990-02-29", "date", "no valid date"),
        ("10:60:00", "time", "no valid time"),
        ("P", "duration", "no valid duration"),
        ("P1DT", "duration", "no valid duration"),
        ("true", "boolean", "values of the datatype boolean have no order"),
        ("--05-02", "gMonthDay", "values of the datatype gMonthDay have no order"),
        ("5 [ft_i]", CDT, "'[ft_i]' is no known unit"),
        ("5 km", DBPEDIA + "kilometre", "no number of the datatype kilometre"),
        ("many", DBPEDIA + "usDollar", "no number of the datatype usDollar"),
    ],
)
def test_a_typed_literal_with_another_text_is_refused(text: str, datatype: str, reason: str) -> None:
    value = read_literal(typed(text, datatype))
    assert (value.span, value.refusal) == (None, reason)


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("2014 World Series", 2014),
        ("World Series (2014)", 2014),
        ("Super Bowl 50", 50),
        ("996 Games", 996),
        ("Boeing-747 fleet", 747),
        ("2014, 2014 again", 2014),
        ("12 monkeys", 12),
        ("1990", 1990),
    ],
)
def test_the_only_number_of_a_name_is_its_value(name: str, number: int) -> None:
    value = read_name(name)
    assert (value.kind, value.span) == ("number", Span.point(Decimal(number)))


def test_a_unit_behind_the_number_of_a_name_counts() -> None:
    comparison = compare_values([read_name("10 km run"), read_name("5000 m run")])
    assert comparison.extreme(largest=True).places == (0,)


@pytest.mark.parametrize(
    "name",
    [
        "2012-13 season",
        "Boeing 747-400",
        "Formula 1 2014",
        "Version 2.5",
        "Super Bowl XLII",
        "iPhone 4S",
        "'98",
        "",
    ],
)
def test_a_name_with_several_numbers_or_none_is_refused(name: str) -> None:
    assert read_name(name).span is None


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("1990-05-02", "1990-05-02"),
        ("1990-05-02T10:00:00Z", "1990-05-02"),
        ("1990-05-02t10:00:00z", "1990-05-02"),
        ("1990-05-02+02:00", "1990-05-02"),
        ("1990", None),
        ("1990-13-02", None),
        ("1990-05-021", None),
        ("2003 people", None),
        ("1990-05-02 Concert", None),
    ],
)
def test_only_a_day_of_the_calendar_is_one(text: str, day: str | None) -> None:
    assert calendar_day(text) == day


@settings(deadline=None)
@given(st.text())
def test_no_text_raises(text: str) -> None:
    for value in (read_text(text), read_name(text), read_literal(literal(text))):
        assert (value.span is None) == bool(value.refusal)


LIKE_VALUES = st.from_regex(
    r"[+\-−$€c]?[0-9.,'  ]{1,12}([eE-][0-9]{1,6})?[ ]?([a-zA-Z°%µ²/. ^-]{0,8}|[TZ:0-9+-]{0,12})", fullmatch=True
)
DATATYPES = ("integer", "double", "dateTime", "gYear", "time", "duration", "boolean", CDT, DBPEDIA + "metre")


@settings(deadline=None, max_examples=400)
@given(LIKE_VALUES, st.sampled_from(DATATYPES))
def test_no_text_like_a_value_raises(text: str, datatype: str) -> None:
    for value in (read_text(text), read_name(text), read_literal(typed(text, datatype))):
        assert (value.span is None) == bool(value.refusal)


@given(st.integers())
def test_a_whole_number_is_read_exactly(number: int) -> None:
    for term in (literal(str(number)), typed(str(number), "integer")):
        assert read_literal(term).span == Span.point(Decimal(number))


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_double_is_read_exactly(number: float) -> None:
    assert read_literal(typed(repr(number), "double")).span == Span.point(Decimal(repr(number)))


@settings(deadline=None)
@given(st.datetimes(), st.sampled_from(["", "Z", "+05:30", "-11:00"]))
def test_a_moment_is_before_the_next_second_in_any_zone(moment: datetime, zone: str) -> None:
    span = read_literal(typed(moment.isoformat() + zone, "dateTime")).span
    assert span is not None
    assert span.low == span.high
    assert span.zoned == bool(zone)


@settings(deadline=None)
@given(st.decimals(0, 10**9, places=7), st.sampled_from([("km", 1000), ("m", 1), ("in", Fraction(254, 10**4))]))
def test_units_are_converted_without_rounding(magnitude: Decimal, unit: tuple[str, Fraction]) -> None:
    name, factor = unit
    assert read_text(f"{magnitude:f} {name}").span == Span.point(Fraction(magnitude) * factor)
